"""`extends`, `replace`, `remove`, `while`, and access to other files: E050 to E089."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

VARIANT = 'game "Variant" extends "base.rules"\n'
"""How the samples of this file begin; the tests put a `base.rules` beside them."""

_CHANGES: tuple[Entry, ...] = (
    Entry(
        code="E050",
        title="`{word}` changes another game, and this file extends none",
        label="nothing to change",
        hint='say which game it is a variant of: `game "..." extends "file.rules"`',
        explanation=(
            "A variant states only what differs from another game, and changes what it finds there with "
            "`replace` and `remove`. In a file of its own everything is simply written as it shall be."
        ),
        bad="replace define rich = no\n",
        good="define rich = no\n",
        sample={"word": "replace"},
    ),
    Entry(
        code="E051",
        title="there is no `{head} {name}` to replace",
        label="replaces nothing",
        hint="check the spelling; what is new in a variant is written without `replace`",
        explanation=(
            "What is replaced is found by its kind and its name. That nothing is found is told, because "
            "otherwise a slip of the pen would leave the old rule in force."
        ),
        bad=VARIANT + "replace define reach = 3\n",
        good=VARIANT + "replace define rich = no\n",
        sample={"head": "define", "name": "reach"},
    ),
    Entry(
        code="E052",
        title="there is no `{head} {name}` to remove",
        label="removes nothing",
        hint="check the spelling; perhaps it has been removed already",
        explanation="What is removed is found by its kind and its name, and it has to be there.",
        bad=VARIANT + "remove zone hamd\n",
        good=VARIANT + "remove table fee\n",
        sample={"head": "zone", "name": "hamd"},
    ),
    Entry(
        code="E053",
        title="`{name}` is no `{head}` but a `{other}`",
        label="another kind of declaration",
        hint="write `{other} {name}`; to put a {head} in its place, `remove` it and declare it anew",
        explanation=(
            "A declaration can only be replaced by one of the same kind, and it is removed by its kind and "
            "name."
        ),
        bad=VARIANT + "remove define fee\n",
        good=VARIANT + "remove table fee\n",
        sample={"head": "define", "name": "fee", "other": "table"},
    ),
    Entry(
        code="E054",
        title="`{head}` cannot be replaced",
        label="it has no name",
        hint=(
            "game, players and teams are simply stated again; a `when` stays in force, examples are not "
            "inherited"
        ),
        explanation=(
            "`replace` finds what it replaces by its name. Game, players, teams and settings are there "
            "once, so that stating them again is enough."
        ),
        bad=VARIANT + "replace players 3\n",
        good=VARIANT + "players 3\n",
        sample={"head": "players"},
    ),
    Entry(
        code="E055",
        title="there is no `{head}` to replace",
        label="replaces nothing",
        hint="write it without `replace`",
        explanation="The extended game does not say it, so that the variant can simply add it.",
        bad=VARIANT + "replace payoff player p: p.score\n",
        good=VARIANT + "payoff player p: p.score\n",
        sample={"head": "payoff"},
    ),
    Entry(
        code="E064",
        title="`{name}` is no kind of declaration that can be removed",
        label="unknown kind",
        hint="write the kind and the name: `remove zone hand`",
        explanation=(
            "Behind `remove` stands the kind of a declaration and then its name. What has no name, like a "
            "`when`, cannot be removed."
        ),
        bad=VARIANT + "remove tabel fee\n",
        good=VARIANT + "remove table fee\n",
        sample={"name": "tabel"},
    ),
    Entry(
        code="E065",
        title="`{head} {name}` is this file's own",
        label="nothing is inherited here",
        hint="change it where it is declared; only what an extended file declares is replaced or removed",
        explanation=(
            "`replace` and `remove` change what an extended file says. What the same file says can be "
            "written as it shall be in the first place."
        ),
        bad=VARIANT + "define fair = yes\nreplace define fair = no\n",
        good=VARIANT + "define fair = no\n",
        sample={"head": "define", "name": "fair"},
    ),
)
"""Changing an extended game."""

_FILES: tuple[Entry, ...] = (
    Entry(
        code="E057",
        title="`{name}` lies outside of this file's folder",
        label="not allowed",
        hint="put the file beside this one or in a folder below it, and name it as seen from here",
        explanation=(
            "A file can extend a bundled game or a file in or below its own folder. Absolute paths, `..` "
            "and links that lead out are refused, so that rules from a stranger can read nothing else on "
            "the machine."
        ),
        bad='game "Variant" extends "../base.rules"\n',
        good=VARIANT,
        sample={"name": "../base.rules"},
    ),
    Entry(
        code="E058",
        title="there is no file `{name}` beside this one, and no bundled game of that name",
        label="not found",
        hint="name the file as seen from the folder of this one, or a bundled game",
        explanation=(
            "The game that is extended is looked for in the folder of the file that extends it, then among "
            "the bundled games. Without it nothing can be said about the meaning of the variant, so that "
            "the other messages are about its form only."
        ),
        bad='game "Variant" extends "bsae.rules"\n',
        good=VARIANT,
        sample={"name": "bsae.rules"},
    ),
    Entry(
        code="E059",
        title="these files extend one another in a circle: {circle}",
        label="leads back to where it began",
        hint="let one of them stand on its own",
        explanation=(
            "A variant needs a game that it is a variant of. Here that leads from file to file and back "
            "again."
        ),
        bad='game "Variant" extends "mine.rules"\n',
        good=VARIANT,
        sample={"circle": "a.rules -> b.rules -> a.rules"},
    ),
    Entry(
        code="E066",
        title="more than {limit} files extend one another",
        label="one more",
        hint="write a variant of an earlier game of the chain",
        explanation=(
            "A limit keeps files from a stranger from using up the memory of the machine that reads them."
        ),
        sample={"limit": 16},
    ),
)
"""Finding an extended game."""

_WHILE: tuple[Entry, ...] = (
    Entry(
        code="E056",
        title="what a `{word}` says is settled before the game begins",
        label="cannot change during play",
        hint=(
            "let the `while` ask for the number of players and settings only, or choose with a condition "
            "in a `define`"
        ),
        explanation=(
            "Cards, zones, tables and the like are the same from the first move to the last. A `while` can "
            "replace them only if its condition is fixed before the game begins, by the number of players "
            "and by settings."
        ),
        bad="while stock.size > 3 { zone pool: row, open }\n",
        good="while players > 3 { zone pool: row, open }\n",
        sample={"word": "zone"},
    ),
    Entry(
        code="E060",
        title="`{name}` is the kind of a setting and cannot be replaced",
        label="needed before",
        hint="give the setting an enum of its own",
        explanation=(
            "What can be chosen for a setting has to be known before it is known what holds, so that the "
            "enum behind a setting cannot depend on one."
        ),
        bad="setting trump: suit = hearts\nwhile players > 3 { enum suit: hearts, clubs, bells }\n",
        good="setting trump: red | green = red\nwhile players > 3 { enum suit: hearts, clubs, bells }\n",
        sample={"name": "suit"},
    ),
    Entry(
        code="E061",
        title="`{word}` cannot stand in a `while`",
        label="move this out",
        hint="join conditions with `and` instead of putting one `while` into another",
        explanation=(
            "A `while` holds declarations that take the place of others for a time. The title, the number "
            "of players, settings, examples, and other `while` cannot change."
        ),
        bad="while players > 3 { players 5 }\n",
        good="while players > 3 { table fee[suit] { else: 1 } }\n",
        sample={"word": "players"},
    ),
    Entry(
        code="E062",
        title="there is no `{head} {name}` that this would replace",
        label="replaces nothing",
        hint="declare it outside of the `while`, too: there it says what holds otherwise",
        explanation=(
            "During play a definition or phase in a `while` takes the place of its namesake as long as the "
            "condition holds. Without a namesake there would be nothing when it does not."
        ),
        bad="while stock is empty { define fair = yes }\n",
        good="define fair = no\nwhile stock is empty { define fair = yes }\n",
        sample={"head": "define", "name": "fair"},
    ),
    Entry(
        code="E063",
        title="`{name}` has {wanted:parameter|parameters}, and here {found}",
        label="not as many as the one it replaces",
        hint="give it the parameters of the one that it replaces",
        explanation=(
            "Whoever uses the name does not care which of them holds, so that both have the same number of "
            "parameters."
        ),
        bad="define fair(p) = p.gem > 1\nwhile stock is empty { define fair = yes }\n",
        good="define fair(p) = p.gem > 1\nwhile stock is empty { define fair(p) = yes }\n",
        sample={"name": "fair", "wanted": 1, "found": 0},
    ),
)
"""Declarations that hold for a while."""

ENTRIES: tuple[Entry, ...] = tuple(sorted((*_CHANGES, *_FILES, *_WHILE), key=lambda entry: entry.code))
