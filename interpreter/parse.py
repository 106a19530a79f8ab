"""Typed moves: from the notation back to options, and to candidates that are no options.

A text is cut into groups: a list in brackets with what follows it (`as run`, `from A.hand at 3`), or a word.
Each group stands for one generator of an alternative.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.choices import AlternativeCode, Option
from interpreter.explain import Reason, why
from interpreter.expressions.clauses import compile_values
from interpreter.faults import RulesFault
from interpreter.melds import Meld, form, formed_by
from interpreter.notation import (
    Notation,
    Unclear,
    bound_generators,
    decision_texts,
    face_text,
    notation_of,
    reading_text,
)
from interpreter.position import Position, copy_position
from interpreter.program import Gen
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.machine import Decision, Machine

_TOKEN = re.compile(r'"([^"]*)"?|\[([^\]]*)\]?|(\S+)')
_DECLINING = ("nothing", "enough", "pass", "no")


@frozen
class Group:
    """One group of a typed text; `words` are the codes or the word, `kind` and `places` what was said
    besides.
    """

    words: tuple[str, ...]
    listed: bool
    kind: str = ""
    places: tuple[str, ...] = ()


@frozen
class Candidate:
    """Something that was meant, whether it may be chosen or not: what `Machine.why` takes."""

    label: str
    bindings: tuple[Any, ...]


def split_label(text: str, labels: Sequence[str]) -> tuple[list[str], str]:
    """The labels that the beginning of a text may mean, best first, and what follows it.

    In quotes a label is meant exactly or by its beginning; without, the longest label is taken, else none.
    """
    text = text.strip()
    if text.startswith('"'):
        end = text.find('"', 1)
        end = len(text) if end < 0 else end
        return _labels_like(text[1:end], labels), text[end + 1 :].strip()
    lower = text.lower()
    for label in sorted(labels, key=len, reverse=True):
        if label and lower.startswith(label.lower()) and not lower[len(label) :][:1].isalnum():
            return [label], text[len(label) :].strip()
    word, _, rest = text.partition(" ")
    found = [label for label in labels if word and label.lower().startswith(word.lower())]
    return (found, rest.strip()) if found else (list(labels), text)


def _labels_like(text: str, labels: Sequence[str]) -> list[str]:
    for same in (str, str.lower):
        exact = [label for label in labels if same(label) == same(text)]
        if exact:
            return exact
    return [label for label in labels if label.lower().startswith(text.lower())]


def split_groups(text: str) -> list[Group]:
    """The groups of a text after the label."""
    groups: list[Group] = []
    tokens = [match.group(1, 2, 3) for match in _TOKEN.finditer(text)]
    index = 0
    while index < len(tokens):
        _, listed, word = tokens[index]
        following = tokens[index + 1][2] if index + 1 < len(tokens) else None
        if word == "as" and following and groups:
            groups[-1] = Group(groups[-1].words, groups[-1].listed, following, groups[-1].places)
            index += 2
        elif word == "from" and groups:
            index, places = _places(tokens, index + 1)
            groups[-1] = Group(groups[-1].words, groups[-1].listed, groups[-1].kind, places)
        elif listed is not None:
            groups.append(Group(tuple(listed.split()), True))
            index += 1
        else:
            groups.append(Group((word or tokens[index][0] or "",), False))
            index += 1
    return groups


def _places(tokens: Sequence[tuple[str | None, ...]], index: int) -> tuple[int, tuple[str, ...]]:
    """Places after `from`: `A.hand at 3, A.hand at 4`."""
    words: list[str] = []
    while index < len(tokens) and tokens[index][2] is not None:
        word = str(tokens[index][2])
        if words and not words[-1].endswith(",") and words[-1] != "at" and word != "at":
            break
        words.append(word)
        index += 1
    return index, tuple(part.strip().lower() for part in " ".join(words).split(",") if part.strip())


# ---------------------------------------------------------------------------------------------
# Does a group mean this value?


class Reader:
    """Compares groups with values. `strict`: codes as printed, in their order; else in any order and case."""

    def __init__(self, notation: Notation, pos: Position, strict: bool) -> None:
        self.notation = notation
        self.pos = pos
        self.strict = strict

    def means(self, group: Group, value: Any, kind: str) -> bool:
        """Whether the group may stand for the value."""
        if isinstance(value, Meld):
            program = self.notation.program
            if group.kind and program.melds[value.kind].name.lower() != group.kind.lower():
                return False
            return self._cards(group, value.pieces, value.faces)
        if kind == "piece":
            return value is not None and self._cards(group, (value,), None)
        if kind in ("pieces", "list") and isinstance(value, tuple):
            return self._cards(group, value, None)
        if len(group.words) != 1:
            return False
        texts = [self.notation.value(self.pos, value, kind)]
        if kind.startswith("domain:"):
            domain = self.notation.layout.domain_named.get(kind[len("domain:") :])
            if domain is not None and domain != 0:
                texts.append(self.notation.program.domains[domain].codes[value])
        return any(self._same(group.words[0], text) for text in texts if text)

    def _same(self, word: str, text: str) -> bool:
        return word == text if self.strict else word.lower() == text.lower()

    def _cards(self, group: Group, pieces: Sequence[int], faces: Sequence[int] | None) -> bool:
        """Whether the words are these cards, each used once, in any order."""
        if len(group.words) != len(pieces) or not self.lie_where_said(group, pieces):
            return False
        readings: list[int | None] = [None] * len(pieces) if faces is None else list(faces)
        return self._assign(list(group.words), list(zip(pieces, readings, strict=True)))

    def lie_where_said(self, group: Group, pieces: Sequence[int]) -> bool:
        """Whether the pieces lie at the places after `from`; yes where none are named."""
        if not group.places:
            return True
        return sorted(group.places) == sorted(self.notation.place(self.pos, p).lower() for p in pieces)

    def _assign(self, words: list[str], cards: list[tuple[int, int | None]]) -> bool:
        if not words:
            return True
        for index, (piece, reading) in enumerate(cards):
            if self.card(words[0], piece, reading) and self._assign(
                words[1:], cards[:index] + cards[index + 1 :]
            ):
                return True
        return False

    def card(self, word: str, piece: int, reading: int | None = None) -> bool:
        """Whether a word is this card, read like this."""
        layout = self.notation.layout
        owner, dot, code = word.partition(".")
        if dot and owner.upper() in layout.seat_names:
            if layout.piece_owner[piece] < 0 or layout.seat_names[layout.piece_owner[piece]] != owner.upper():
                return False
        else:
            code = word
        code, equals, read = code.partition("=")
        face = layout.piece_face[piece]
        if equals:
            if reading is None or reading == face:
                return False
            if not self._code(read, reading_text(self.notation.program, face, reading)):
                return False
        if layout.is_die[piece] and self.pos.shown[piece]:
            return code == str(self.pos.shown[piece])
        return self._code(code, face_text(self.notation.program, face))

    def _code(self, word: str, code: str) -> bool:
        if self.strict:
            return word == code
        return sorted(word.upper()) == sorted(code.upper())


# ---------------------------------------------------------------------------------------------
# Options


def match_option(machine: Machine, decision: Decision, text: str) -> Option | Unclear:
    """See `interpreter.notation.find_option`."""
    options = decision.options
    plain = text.strip().strip('"').lower()
    if plain in _DECLINING:
        declining = [option for option in options if option.kind != "option"]
        if declining:
            return declining[0]
    for option, written in zip(options, decision_texts(machine, decision), strict=True):
        if written == text.strip():
            return option
    notation = notation_of(machine)
    labels = list(dict.fromkeys(code.label for code in decision.choice.alternatives))
    wanted, rest = split_label(text, labels)
    groups = split_groups(rest)
    among = [option for option in options if option.kind == "option" and option.label in wanted]
    for strict in (True, False):
        reader = Reader(notation, decision.position, strict)
        found = [option for option in among if _fits(decision, reader, option, groups, exact=True)]
        if len(found) == 1:
            return found[0]
        if found:
            return Unclear(text, tuple(found))
    reader = Reader(notation, decision.position, False)
    partly = [option for option in among if _fits(decision, reader, option, groups, exact=False)]
    return partly[0] if len(partly) == 1 else Unclear(text, tuple(partly))


def _fits(decision: Decision, reader: Reader, option: Option, groups: Sequence[Group], exact: bool) -> bool:
    """Whether groups stand for the bindings of an option; not `exact`: for the first of them."""
    generators = bound_generators(decision.choice.alternatives[option.alternative])
    if len(groups) > len(generators) or (exact and len(groups) != len(generators)):
        return False
    return all(
        reader.means(group, value, gen.type)
        for group, value, gen in zip(groups, option.bindings, generators, strict=False)
    )


# ---------------------------------------------------------------------------------------------
# Candidates


def why_not(machine: Machine, decision: Decision, text: str) -> list[Reason]:
    """The reasons against what a text means; none if it may be chosen.

    Of what it may mean, that with the fewest reasons counts.
    """
    meant = [
        why(machine, decision, candidate.label, candidate.bindings)
        for candidate in candidates(machine, decision, text)
    ]
    if not meant:
        return [_unclear(machine, decision, text)]
    return min(meant, key=len)


def _unclear(machine: Machine, decision: Decision, text: str) -> Reason:
    """Why a text means nothing: cards that make no meld, else just that."""
    labels = list(dict.fromkeys(code.label for code in decision.choice.alternatives))
    wanted, rest = split_label(text, labels)
    groups = split_groups(rest)
    if len(groups) > 1 and not any(group.listed for group in groups):
        groups = [Group(tuple(word for group in groups for word in group.words), True)]
    for code in decision.choice.alternatives:
        generators = bound_generators(code)
        if code.label not in wanted or len(generators) != len(groups):
            continue
        for gen, group in zip(generators, groups, strict=True):
            if gen.kind == "melds" and _Guess(machine, decision, code, groups).are_cards(group):
                kinds = " or ".join(dict.fromkeys(machine.program.melds[kind].name for kind, _ in gen.static))
                return Reason("no-meld", f"[{' '.join(group.words)}] is no {kinds}", gen.origin, gen.name)
    return Reason("unclear", "this is not a move that could be made here", decision.origin)


def candidates(machine: Machine, decision: Decision, text: str) -> list[Candidate]:
    """What a text may mean, whether it may be chosen or not; the likeliest first, at most a few.

    A card that cannot be bound is looked for elsewhere on the table, so that `why` can say what is wrong
    with it.
    """
    labels = list(dict.fromkeys(code.label for code in decision.choice.alternatives))
    wanted, rest = split_label(text, labels)
    groups = split_groups(rest)
    found: list[Candidate] = []
    for code in decision.choice.alternatives:
        if code.label not in wanted or len(bound_generators(code)) != len(groups):
            continue
        for bindings in _Guess(machine, decision, code, groups).bindings():
            found.append(Candidate(code.label, bindings))
            if len(found) == _ENOUGH:
                return found
    return found


_ENOUGH = 24


class _Guess:
    """Looks for values that groups may stand for, generator by generator."""

    def __init__(
        self, machine: Machine, decision: Decision, code: AlternativeCode, groups: Sequence[Group]
    ) -> None:
        self.machine = machine
        self.compiler = machine.rules.another_compiler()
        self.decision = decision
        self.code = code
        self.groups = groups
        self.st = State(copy_position(decision.position), decision.state.chance)
        self.st.pure = True
        self.st.chooser = decision.seat
        notation = notation_of(machine)
        self.readers = [Reader(notation, self.st.pos, strict) for strict in (True, False)]

    def are_cards(self, group: Group) -> bool:
        """Whether each word is a card that there is."""
        return bool(group.words) and all(self._pieces_called(word, group) for word in group.words)

    def bindings(self) -> Iterator[tuple[Any, ...]]:
        steps = [step for step in self.code.node.clause.steps if isinstance(step, Gen)]
        with self.compiler.seats_from("chooser"):
            yield from self._from(steps, list(self.groups), ())

    def _from(
        self, steps: list[Gen], groups: list[Group], bound: tuple[Any, ...]
    ) -> Iterator[tuple[Any, ...]]:
        if not steps:
            yield bound
            return
        gen, rest = steps[0], steps[1:]
        if gen.kind == "let":
            try:
                self.st.cells[gen.cell] = self.compiler(gen.args[0])(self.st)
            except RulesFault:
                self.st.cells[gen.cell] = None
            yield from self._from(rest, groups, bound)
            return
        for value in self._values(gen, groups[0])[:_ENOUGH]:
            self.st.cells[gen.cell] = value
            yield from self._from(rest, groups[1:], (*bound, value))
        self.st.cells[gen.cell] = None

    def _values(self, gen: Gen, group: Group) -> list[Any]:
        """The values of a generator that a group may stand for; if there is none, whatever else it may
        mean.
        """
        offered = self._offered(gen)
        for reader in self.readers:
            found = [value for value in offered if reader.means(group, value, gen.type)]
            if found:
                return found
        if gen.kind == "melds":
            return self._melds(gen, group)
        if gen.type == "piece" or gen.kind == "subsets":
            lists = self._pieces(group)
            return [pieces[0] for pieces in lists if len(pieces) == 1] if gen.type == "piece" else lists
        return self._plain(gen, group)

    def _offered(self, gen: Gen) -> list[Any]:
        if gen.kind == "subsets":
            return []
        try:
            return list(compile_values(self.compiler, gen)(self.st))
        except RulesFault:
            return []

    def _plain(self, gen: Gen, group: Group) -> list[Any]:
        """A number, a yes or no, a member, as it is written."""
        word = group.words[0] if len(group.words) == 1 else ""
        if gen.type == "number" and re.fullmatch(r"-?\d+", word):
            return [int(word)]
        if gen.type == "yes/no" and word.lower() in ("yes", "no"):
            return [word.lower() == "yes"]
        if gen.type.startswith("domain:"):
            domain = self.machine.layout.domain_named.get(gen.type[len("domain:") :])
            if domain is not None:
                members = range(len(self.machine.program.domains[domain].members))
                return [m for m in members if self.readers[1].means(group, m, gen.type)]
        return []

    def _pieces(self, group: Group) -> list[tuple[int, ...]]:
        """Lists of pieces that the words may be: first those the chooser holds, then those on the table."""
        found: list[tuple[int, ...]] = [()]
        for word in group.words:
            choices = self._pieces_called(word, group)
            found = [(*before, piece) for before in found for piece in choices if piece not in before][
                :_ENOUGH
            ]
        return [pieces for pieces in found if self.readers[1].lie_where_said(group, pieces)]

    def _pieces_called(self, word: str, group: Group) -> list[int]:
        layout = self.machine.layout
        pos = self.st.pos
        seat = self.decision.seat

        def rank(piece: int) -> tuple[int, int]:
            zone = pos.place[piece]
            mine = zone >= 0 and layout.zone_owner[zone] == seat
            known = bool(pos.known[piece] >> seat & 1)
            return (0 if mine else 1 if zone >= 0 and known else 2, piece)

        for reader in self.readers:
            found = [
                piece for piece in range(layout.piece_count) if reader.card(word.partition("=")[0], piece)
            ]
            if found:
                return sorted(found, key=rank)
        return []

    def _melds(self, gen: Gen, group: Group) -> list[Meld]:
        """Melds of the wanted kinds that these cards make, though they may not be made of what may be
        used.
        """
        program = self.machine.program
        found: list[Meld] = []
        for pieces in self._pieces(group):
            for kind, parameters in gen.static:
                if parameters or (group.kind and program.melds[kind].name.lower() != group.kind.lower()):
                    continue
                fixed = self._readings(group, pieces)
                meld = form(self.machine.layout, self.st.pos, pieces, ((kind, ()),), None, fixed)
                if meld is not None:
                    found.append(formed_by(meld, self.decision.seat))
        return found

    def _readings(self, group: Group, pieces: Sequence[int]) -> dict[int, int]:
        """The readings that were written, as faces."""
        layout = self.machine.layout
        fixed: dict[int, int] = {}
        for word, piece in zip(group.words, pieces, strict=True):
            if "=" in word:
                for face in layout.readings[layout.piece_face[piece]]:
                    if self.readers[1].card(word, piece, face):
                        fixed[piece] = face
        return fixed
