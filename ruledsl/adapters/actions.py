"""The actions of a Program, and the word of actions that stands for an option.

Actions are numbered once for a Program, group by group in the order of `GROUPS`; a group that no choice of
the Program can use is left out, so a game whose options bind nothing has one action for each label.

The word of an option is its label (or "nothing", "enough"), then what is bound, value by value:

    piece    the card by its face and owner, a die by what it shows; where several pieces look like that,
             then its zone, its position if the zone is ordered, and how it lies if pieces are ever turned
    pieces   its pieces in ascending order of their words, then "done"; a list whose order was given by the
             rules keeps its order
    meld     its kind, its pieces as above, "done", how its wilds are read in ascending order, and for a meld
             that has parts the words of the parts, then "done"; a meld on the table: its kind, its zone, its
             number in the zone
    number   itself when it is small; else "longer", the word of the number divided by `base`, the rest.
             A negative one begins with "minus"
    others   a member, a zone, a text, yes or no, or none: one action

No word is the beginning of another one, and different options have different words. Options that the above
does not tell apart (it can happen with lists of lists) get one number more: their order in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from interpreter.choices import Option
from interpreter.faults import EngineBug
from interpreter.layout import Layout
from interpreter.machine import Decision, Machine
from interpreter.melds import Meld
from interpreter.notation import bound_generators, face_text
from interpreter.piece_flow import PieceFlow
from interpreter.piles import place_of
from interpreter.position import Position
from interpreter.program import Choose, Expr, Flip, Gen, Target
from ruledsl.bots.parts import parts

OPTION, ANSWER, PIECE, ZONE, MEMBER, NUMBER = "option", "answer", "piece", "zone", "member", "number"
MELD, READING, FACING, TRUTH, TEXT, MARK = "meld", "reading", "facing", "yes/no", "text", "mark"

GROUPS: Final = (OPTION, ANSWER, PIECE, ZONE, MEMBER, NUMBER, MELD, READING, FACING, TRUTH, TEXT, MARK)
"""The kinds of actions, in the order in which they are numbered."""

MOST_DIGITS: Final = 64
"""So many numbers are actions of their own at most; greater ones are taken digit by digit."""

LIKELY: Final = 10
"""Where the rules do not say how great a number can be, there is room at least for these."""

Step = tuple[int, int]
"""One action of a word: the slot it belongs to (0: the label, i: the i-th value) and the action."""

Word = tuple[Step, ...]
_Code = tuple[int, ...]


@frozen
class Action:
    """One action: its group and a text for people, different within a group."""

    group: str
    text: str


class ActionLayout:
    """Every action of a Program by its number; `actions[i]` says what action i is.

    `option_count` labels and answers come first. `base`: numbers below it are one action. `slots`: how many
    values an option binds at most, one more for options that only their order tells apart.
    """

    def __init__(self, machine: Machine) -> None:
        self.layout: Layout = machine.layout
        needs = _Needs.of(machine.layout)
        self.base = needs.base
        self.slots = needs.slots
        self.actions: tuple[Action, ...] = ()
        self._first: dict[str, int] = {}
        self._labels = self._named(OPTION, needs.labels)
        self._answers = self._named(ANSWER, needs.answers)
        self.option_count = len(self.actions)
        self._lay_out_pieces(needs)
        self._add(ZONE, self.layout.zone_label if needs.zones else ())
        self._lay_out_members(needs)
        self._add(NUMBER, [str(number) for number in range(self.base)])
        program = self.layout.program
        self._add(MELD, [f"as {kind.name}" for kind in program.melds] if needs.melds else ())
        readings = reading_faces(self.layout) if needs.melds else ()
        first = self._add(READING, [f"={face_text(program, face)}" for face in readings])
        self._readings = {face: first + index for index, face in enumerate(readings)}
        self._turned = needs.turned
        self._add(FACING, ("as its zone says", "face down", "face up") if needs.turned else ())
        self._add(TRUTH, ("no", "yes") if needs.truth else ())
        self._texts = self._named(TEXT, needs.texts)
        self._marks = self._named(MARK, needs.marks)
        self._with_parts = [any(shape.parts for shape in kind.shapes) for kind in program.melds]

    @property
    def size(self) -> int:
        """How many actions there are."""
        return len(self.actions)

    def text(self, action: int) -> str:
        """What an action is, for people."""
        return self.actions[action].text

    # -- numbering -------------------------------------------------------------------------------

    def _add(self, group: str, texts: Iterable[str]) -> int:
        """Numbers the actions of a group; the number of the first."""
        first = self._first[group] = len(self.actions)
        self.actions += tuple([Action(group, text) for text in texts])
        return first

    def _named(self, group: str, texts: Sequence[str]) -> dict[str, int]:
        """Numbers the actions of a group; the number of each text."""
        first = self._add(group, texts)
        return {text: first + index for index, text in enumerate(texts)}

    def _lay_out_pieces(self, needs: _Needs) -> None:
        """One action for each face and owner, for a die one for each value (0: never rolled)."""
        layout = self.layout
        self._pieces: dict[int, int] = {}
        texts: list[str] = []
        for label in sorted({layout.piece_label[p] for p in needs.pieces}):
            face = layout.face_of_label(label)
            family = layout.program.families[layout.face_family[face]]
            self._pieces[label] = len(self.actions) + len(texts)
            text = piece_text(layout, label)
            high = family.sides[1] if family.dice and family.sides is not None else 0
            texts += [f"{text} {value or '?'}" for value in range(high + 1)] if family.dice else [text]
        self._alone = {
            label: all(len(layout.twins[p]) == 1 for p in needs.pieces if layout.piece_label[p] == label)
            for label in self._pieces
        }
        self._add(PIECE, texts)

    def _lay_out_members(self, needs: _Needs) -> None:
        self._members: dict[str, int] = {}
        texts: list[str] = []
        for number in sorted(needs.domains):
            domain = self.layout.program.domains[number]
            self._members[domain.name] = len(self.actions) + len(texts)
            names = self.layout.seat_names if number == 0 else domain.members
            texts += [f"{domain.name} {name}" for name in names]
        self._add(MEMBER, texts)

    # -- words -----------------------------------------------------------------------------------

    def words(self, decision: Decision) -> list[Word]:
        """The words of a decision's options, in their order; no two are alike."""
        writer = _Writer(self, decision.position)
        found = [self._word(writer, decision, option) for option in decision.options]
        alike: dict[Word, list[int]] = {}
        for index, word in enumerate(found):
            alike.setdefault(word, []).append(index)
        if len(alike) < len(found):
            for word, indexes in alike.items():
                if len(indexes) > 1:
                    for order, index in enumerate(indexes):
                        found[index] = (*word, *[(self.slots, action) for action in self.number(order)])
        return found

    def _word(self, writer: _Writer, decision: Decision, option: Option) -> Word:
        if option.kind != "option":
            return ((0, self._answers[option.kind]),)
        word: list[Step] = [(0, self._labels[option.label])]
        gens = bound_generators(decision.choice.alternatives[option.alternative])
        for slot, (gen, value) in enumerate(zip(gens, option.bindings, strict=True), start=1):
            word += [(slot, action) for action in writer.value(gen, value)]
        return tuple(word)

    def committed(self, decision: Decision) -> Word:
        """The words of what the seat that decides has chosen so far in a simultaneous choice, in order."""
        found: Word = ()
        for earlier, option in decision.committed:
            found += self._word(_Writer(self, earlier.position), earlier, option)
        return found

    def number(self, value: int) -> _Code:
        """The word of a number."""
        if value < 0:
            return (self._marks["minus"], *self.number(-value))
        first = self._first[NUMBER]
        if value < self.base:
            return (first + value,)
        quotient, rest = divmod(value, self.base)
        return (self._marks["longer"], *self.number(quotient), first + rest)


class _Writer:
    """Writes what options bind as words, for one position."""

    def __init__(self, actions: ActionLayout, pos: Position) -> None:
        self.actions = actions
        self.layout = actions.layout
        self.pos = pos
        self._known: dict[int, _Code] = {}
        self._done = actions._marks.get("done", -1)

    def value(self, gen: Gen, value: Any) -> _Code:
        """The word of one bound value."""
        actions = self.actions
        if value is None:
            return (actions._marks["none"],)
        if gen.type == "piece":
            return self.piece(value)
        if gen.type == "pieces":
            return self._list(value, in_order=gen.kind != "subsets")
        if gen.type == "meld":
            return self.meld(value)
        if gen.type == "number":
            return actions.number(value)
        if gen.type == "zone":
            return (actions._first[ZONE] + value,)
        if gen.type == "yes/no":
            return (actions._first[TRUTH] + bool(value),)
        if gen.type.startswith("domain:"):
            return (actions._members[gen.type.removeprefix("domain:")] + value,)
        if gen.type == "text" and value in actions._texts:
            return (actions._texts[value],)
        return ()

    def piece(self, piece: int) -> _Code:
        """The word of a card or die."""
        found = self._known.get(piece)
        if found is None:
            found = self._known[piece] = self._piece(piece)
        return found

    def _piece(self, piece: int) -> _Code:
        actions, layout, pos = self.actions, self.layout, self.pos
        label = layout.piece_label[piece]
        first = actions._pieces.get(label)
        if first is None:
            raise EngineBug(f"{piece_text(layout, label)} is bound, which the flow of pieces did not foresee")
        code: _Code = (first + pos.shown[piece] if layout.is_die[piece] else first,)
        if actions._alone[label]:
            return code
        zone = pos.place[piece]
        if zone >= 0:
            code = (*code, actions._first[ZONE] + zone)
            if layout.ordered[zone]:
                code = (*code, *actions.number(place_of(layout, pos, piece)))
        else:
            code = (*code, actions._marks["none"])
        return (*code, actions._first[FACING] + pos.facing[piece]) if actions._turned else code

    def _list(self, pieces: Sequence[int], in_order: bool = False) -> _Code:
        codes = [self.piece(piece) for piece in pieces]
        if not in_order:
            codes.sort()
        return (*[action for code in codes for action in code], self._done)

    def meld(self, meld: Meld) -> _Code:
        """The word of a meld that is formed, or of one that lies on the table."""
        actions, layout = self.actions, self.layout
        kind = actions._first[MELD] + meld.kind
        if meld.home is not None:
            zone, serial = meld.home
            order = [laid.serial for laid in self.pos.laid[zone]].index(serial)
            return (kind, actions._first[ZONE] + zone, *actions.number(order + 1))
        read = zip(meld.pieces, meld.faces, strict=True)
        readings = [
            actions._readings[face] for piece, face in read if layout.face_wild[layout.piece_face[piece]]
        ]
        code = (kind, *self._list(meld.pieces), *sorted(readings))
        if not actions._with_parts[meld.kind]:
            return code
        parts = sorted([self.meld(part) for part in meld.parts])
        return (*code, *[action for part in parts for action in part], self._done)


def piece_text(layout: Layout, label: int) -> str:
    """A face with whose set it is of: `7S`, `A.G!`."""
    text = face_text(layout.program, layout.face_of_label(label))
    owner = layout.owner_of_label(label)
    return text if owner < 0 else f"{layout.seat_names[owner]}.{text}"


def reading_faces(layout: Layout) -> list[int]:
    """The faces that some wild may be read as."""
    found = {
        face for wild, readings in enumerate(layout.readings) if layout.face_wild[wild] for face in readings
    }
    return sorted(found)


# ---------------------------------------------------------------------------------------------
# What the choices of a Program can bind


@define
class _Needs:
    """What a Program's choices need actions for."""

    layout: Layout
    labels: list[str] = field(factory=list)
    answers: list[str] = field(factory=list)
    slots: int = 1
    base: int = 0
    pieces: set[int] = field(factory=set)
    domains: set[int] = field(factory=set)
    texts: list[str] = field(factory=list)
    zones: bool = False
    melds: bool = False
    truth: bool = False
    turned: bool = False
    marks: list[str] = field(factory=list)

    @staticmethod
    def of(layout: Layout) -> _Needs:
        """The needs of all choices together."""
        needs = _Needs(layout)
        for node in parts(layout.program.blocks):
            if isinstance(node, Choose):
                needs._choice(node)
            elif isinstance(node, Flip) or (isinstance(node, Target) and node.facing is not None):
                needs.turned = True
        needs._finish()
        return needs

    def _choice(self, node: Choose) -> None:
        for answer, mode in (("nothing", "may"), ("enough", "keeps")):
            if node.mode == mode and answer not in self.answers:
                self.answers.append(answer)
        for alternative in node.alternatives:
            if alternative.label not in self.labels:
                self.labels.append(alternative.label)
            gens = [step for step in alternative.clause.steps if isinstance(step, Gen) and step.kind != "let"]
            self.slots = max(self.slots, 1 + len(gens))
            for gen in gens:
                self._generator(gen)

    def _generator(self, gen: Gen) -> None:
        kind = gen.type
        self._mark("longer", "none")
        if kind in ("piece", "pieces", "meld"):
            self._pieces(gen)
        if kind in ("pieces", "meld"):
            self._mark("done")
        if kind == "meld":
            self.melds = self.zones = True
        elif kind == "zone":
            self.zones = True
        elif kind == "number":
            self._numbers(gen)
        elif kind == "yes/no":
            self.truth = True
        elif kind == "text":
            found = [e.static[0] for e in parts(gen.args) if isinstance(e, Expr) and e.op == "const"]
            self.texts += [text for text in found if isinstance(text, str) and text not in self.texts]
        elif kind.startswith("domain:"):
            self.domains.add(self.layout.domain_named[kind.removeprefix("domain:")])
        self.base = max(self.base, 2)

    def _mark(self, *marks: str) -> None:
        self.marks += [mark for mark in marks if mark not in self.marks]

    def _pieces(self, gen: Gen) -> None:
        families = PieceFlow.of(self.layout).cell_families[gen.cell]
        self.pieces.update(p for family in families for p in self.layout.family_pieces[family])

    def _numbers(self, gen: Gen) -> None:
        """Room for the numbers that a generator gives, as far as they stand in the rules."""
        totals = [counter.total for counter in self.layout.program.counters]
        most = max(self.layout.piece_count, *totals, LIKELY)
        written = [value.static[0] if value.op == "const" else None for value in gen.args]
        for value in written:
            self.base = max(self.base, 1 + (value if isinstance(value, int) else most))
        lowest = written[:1] if gen.kind == "range" else written
        if gen.kind == "list" or any(not isinstance(value, int) or value < 0 for value in lowest):
            self._mark("minus")

    def _finish(self) -> None:
        """Twins are told apart by where they lie."""
        layout = self.layout
        if any(len(layout.twins[piece]) > 1 for piece in self.pieces):
            self.zones = True
            self.base = max(self.base, 1 + len(self.pieces))
        self.base = min(self.base, MOST_DIGITS)
        self.turned = self.turned and bool(self.pieces)
