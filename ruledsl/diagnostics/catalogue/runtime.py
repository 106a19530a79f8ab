"""Saves, replays and moves: E450 to E499."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

_RECORDS: tuple[Entry, ...] = (
    Entry(
        code="E450",
        title="`{name}` is not the record of a game",
        hint="name a file that `ruledsl play --save` wrote",
        explanation=(
            "A saved game and a recorded game are the same kind of file: a JSON document that holds the "
            "rules, the choices made and what chance gave. This file is something else."
        ),
        sample={"name": "notes.txt"},
    ),
    Entry(
        code="E451",
        title="the record is cut off at line {line}: {reason}",
        hint="fetch the file again; what is missing cannot be guessed",
        explanation=(
            "The document stops in the middle. Perhaps the disk was full when it was written, or only a "
            "part of the file was copied. ruledsl itself never leaves half a record behind."
        ),
        sample={"line": 40, "reason": "Expecting ',' delimiter"},
    ),
    Entry(
        code="E452",
        title="the record has the form {found}, and this version of ruledsl knows form {known}",
        hint="use the version of ruledsl that wrote it, or a newer one",
        explanation=(
            "The form of records has a number of its own. It rises when something is added that an older "
            "version could not follow."
        ),
        sample={"found": "2", "known": "1"},
    ),
    Entry(
        code="E453",
        title="the record is damaged: {reason}",
        hint="fetch the file again; records are not meant to be edited",
        explanation=(
            "The document is whole, but something in it is missing, doubled or of the wrong kind. Somebody "
            "or something has changed it after it was written."
        ),
        sample={"reason": "`moves` is missing"},
    ),
    Entry(
        code="E454",
        title="the rules in the record cannot be used: {reason}",
        hint="fetch the file again, or play with the version of ruledsl that wrote it",
        explanation=(
            "A record carries the rules that it was played by, so that it can still be followed when the "
            "rules file has changed. This copy of the rules does not pass the checks any more."
        ),
        sample={"reason": "3 errors"},
    ),
    Entry(
        code="E455",
        title="the record was played by other rules than those of `{name}`",
        hint="leave the file out: the record carries its own rules",
        explanation=(
            "The rules file has changed since the game was recorded, or it is another game's. Moves may "
            "mean something else now, so the game cannot simply go on."
        ),
        sample={"name": "mine.rules"},
    ),
    Entry(
        code="E456",
        title="`{name}` cannot be read: {reason}",
        hint="check that the file may be read by you",
        explanation="The file is there, but the operating system does not hand it out.",
        sample={"name": "game.json", "reason": "permission denied"},
    ),
    Entry(
        code="E457",
        title="there is no saved game `{name}`",
        hint="check the spelling and the folder; `ruledsl play --save FILE` writes one",
        explanation="The file of a saved or recorded game that was asked for is not there.",
        sample={"name": "game.json"},
    ),
)

_VERIFICATION: tuple[Entry, ...] = (
    Entry(
        code="E460",
        title="move {move} cannot be made: {reason}",
        hint="the record has been edited from here on, or a fault in ruledsl has been mended since",
        explanation=(
            "A record is followed by making its moves again. This one is not among the legal moves of the "
            "position that the moves before it lead to."
        ),
        sample={"move": 12, "reason": "not among the legal moves"},
    ),
    Entry(
        code="E461",
        title="after move {move} the position is not the recorded one",
        hint="the record has been edited from here on, or a fault in ruledsl has been mended since",
        explanation=(
            "With every move a record notes a fingerprint of the position. This is the first that differs: "
            "either a move or an outcome of chance was changed, or the same rules lead to another position "
            "than they did when the game was recorded."
        ),
        sample={"move": 12},
    ),
    Entry(
        code="E462",
        title="at move {move} chance does not fit: {reason}",
        hint="the record has been edited from here on, or a fault in ruledsl has been mended since",
        explanation=(
            "A record notes what chance gave: cards drawn, dice rolled. At this move it notes something "
            "that could not come up, or too little, or more than was asked for."
        ),
        sample={"move": 12, "reason": "an outcome is missing"},
    ),
    Entry(
        code="E463",
        title="the record goes on after the end of the game, with move {move}",
        hint="the record has been edited, or a fault in ruledsl has been mended since",
        explanation="The moves before this one lead to the end of the game, so none can follow.",
        sample={"move": 31},
    ),
    Entry(
        code="E464",
        title="there is no move {at}: the record has {count:move|moves}",
        hint="0 is the position before the first move",
        explanation="A moment of a recorded game is named by the number of moves made before it.",
        sample={"at": 80, "count": 31},
    ),
    Entry(
        code="E465",
        title="there is no player {seat} in this game",
        hint="there are {seats:and}",
        explanation="Players are named by letters, as many as play: A, B, C and so on.",
        sample={"seat": "F", "seats": ("A", "B", "C")},
    ),
)

_FILES: tuple[Entry, ...] = (
    Entry(
        code="E470",
        title="`{name}` cannot be written: {reason}",
        hint="nothing was changed; check that the file and its folder may be written by you",
        explanation=(
            "A file is written in one step, beside the old one, which it then replaces. Where that fails, "
            "the old file stays as it is."
        ),
        sample={"name": "mine.rules", "reason": "permission denied"},
    ),
    Entry(
        code="E471",
        title="the standard input cannot be read: {reason}",
        hint="`-` needs something to read: `ruledsl fmt - < mine.rules`",
        explanation="With `-` in place of a file the text is read from the standard input; there is none.",
        sample={"reason": "it is closed"},
    ),
    Entry(
        code="E472",
        title="the operating system refuses to go on with {subject}: {reason}",
        hint="free some space, or check what may be read and written by you, and try again",
        explanation=(
            "Something outside of ruledsl does not work: the disk is full, a folder has vanished, or a file "
            "may not be used. What was written before is whole; nothing is half written."
        ),
        sample={"subject": "the output", "reason": "no space left on device"},
    ),
)

_SIMULATIONS: tuple[Entry, ...] = (
    Entry(
        code="E475",
        title="the workers of the simulation ended again and again over games {first} to {last}",
        hint="try fewer of them, such as `--workers 1`; the system may be short of memory",
        explanation=(
            "Games are played in processes of their own. When one of them is ended from outside, its games are "
            "given to another one, so none is lost. Here that happened several times with the same games, so "
            "something is wrong that more tries do not mend."
        ),
        sample={"first": 0, "last": 19},
    ),
    Entry(
        code="E483",
        title="nobody plays the games: {reason}",
        hint="{help}",
        explanation=(
            "`--cluster` hands games to the workers of a Dask scheduler. It has to answer within a few seconds, "
            "there have to be workers, and all of them need the same version of ruledsl."
        ),
        sample={
            "reason": "no scheduler answers at `tcp://localhost:8786`",
            "help": "start one with `dask scheduler`",
        },
    ),
    Entry(
        code="E476",
        title="`{bound}` is no bound that can be tested: {reason}",
        hint="{help}",
        explanation=(
            "A comment that begins with `require:` is held against the games that `simulate` plays. It names a "
            "measure, says < <= > or >=, and a number, in per cent where the measure is a share."
        ),
        sample={
            "bound": "seat advantage is small",
            "reason": "it has to be a measure, one of < <= > >=, and a number",
            "help": "for example: seat advantage < 3 %",
        },
    ),
    Entry(
        code="E477",
        title="the HTML report needs a package that is not installed: {package}",
        hint="in the checkout run `python -m pip install --constraint constraints.txt --editable '.[report]'`",
        explanation=(
            "The charts of the report are made by Altair, which is not needed for anything else and therefore "
            "not installed with ruledsl itself. The extra `report` brings it."
        ),
        sample={"package": "altair"},
    ),
)

_POSITIONS: tuple[Entry, ...] = (
    Entry(
        code="E480",
        title="there is no such position: {reason}",
        hint="compare the line with a `given` in one of the game's examples",
        explanation=(
            "What `given` says is put in place, and play stands where `at` says. Here that does not work "
            "out: a piece would be in two places, say, or there are not so many of a kind."
        ),
        sample={"reason": "there is no second 9C"},
    ),
    Entry(
        code="E481",
        title="the game is over: {move} cannot be made any more",
        hint="ask about an earlier position",
        explanation="In the position that was described nobody has to choose, so no move can be judged.",
        sample={"move": "Play [9C]"},
    ),
    Entry(
        code="E490",
        title="the rules cannot be followed here: {text}",
        label="{moment}{known}",
        hint="{advice}",
        explanation=(
            "The game was being played and came to a place where the rules ask for something that cannot be "
            "done: to move a card that is not there, to look up a table that has no such entry, to choose "
            "where there is no option. Nothing is guessed then. The message names the rule, the moment in "
            "the game and what was known; the rules have to say what shall happen in that case."
        ),
        bad="phase round {\n    8 from stock -> p.hand\n}",
        good="phase round {\n    up to 8 from stock -> p.hand\n}",
        sample={
            "text": "3 more pieces are wanted from stock",
            "moment": "after 12 moves, B to choose",
            "known": "; zone stock",
            "advice": "write `up to` before the number where a shortage is meant",
        },
    ),
)

_FINDINGS: tuple[Entry, ...] = (
    Entry(
        code="E478",
        title="`{name}` is no kept finding: {reason}",
        hint="take it out of the folder, or name another folder with --corpus",
        explanation=(
            "`ruledsl fuzz --corpus DIR` keeps every finding as a file of that folder and tries all of them "
            "again the next time. Other JSON files do not belong there: a finding that cannot be read would be "
            "passed over in silence."
        ),
        sample={"name": "found/notes.json", "reason": "it is no finding of `ruledsl fuzz`"},
    ),
    Entry(
        code="E479",
        title="{count:example does|examples do} not hold with the rules as they are",
        hint="run `ruledsl test {name}` and mend them first",
        explanation=(
            "`ruledsl mutate` changes the rules and looks whether an example notices. Where one fails already "
            "without any change, nothing can be told from that."
        ),
        sample={"count": 2, "name": "mine.rules"},
    ),
    Entry(
        code="E482",
        title="`{name}` is no list of equivalent mutants: {reason}",
        hint="write it as a table [equivalent] with lines such as 'define limit: ...' = \"the reason\"",
        explanation=(
            "The list of `game.rules` is `game.mutants.toml` beside it, or the file that --list names. It has "
            "one table, [equivalent]: the names of mutants, as `ruledsl mutate` shows them, each with the "
            "reason why no game can tell it from the rules. A list that cannot be read is not passed over, "
            "because the score would be another one."
        ),
        sample={"name": "mine.mutants.toml", "reason": "the reason is missing for define limit: ..."},
    ),
)

ENTRIES: tuple[Entry, ...] = (*_RECORDS, *_VERIFICATION, *_FILES, *_SIMULATIONS, *_FINDINGS, *_POSITIONS)
