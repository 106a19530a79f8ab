"""Plays a session with people: shows each their own view, asks, answers, and tells the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from interpreter.choices import Option
from interpreter.faults import Refused
from interpreter.notation import Unclear, notation_of
from interpreter.parse import match_option, split_label
from ruledsl.cli.table import words
from ruledsl.cli.table.brackets import with_brackets, without_brackets
from ruledsl.cli.table.choices import MOST_WORDS, Choices, Entry, Menu
from ruledsl.cli.table.commands import COMMANDS, Command, command_of
from ruledsl.cli.table.screen import Scene, Screen
from ruledsl.cli.table.sheet import Sheet, make_sheet
from ruledsl.diagnostics.suggest import did_you_mean
from ruledsl.tools.session import Session

SHORT: Final = 6
"""Answers of so many lines are shown below the table, longer ones on a page of their own."""

Save = Callable[[str], str]
"""Writes the game to a path (empty: the usual one) and says in a sentence what came of it."""


class Quit(Exception):
    """Somebody wants to leave the game."""


class Host:
    """Plays one session on one screen."""

    def __init__(self, session: Session, screen: Screen, save: Save) -> None:
        self.session = session
        self.screen = screen
        self.save = save
        self._since = dict.fromkeys(session.people, 0)
        self._before: int | None = None
        """who sat before the screen last"""
        self._last: int | None = None
        """who chose last"""

    def run(self) -> None:
        """Plays to the end. Raises Quit, EOFError or KeyboardInterrupt when somebody leaves, PlayFault."""
        session = self.session
        while not session.over:
            seat = session.decision.seat
            if session.is_person_due:
                self._person(seat)
            else:
                session.take(session.bot_option())
            self._last = seat
        self._end()

    # -- one decision of a person ----------------------------------------------------------------

    def _person(self, seat: int) -> None:
        session = self.session
        if len(session.people) == 1 and len(session.options) == 1:
            session.take(session.options[0], forced=True)
            return
        if len(session.people) > 1 and seat != self._before:
            self.screen.hand_over(session.layout.seat_names[seat])
        self._before = seat
        line = len(session.log[seat])
        chosen = len(session.chosen)
        option = self._ask(seat)
        if option is None:
            self._since[seat] = min(self._since[seat], len(session.log[seat]))
            return
        session.take(option)
        alone = session.program.players == 1
        if len(session.chosen) > chosen and (alone or session.over or session.decision.seat != seat):
            self._since[seat] = line

    def _ask(self, seat: int) -> Option | None:
        """What a person chooses; None when they have taken a choice back."""
        session = self.session
        choices = Choices(session, session.view(seat))
        menu = choices.start()
        scene = self._scene(seat, choices, menu)
        wanted = self._words(choices)
        trail: list[Menu] = []
        while True:
            self.screen.draw(scene)
            line = self.screen.ask(_prompt(menu), wanted)
            notes: Sequence[str] = ()
            command = command_of(line, [entry.text for entry in menu.entries])
            if command is not None and command.name == "undo":
                notes = self._undo()
                if not notes:
                    return None
            elif command is not None and command.name == "back":
                menu = trail.pop() if trail else menu
            elif command is not None:
                notes = self._command(command, seat, choices, menu)
            elif not line:
                menu, trail = choices.start(), []
            else:
                found = self._understand(choices, menu, line)
                if isinstance(found, Menu):
                    trail.append(menu)
                    menu = found
                    if len(menu.options) == 1:
                        return choices.options[menu.options[0]]
                else:
                    notes = found
            if len(notes) > SHORT:
                self.screen.page(notes)
                notes = ()
            scene = evolve(scene, menu=menu, notes=tuple(notes))

    def _scene(self, seat: int, choices: Choices, menu: Menu) -> Scene:
        session = self.session
        zones = {choices.pos.place[piece] for piece in choices.pieces()}
        own = [zone for zone in zones if zone >= 0 and session.layout.zone_owner[zone] == seat]
        sheet = self.sheet(seat)
        drawn = [place.number for place in sheet.own if place.number in own]
        return Scene(
            sheet=sheet,
            head=self._head(seat),
            news=tuple(words.news(session, seat, self._since[seat])),
            menu=menu,
            shown=tuple(drawn),
            same_turn=self._last == seat,
        )

    def sheet(self, seat: int | None) -> Sheet:
        """What a seat sees."""
        session = self.session
        chooser = None if session.over else session.decision.seat
        stands = words.stands_for(session)
        sheet = make_sheet(session.layout, notation_of(session.machine), session.view(seat), stands, chooser)
        return evolve(sheet, remarks=words.remark_lines(session, seat))

    def _head(self, seat: int) -> str:
        session = self.session
        decision = session.decision
        who = words.who(session, seat, seat)
        head = "You choose" if who == "You" else f"{who} chooses"
        if decision.simultaneous:
            head += ", all at the same time"
        if decision.mode == "keeps" and decision.passes:
            head += ", again until enough"
        return head + "."

    def _words(self, choices: Choices) -> list[str]:
        texts = [text.replace('"', "", 2) for text in choices.texts[:MOST_WORDS]]
        return [*texts, *COMMANDS]

    # -- what is said ----------------------------------------------------------------------------

    def _understand(self, choices: Choices, menu: Menu, line: str) -> Menu | Sequence[str]:
        """The menu that a line leads to, with one option when it is clear; else why it is not."""
        keys = line.split()
        picked = choices.pick(menu, keys) if menu.picks else None
        if picked is not None:
            return picked
        entry = menu.entry(line) or _entry_called(menu, line)
        if entry is not None:
            return choices.narrowed(menu, entry)
        attempts = self._readings(line, menu.path[:1])
        unclear: tuple[Option, ...] = ()
        for attempt in attempts:
            found = match_option(self.session.machine, choices.decision, attempt)
            if isinstance(found, Unclear):
                unclear = unclear or found.candidates
                continue
            index = next(i for i, option in enumerate(choices.options) if option.key == found.key)
            return choices.menu((index,))
        if len(unclear) > 1:
            keyed = {option.key for option in unclear}
            among = [i for i, option in enumerate(choices.options) if option.key in keyed]
            return choices.menu(among, menu.path[:1])
        unfit = _unfit_cards(menu, keys)
        return self._objections(attempts, line) if unfit is None else [unfit]

    def _readings(self, line: str, path: Sequence[str]) -> list[str]:
        """What a line may be short for: with the label that was chosen before, with brackets."""
        labels = list(dict.fromkeys(code.label for code in self.session.decision.choice.alternatives))
        meant, rest = split_label(line, labels)
        named = [(label, rest) for label in meant] if rest != line else []
        readings = [*named, *[(label, line) for label in path]]
        lists = [(label, with_brackets(said)) for label, said in readings]
        return [
            *[f'"{label}" {said}' for label, said in readings],
            *[f'"{label}" {said}' for label, said in lists if said is not None],
            *[f'"{label}" [{said}]' for label, said in readings],
            line,
            with_brackets(line) or f"[{line}]",
        ]

    def _objections(self, attempts: Sequence[str], line: str) -> list[str]:
        """Why a line cannot be chosen: of what it may mean, that with the clearest reasons."""
        session = self.session
        judgements = [session.judge(attempt) for attempt in attempts]
        clear = [j for j in judgements if all(o.kind != "unclear" for o in j.objections)]
        if not clear and line.replace(" ", "").isdigit():
            return [f"{line}: no such number can be chosen now."]
        judgement = evolve(min(clear or judgements, key=lambda j: len(j.objections)), text=line)
        texts = [text.replace('"', "", 2) for text in session.texts[:MOST_WORDS]]
        lines = words.objection_lines(judgement, did_you_mean(line, [*texts, *COMMANDS]))
        return lines if clear else [*lines, *self._pattern(line)]

    def _pattern(self, line: str) -> list[str]:
        """How a move of the kind that a line begins with is written."""
        options = self.session.options
        labels, rest = split_label(line, list(dict.fromkeys(option.label for option in options)))
        for option, text in zip(options, self.session.texts, strict=False):
            if rest != line and option.label in labels and option.bindings:
                example = without_brackets(text.replace('"', "", 2))
                return [f"A whole move is written like this: {example}"]
        return []

    def _why(self, choices: Choices, menu: Menu, line: str) -> Sequence[str]:
        """Why a move cannot be chosen, or that it can."""
        entry = menu.entry(line) or _entry_called(menu, line)
        if entry is not None:
            ways = f", in {len(entry.options)} ways" if len(entry.options) > 1 else ""
            return [f"{entry.text} may be chosen{ways}."]
        keys = line.split()
        picked = choices.pick(menu, keys) if menu.picks else None
        if picked is not None:
            more = picked.missing[0] if picked.picks and len(picked.options) > 1 else 0
            return [f"{line} may be chosen{f', with {more} more' if more else ''}."]
        unfit = _unfit_cards(menu, keys)
        return self._objections(self._readings(line, menu.path[:1]), line) if unfit is None else [unfit]

    def _command(self, command: Command, seat: int, choices: Choices, menu: Menu) -> Sequence[str]:
        """Carries a command out; gives its answer."""
        session = self.session
        if command.name == "quit":
            raise Quit
        if command.name == "why":
            if not command.rest:
                return ["Say which move you mean: why MOVE."]
            return self._why(choices, menu, command.rest)
        if command.name == "hint":
            option = session.hint()
            index = session.options.index(option)
            return [f"Hint: {session.texts[index].replace(chr(34), '', 2)}"]
        if command.name == "log":
            return words.log_lines(session, seat)
        if command.name == "save":
            return [self.save(command.rest)]
        if command.name == "rules":
            return list(words.rules_lines(session))
        if command.name == "help":
            return list(words.help_lines(session))
        return ()

    def _undo(self) -> Sequence[str]:
        try:
            self.session.undo()
        except Refused as refused:
            return [f"{str(refused).capitalize()}."]
        return ()

    # -- the end ---------------------------------------------------------------------------------

    def _end(self) -> None:
        """The last picture, and the result."""
        session = self.session
        viewer = session.people[0] if len(session.people) == 1 else None
        since = self._since[viewer] if viewer is not None else 0
        told = words.news(session, viewer, since) if viewer is not None else []
        head = words.winner_line(session, viewer)
        notes = tuple(words.result_lines(session))
        self.screen.draw(Scene(self.sheet(viewer), head, tuple(told), notes=notes))


def _prompt(menu: Menu) -> str:
    said = [*menu.path, *menu.wanted]
    return (" / ".join(said) + " >") if said else ">"


def _unfit_cards(menu: Menu, keys: Sequence[str]) -> str | None:
    """Why cards that were picked by number or code cannot be chosen; None: that is not what was typed."""
    unknown = [key for key in keys if not menu.has(key)]
    if not menu.picks or len(unknown) == len(keys):
        return None
    low, high = menu.missing
    if not unknown and len(keys) > high:
        most = "one" if high == 1 else str(high)
        return f"{' '.join(keys)}: that is {len(keys)}, and only {most} can be chosen."
    if not unknown and len(keys) < low:
        return f"{' '.join(keys)}: that is {len(keys)}, and {low} are wanted."
    return f"{' '.join(unknown or keys)}: not among the cards that fit."


def _entry_called(menu: Menu, line: str) -> Entry | None:
    """The entry that a text names, or the only one that begins with it."""
    wanted = _bare(line)
    same = [entry for entry in menu.entries if _bare(entry.text) == wanted]
    if not same:
        same = [entry for entry in menu.entries if _bare(entry.text).startswith(wanted)]
    return same[0] if len(same) == 1 else None


def _bare(text: str) -> str:
    return " ".join(text.replace("[", " ").replace("]", " ").replace('"', " ").split()).lower()
