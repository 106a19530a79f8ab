"""Values, locals, variables and frames in and out of a kernel's memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.analysis.blocks import reached
from interpreter.choices import KeyMaker, Option, committed_option
from interpreter.compiled.code import frames as kernel_frames
from interpreter.compiled.code.choices import values_of
from interpreter.compiled.code.clauses import bound_cells
from interpreter.compiled.code.kinds import Kind, Kinds
from interpreter.compiled.code.triggers import bit_words
from interpreter.compiled.features import WORD
from interpreter.compiled.kernel import NONE
from interpreter.compiled.position_io import BeyondKernel, Host
from interpreter.faults import EngineBug
from interpreter.frames import (
    BLOCK,
    CALL,
    CHOOSE,
    DRAW,
    EACH,
    FENCE,
    ONCE,
    OPTION,
    QUEUE,
    REPEAT,
    TOGETHER,
    TRIGGER,
    TURNS,
)  # fmt: skip
from interpreter.layout import Layout
from interpreter.melds import Meld
from interpreter.position import Position
from interpreter.program import Choose, Program, Together
from interpreter.triggers import footprint

_DECLINED = {"may": "nothing", "keeps": "enough"}
"""How the option of taking none is called, by the mode of the choice."""

_LETTERS = ("a", "b", "c", "d", "e")

OwnBoard = Callable[[int, Sequence[Any]], Position]
"""What lies where for one of those who choose at the same time (its place among them) after these choices."""


class ValuesIO:
    """Reads and writes what the machine keeps besides pieces, for one Program and one host."""

    def __init__(self, program: Program, kinds: Kinds, texts: Sequence[str], host: Host) -> None:
        self.program = program
        self.kinds = kinds
        self.texts = texts
        self.host = host
        self.heap = host.array("heap")
        self._frame_kind = host.array("frame_kind")
        self._frame = [host.array(f"frame_{letter}") for letter in _LETTERS]
        self._words = bit_words(program)
        self._footprints = [footprint(program, trigger) for trigger in program.triggers]
        self._variable_kinds = [
            kind
            for kind, family in zip(kinds.variables, program.variables, strict=True)
            for _ in range(family.count)
        ]
        self._keys = KeyMaker(Layout.of(program))
        self._makers: dict[tuple[int, int, int], list[Any]] = {}

    # -- values ----------------------------------------------------------------------------------

    def read(self, value: int, kind: Kind) -> Any:
        """A value as the reference has it."""
        if value == NONE:
            return None
        if kind.form == "yes":
            return bool(value)
        if kind.form == "text":
            return self.texts[value]
        if kind.form == "list":
            of = kind.of or Kind("number")
            return tuple([self.read(x, of) for x in self.numbers(value)])
        return self._read_meld(value) if kind.form == "meld" else value

    def numbers(self, at: int) -> list[int]:
        """The elements of a list."""
        return self.heap[at + 1 : at + 1 + self.heap[at]].tolist() if at else []

    def _read_meld(self, at: int) -> Meld:
        kind, shape, by, zone, serial, parts = self.heap[at : at + 6].tolist()
        pieces = self.numbers(at + 6)
        faces = self.numbers(at + 7 + len(pieces))
        home = None if zone == NONE else (zone, serial)
        return Meld(
            kind, tuple(pieces), tuple(faces), None if by == NONE else by,
            tuple([self._read_meld(part) for part in self.numbers(parts)]), home, shape,
        )  # fmt: skip

    def write(self, value: Any, kind: Kind) -> int:
        """A value into the kept part of the heap; gives its number."""
        if value is None:
            return NONE
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, str):
            return self.texts.index(value)
        if isinstance(value, tuple | list):
            of = kind.of or Kind("number")
            return self.write_list([self.write(x, of) for x in value])
        return self._write_meld(value) if isinstance(value, Meld) else int(value)

    def _room(self, words: Sequence[int]) -> int:
        top = self.host.array("kept_top")
        at: int = top[0]
        if at + len(words) > self.host.kernel.constants["HEAP_KEPT"]:
            raise BeyondKernel("the values of this position need more room than the kernel has")
        for index, word in enumerate(words, at):
            self.heap[index] = word
        top[0] = at + len(words)
        return at

    def write_list(self, numbers: Sequence[int]) -> int:
        """A list of numbers into the kept part of the heap."""
        return self._room([len(numbers), *numbers]) if numbers else 0

    def _write_meld(self, meld: Meld) -> int:
        parts = self.write_list([self._write_meld(part) for part in meld.parts])
        zone, serial = meld.home or (NONE, NONE)
        by = NONE if meld.by is None else meld.by
        size = len(meld.pieces)
        return self._room(
            [meld.kind, meld.shape, by, zone, serial, parts, size, *meld.pieces, size, *meld.faces]
        )

    # -- the whole -------------------------------------------------------------------------------

    def read_all(self, pos: Position, own_board: OwnBoard) -> None:
        """What a kernel holds besides pieces, into a position that has these already.

        `own_board` tells what lies where for one of those who choose at the same time.
        """
        array = self.host.array
        program = self.program
        pos.variables = [
            self.read(value, kind) for value, kind in zip(array("vars"), self._variable_kinds, strict=False)
        ]
        pos.cells = [
            self.read(value, kind) for value, kind in zip(array("cells"), self.kinds.cells, strict=False)
        ]
        pos.direction = array("direction")[0]
        pos.misses = list(array("misses"))
        pos.over = bool(array("over")[0])
        pos.no_result = bool(array("no_result")[0])
        pos.decisions = array("decisions")[0]
        pos.steps = self.host.kernel.constants["STEPS"] - array("steps_left")[0]
        pos.bits = {
            number: self._read_mask(number)
            for number in range(len(program.triggers))
            if array("alive")[number]
        }
        pos.frames = [self._read_frame(depth) for depth in range(array("depth")[0])]
        pos.committed = [
            (bool(array("commit_done")[index]), self._read_commits(index, own_board))
            for index in range(array("committed")[0])
        ]

    def write_all(self, pos: Position) -> None:
        """The other way."""
        array = self.host.array
        array("kept_top")[0] = self.host.kernel.constants["KEPT_START"]
        for index, (value, kind) in enumerate(zip(pos.variables, self._variable_kinds, strict=True)):
            array("vars")[index] = self.write(value, kind)
        for index, (value, kind) in enumerate(zip(pos.cells, self.kinds.cells, strict=True)):
            array("cells")[index] = self.write(value, kind)
        for name, number in (
            ("direction", pos.direction), ("over", pos.over), ("no_result", pos.no_result),
            ("decisions", pos.decisions), ("depth", len(pos.frames)), ("committed", len(pos.committed)),
            ("script", 0), ("script_size", 0), ("commits", 0),
        ):  # fmt: skip
            array(name)[0] = int(number)
        for seat, number in enumerate(pos.misses):
            array("misses")[seat] = number
        for number in range(len(self.program.triggers)):
            self._write_mask(number, pos.bits.get(number))
        if len(pos.frames) > len(self._frame_kind):
            raise BeyondKernel("the stack of this position is deeper than a kernel's")
        for depth, frame in enumerate(pos.frames):
            self._write_frame(depth, frame)
        self._write_committed(pos)

    def _read_mask(self, trigger: int) -> int:
        bits = self.host.array("trigger_bits")
        first, end = self._words[trigger], self._words[trigger + 1]
        return sum(bits[word] << (WORD * (word - first)) for word in range(first, end))

    def _write_mask(self, trigger: int, mask: int | None) -> None:
        self.host.array("alive")[trigger] = mask is not None
        bits = self.host.array("trigger_bits")
        for word in range(self._words[trigger], self._words[trigger + 1]):
            shift = WORD * (word - self._words[trigger])
            bits[word] = (mask or 0) >> shift & (1 << WORD) - 1

    # -- frames ----------------------------------------------------------------------------------

    def _loop_kinds(self, block: int, index: int) -> list[Kind]:
        clause = self.program.blocks[block].statements[index].clause  # type: ignore[union-attr]
        return [self.kinds.cells[cell] for cell in bound_cells(clause)]

    def _read_frame(self, depth: int) -> list[Any]:
        kind = kernel_frames.FRAME_NAMES[self._frame_kind[depth]]
        a, b, c, d, e = (part[depth] for part in self._frame)
        if kind == BLOCK:
            return [BLOCK, a, b]
        if kind == CALL:
            return [CALL, a]
        if kind in (EACH, TOGETHER):
            kinds = self._loop_kinds(a, b)
            flat = self.numbers(d)
            rows = tuple(
                tuple([self.read(flat[at + i], kinds[i]) for i in range(len(kinds))])
                for at in range(0, len(flat), len(kinds))
            )
            return [EACH, a, b, c, rows] if kind == EACH else [TOGETHER, a, b, rows]
        if kind == REPEAT:
            return [REPEAT, a, b, c, None if d == NONE else d]
        if kind == TURNS:
            return [TURNS, a, b, None if c == NONE else c, d, tuple(self.numbers(e))]
        if kind in (CHOOSE, OPTION):
            return [CHOOSE, a, b, c, d] if kind == CHOOSE else [OPTION, a, b, c]
        return self._read_rare_frame(kind, a, b, c, d, e)

    def _read_rare_frame(self, kind: str, a: int, b: int, c: int, d: int, e: int) -> list[Any]:
        if kind == DRAW:
            at, facing, left, *zones = self.numbers(e)
            return [DRAW, a, b, c, tuple(zones), None if at == NONE else at, facing, left - d, d]
        if kind == QUEUE:
            flat = self.numbers(a)
            return [QUEUE, tuple((flat[i], flat[i + 1]) for i in range(2 * b, len(flat), 2))]
        if kind == TRIGGER:
            places = self._footprints[a]
            values = [
                (p, self.read(v, self._place_kind(p))) for p, v in zip(places, self.numbers(b), strict=True)
            ]
            return [TRIGGER, a, tuple((p, v) for p, v in values if v is not None)]
        if kind in (ONCE, FENCE):
            return [kind]
        raise EngineBug(f"a kernel has a frame of the kind {kind}")

    def _place_kind(self, place: int) -> Kind:
        return self.kinds.cells[place] if place >= 0 else self._variable_kinds[-1 - place]

    def _write_frame(self, depth: int, frame: Sequence[Any]) -> None:
        kind = frame[0]
        self._frame_kind[depth] = kernel_frames.FRAME_NAMES.index(kind)
        numbers = [0, 0, 0, 0, 0]
        if kind in (BLOCK, CALL, OPTION):
            numbers[: len(frame) - 1] = frame[1:]
        elif kind in (EACH, TOGETHER):
            kinds = self._loop_kinds(frame[1], frame[2])
            flat = [self.write(value, k) for row in frame[-1] for value, k in zip(row, kinds, strict=True)]
            numbers[:4] = [frame[1], frame[2], frame[3] if kind == EACH else 0, self.write_list(flat)]
        elif kind == REPEAT:
            numbers[:4] = [frame[1], frame[2], frame[3], NONE if frame[4] is None else frame[4]]
        elif kind == TURNS:
            _, a, b, seat, ended, ends = frame
            numbers = [a, b, NONE if seat is None else seat, ended, self.write_list(ends)]
        elif kind == CHOOSE:
            numbers[:4] = frame[1:]
        elif kind == DRAW:
            _, a, b, source, zones, at, facing, left, done = frame
            rest = self.write_list([NONE if at is None else at, facing, left + done, *zones])
            numbers = [a, b, source, done, rest]
        elif kind == QUEUE:
            numbers[0] = self.write_list([number for pair in frame[1] for number in pair])
        elif kind == TRIGGER:
            saved = dict(frame[2])
            values = [self.write(saved.get(p), self._place_kind(p)) for p in self._footprints[frame[1]]]
            numbers[:2] = [frame[1], self.write_list(values)]
        for part, number in zip(self._frame, numbers, strict=True):
            part[depth] = number

    # -- options and commitments -----------------------------------------------------------------

    def _value_kinds(self, block: int, index: int, alternative: int) -> list[Kind]:
        choice = self.program.blocks[block].statements[index]
        assert isinstance(choice, Choose)
        return [self.kinds.cells[gen.cell] for gen in values_of(choice.alternatives[alternative])]

    def option(self, pos: Position, place: tuple[int, int], at: int) -> Option:
        """The option at a place of the heap, of the choice at `place` in the Program."""
        return self._option(pos, place, self.heap[at], self.numbers(at + 1))

    def _option(
        self, pos: Position, place: tuple[int, int], alternative: int, values: Sequence[int]
    ) -> Option:
        choice = self.program.blocks[place[0]].statements[place[1]]
        assert isinstance(choice, Choose)
        if alternative < 0:
            return committed_option(alternative, (), (_DECLINED[choice.mode],))
        kinds = self._value_kinds(*place, alternative)
        node = choice.alternatives[alternative]
        makers = self._makers.get((*place, alternative))
        if makers is None:
            makers = [self._keys.of(gen.type) for gen in values_of(node)]
            self._makers[(*place, alternative)] = makers
        bindings = tuple([self.read(value, kind) for value, kind in zip(values, kinds, strict=True)])
        key = (node.label, *[make(pos, value) for make, value in zip(makers, bindings, strict=True)])
        return Option(alternative, node.label, bindings, key)

    def _read_commits(self, index: int, own_board: OwnBoard) -> tuple[Any, ...]:
        """What one of those who choose has committed, with keys as it saw them."""
        found: list[Any] = []
        for record in self.numbers(self.host.array("commit_list")[index]):
            place = (self.heap[record], self.heap[record + 1])
            option = self._option(
                own_board(index, found), place, self.heap[record + 2], self.numbers(record + 3)
            )
            found.append((option.alternative, option.bindings, option.key))
        return tuple(found)

    def _write_committed(self, pos: Position) -> None:
        if not pos.committed:
            return
        choices = self._choices_under_way(pos)
        for index, (done, commits) in enumerate(pos.committed):
            places = []
            for alternative, bindings, key in commits:
                block, at = self._choice_of(pos, choices, alternative, key, bindings)
                kinds = self._value_kinds(block, at, alternative) if alternative >= 0 else []
                values = self._written(bindings, kinds)
                places.append(self._room([block, at, alternative, len(values), *values]))
            self.host.array("commit_done")[index] = bool(done)
            self.host.array("commit_list")[index] = self.write_list(places)

    def _choices_under_way(self, pos: Position) -> list[tuple[int, int, Choose]]:
        """The choices that those who choose at the same time can come to, with their places."""
        loop = next(frame for frame in reversed(pos.frames) if frame[0] == TOGETHER)
        node = self.program.blocks[loop[1]].statements[loop[2]]
        assert isinstance(node, Together)
        return [
            (block, index, choice)
            for block in reached(self.program, node.body)
            for index, choice in enumerate(self.program.blocks[block].statements)
            if isinstance(choice, Choose)
        ]

    def _choice_of(
        self,
        pos: Position,
        choices: Sequence[tuple[int, int, Choose]],
        alternative: int,
        key: Sequence[Any],
        bindings: Sequence[Any],
    ) -> tuple[int, int]:
        """The choice that what was committed is an option of. Several may call one the same: then it is told
        by what is bound, and where that is of one kind, by the key."""
        found = []
        for block, index, node in choices:
            if alternative < 0:
                if key[0] == _DECLINED.get(node.mode):
                    return block, index
            elif alternative < len(node.alternatives) and node.alternatives[alternative].label == key[0]:
                kinds = self._value_kinds(block, index, alternative)
                if len(kinds) == len(bindings) and all(map(_is_of_kind, bindings, kinds)):
                    found.append((block, index))
        for place in found:
            values = self._written(bindings, self._value_kinds(*place, alternative))
            if self._option(pos, place, alternative, values).key == tuple(key):
                return place
        if not found:
            raise EngineBug(f"no choice has the option {key[0]}")
        return found[0]

    def _written(self, bindings: Sequence[Any], kinds: Sequence[Kind]) -> list[int]:
        return [self.write(value, kind) for value, kind in zip(bindings, kinds, strict=True)]


def _is_of_kind(value: Any, kind: Kind) -> bool:
    """Whether a value can be of a kind."""
    if value is None:
        return kind.none
    form = "meld" if isinstance(value, Meld) else "list" if isinstance(value, tuple) else ""
    return form == kind.form if form or kind.is_place else True
