"""What one kernel is made of while it is written: functions, tables, shared parts; and the context of a
function.

`Unit` is the whole kernel, `Context` the place in a function at which something is written: the lines so far,
the names of bound locals, whose conditions are being tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from attrs import evolve

from interpreter.analysis.cells import Cells
from interpreter.compiled.code.counting import Counting
from interpreter.compiled.code.kinds import Kind, Kinds, kept_cells
from interpreter.compiled.code.writer import Lines, Tables
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.features import Features, nodes
from interpreter.compiled.kernel import NONE
from interpreter.compiled.runtime.lists import ListCode
from interpreter.counting import UseCounts
from interpreter.expressions import Compiler
from interpreter.faults import EngineBug
from interpreter.layout import Layout
from interpreter.piece_flow import PieceFlow
from interpreter.program import Expr, Gen, Key, Program, SetCell, Together
from interpreter.state import Code

T = TypeVar("T")

FormWriter = Callable[["Context", Expr], str]
FORMS: dict[str, FormWriter] = {}
"""form name -> what writes it; one row for each row of primitives.py"""


def form(name: str) -> Callable[[FormWriter], FormWriter]:
    """Enters the function that writes a form."""

    def enter(function: FormWriter) -> FormWriter:
        if name in FORMS:
            raise EngineBug(f"two ways to write the form {name}")
        FORMS[name] = function
        return function

    return enter


class Unit:
    """A kernel under work. `zones` and `melds` write the shared functions for this Program on demand.

    `framed`: the blocks that are played with frames.
    """

    def __init__(self, program: Program, features: Features, uses: UseCounts | None = None) -> None:
        from interpreter.compiled.runtime.melds import MeldCode
        from interpreter.compiled.runtime.zones import ZoneCode

        self.program = program
        self.layout = Layout.of(program)
        self.features = features
        self.kinds = Kinds(program)
        self.cells = Cells(program)
        self.kept_cells = kept_cells(program)
        self.tables = Tables()
        self.lists = ListCode()
        self._reference = Compiler(program)
        self.zones = ZoneCode(self.layout, features)
        self.melds = MeldCode(self.layout, features, self.zones)
        statements = [statement for block in program.blocks for statement in block.statements]
        self.classes = {type(statement) for statement in statements}
        self.set_cells = {statement.cell for statement in statements if isinstance(statement, SetCell)}
        self.texts = sorted(set(_texts(program)))
        self.declarations: list[str] = []
        self._constants: dict[tuple[int, ...], int] = {}
        self.constant_words: list[int] = [0]
        self.functions: dict[str, list[str]] = {}
        self.framed: Sequence[int] = range(len(program.blocks))
        self.tests_invariants = False
        self.searches = False
        self.accepting = 0
        self.kept_values: dict[Expr, str] = {}
        self.counting = None if uses is None else Counting(self, uses)
        self._waiting: list[tuple[str, Callable[[], None]]] = []
        self._asked: set[str] = set()

    def add(self, name: str, parameters: str, lines: Lines) -> None:
        """One more function."""
        self.functions[name] = [f"def {name}({parameters}):", *(lines.text() or ["    pass"])]

    def ask(self, name: str, write: Callable[[], None]) -> str:
        """The name of a function that is written once, when the function at work is done."""
        if name not in self._asked:
            self._asked.add(name)
            self._waiting.append((name, write))
        return name

    def write_waiting(self) -> None:
        """Writes what was asked for, and what that asks for."""
        while self._waiting:
            _, write = self._waiting.pop()
            write()

    def with_frames(self, *kinds: type[Any]) -> Iterator[tuple[int, int, Any]]:
        """The statements of these classes that may stand on the stack, with their places (block, index).

        Those are the statements of the blocks that are played with frames, and simultaneous choices whose
        body is.
        """
        for number, block in enumerate(self.program.blocks):
            for index, node in enumerate(block.statements):
                if (
                    isinstance(node, kinds)
                    and (node.body if isinstance(node, Together) else number) in self.framed
                ):
                    yield number, index, node

    def reference(self, expr: Expr) -> Code:
        """An expression as the reference reckons it, for what is known before play."""
        return self._reference(expr)

    def families_in(self, source: Expr) -> frozenset[int] | None:
        """The families of pieces that can be in a list; None: any."""
        if source.op in ("pick", "without", "last_n"):
            return self.families_in(source.args[0])
        if source.op == "zone_pieces" and source.args[0].op == "zone":
            return frozenset(self.features.holds[self.program.zones[source.args[0].static[0]].base])
        if source.op == "family_pieces":
            return frozenset(self.features.holds[self.program.zones[source.static[0]].base])
        if source.op == "join":
            parts = [self.families_in(part) for part in source.args]
            return None if None in parts else frozenset().union(*(part or () for part in parts))
        return frozenset({source.static[0]}) if source.op == "pieces_of" else None

    def families_of(self, piece: Expr) -> frozenset[int] | None:
        """The families that a piece can be of; None: any."""
        if piece.op == "cell":
            return PieceFlow.of(self.layout).cell_families[piece.static[0]] or None
        if piece.op in ("zone_top", "zone_first"):
            return self.families_in(Expr("zone_pieces", piece.args))
        if piece.op in ("first_of", "last_of"):
            return self.families_in(piece.args[0])
        return None

    def has_value(self, piece: Expr, attribute: int) -> bool:
        """Whether a piece surely has a value of an attribute printed on it."""
        families = self.families_of(piece)
        values = self.layout.face_values[attribute]
        return all(
            values[face] is not None
            for face, family in zip(self.layout.piece_face, self.layout.piece_family, strict=True)
            if families is None or family in families
        )

    def constant_list(self, values: tuple[int, ...]) -> int:
        """The place of a list that never changes; such lists stand at the beginning of the heap."""
        if not values:
            return 0
        found = self._constants.get(values)
        if found is None:
            found = self._constants[values] = len(self.constant_words)
            self.constant_words += [len(values), *values]
        return found

    def table(self, values: list[int], hint: str) -> str:
        """The name of a constant table."""
        return self.tables.name(values, hint)

    def text(self, value: str) -> int:
        """The number of a text; texts are numbered in their order."""
        return self.texts.index(value)


def _texts(program: Program) -> Iterator[str]:
    for node in nodes(program):
        if isinstance(node, Expr) and node.op == "const":
            yield from _texts_in(node.static[0])


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts_in(each)


class NoList(Exception):
    """A list is asked for where there is only the set of its pieces."""


class Context:
    """A place in a function.

    `bound` has the names of locals that are bound here; a local that is not stands in `cell`. `piece_sets`
    has the masks of those that are lists of pieces in ascending order and of which there is no list. `sets`
    are the locals that hold lists of members as masks, with how many there can be. `chooser` is the name of
    the seat for which conditions are tested, with `reading` while what it does not know may not be read.
    `seats` says from where generators over seats start: first, chooser or acting.
    """

    def __init__(self, unit: Unit, out: Lines) -> None:
        self.unit = unit
        self.out = out
        self.bound: dict[int, str] = {}
        self.bound_kinds: dict[int, Kind] = {}
        self.piece_sets: dict[int, tuple[str, ...]] = {}
        self.origin = -1
        self.chooser: str | None = None
        self.who: Expr | None = None
        self.reading = False
        self.seats = "first"
        self.remembered: dict[Expr, tuple[str, str]] | None = None
        self.volatile: frozenset[int] = frozenset()
        self.lies_in: dict[int, Expr] = {}
        self.universe: frozenset[int] | None = None
        self.unrolls = True
        self.counts_work = True
        self.is_soft = False
        self.sets: Mapping[int, int] = {}
        self._number = 0

    # -- names and lines -------------------------------------------------------------------------

    def __call__(self, expr: Expr) -> str:
        """Kernel text for the value of an expression; what has to be reckoned before is written now."""
        with self.at(expr.origin):
            if self.remembered is not None and self._is_steady(expr):
                text = self._remember(expr)
            else:
                text = self._plain(expr)
            counting = self.unit.counting
            return text if counting is None else counting.condition(self, expr, text)

    def _plain(self, expr: Expr) -> str:
        write = FORMS.get(expr.op)
        if write is None:
            raise EngineBug(f"no way to write the form {expr.op}")
        return write(self, expr)

    def atom(self, expr: Expr) -> str:
        """As `__call__`, but a name or a number, so that it can be used several times."""
        return self.hold(self(expr))

    def all(self, exprs: tuple[Expr, ...]) -> list[str]:
        """The values of several expressions, each safe from what the others write."""
        return [
            self.hold(self(expr)) if index < len(exprs) - 1 else self(expr)
            for index, expr in enumerate(exprs)
        ]

    def hold(self, text: str, name: str = "t") -> str:
        """The text itself when it is a name or a number, else a new local that has its value.

        So has nothing: what asks for its elements may stand where play never comes, and no array has this
        index.
        """
        if text.isidentifier() or (text.lstrip("-").isdigit() and text != str(NONE)):
            return text
        fresh = self.fresh(name)
        self.out(f"{fresh} = {text}")
        return fresh

    def fresh(self, name: str = "t") -> str:
        """A name that is new in this function."""
        self._number += 1
        return f"{name}{self._number}"

    def cell(self, number: int) -> str:
        """The text for a local."""
        if number in self.piece_sets:
            raise NoList
        found = self.bound.get(number)
        if found is not None:
            return found
        return f"cells[{number}]"

    def set_of(self, expr: Expr) -> str | None:
        """The local for a list that has a bit for each of its members; None: it is no such list."""
        return self.cell(expr.static[0]) if expr.op == "cell" and expr.static[0] in self.sets else None

    def kind(self, expr: Expr) -> Kind:
        """What kind of value an expression gives; of a local bound here, what is bound here."""
        if expr.op == "cell":
            here = self.bound_kinds.get(expr.static[0])
            if here is not None:
                return here
        return self.unit.kinds.of(expr)

    def kind_of_key(self, key: Key) -> Kind:
        """What a key's value is, by what is known of all its locals."""
        return self.unit.kinds.of(key.value)

    def bound_kind(self, gen: Gen) -> Kind:
        """What a generator binds here."""
        if gen.kind in ("list", "let", "subsets"):
            kind = self.kind(gen.args[0])
            if gen.kind == "list":
                return kind.of or Kind()
            return evolve(kind, none=False) if gen.kind == "subsets" else kind
        return self.unit.kinds.bound(gen)

    def apart(self, write: Callable[[], T]) -> tuple[T, list[tuple[int, str]]]:
        """What a writer gives, and its lines, which are not written yet."""
        kept = self.out.lines
        self.out.lines = []
        try:
            result = write()
            return result, self.out.lines
        finally:
            self.out.lines = kept

    def attempt(self, write: Callable[[], T | None]) -> T | None:
        """What a writer gives; where that is None nothing is written."""
        result, lines = self.apart(write)
        if result is not None:
            self.out.again(lines)
        return result

    # -- faults ----------------------------------------------------------------------------------

    def fault(self, code: str) -> None:
        """A line that ends the run; in a soft function, one that only says that there is no value."""
        self.out("return 0" if self.is_soft else f"fault({NUMBERS[code]}, {self.origin})")

    def fault_if(self, test: str, code: str) -> None:
        """Ends the run where a test holds."""
        with self.out.under(f"if {test}:"):
            self.fault(code)

    def needed(self, expr: Expr, code: str) -> str:
        """The value of an expression; a fault where it is nothing."""
        text = self(expr)
        if text == str(NONE):  # no kernel goes on from here, so that any number may follow
            self.fault(code)
            return "0"
        if self.kind(expr).none:
            text = self.hold(text)
            self.fault_if(f"{text} == {NONE}", code)
        return text

    def here(self) -> None:
        """Tells the shared functions where their faults are located."""
        self.out(f"origin_now[0] = {self.origin}")

    @contextmanager
    def at(self, origin: int) -> Iterator[None]:
        """Faults of what is written inside are located at `origin`, unless it is unknown."""
        before = self.origin
        if origin >= 0:
            self.origin = origin
        try:
            yield
        finally:
            self.origin = before

    @contextmanager
    def seats_from(self, seats: str) -> Iterator[None]:
        """Generators over seats start here."""
        before, self.seats = self.seats, seats
        try:
            yield
        finally:
            self.seats = before

    @contextmanager
    def binding(self, cells: dict[int, str], kinds: dict[int, Kind] | None = None) -> Iterator[None]:
        """Locals that go by these names inside, and what kinds they are if that is known better here."""
        before = self.bound, self.bound_kinds, self.piece_sets
        self.bound = {**before[0], **cells}
        if self.piece_sets:
            self.piece_sets = {cell: mask for cell, mask in self.piece_sets.items() if cell not in cells}
        self.bound_kinds = {cell: kind for cell, kind in before[1].items() if cell not in cells} | (
            kinds or {}
        )
        try:
            yield
        finally:
            self.bound, self.bound_kinds, self.piece_sets = before

    @contextmanager
    def holding_pieces(self, sets: dict[int, tuple[str, ...]]) -> Iterator[None]:
        """Locals that are sets of pieces inside; who asks for one of them as a list gets a `NoList`."""
        before = self.piece_sets
        self.piece_sets = {**before, **sets}
        try:
            yield
        finally:
            self.piece_sets = before

    @contextmanager
    def pieces_from(self, source: Expr) -> Iterator[None]:
        """The piece that is asked of inside is of a list; `universe` are the families that can be in it."""
        before = self.universe
        self.universe = self.unit.families_in(source)
        try:
            yield
        finally:
            self.universe = before

    @contextmanager
    def asking(self, chooser: str, who: Expr | None) -> Iterator[None]:
        """Conditions are tested for this seat; `who` is the expression that says who it is."""
        before = (self.chooser, self.who, self.reading)
        self.chooser, self.who, self.reading = chooser, who, not self.unit.searches
        try:
            yield
        finally:
            self.chooser, self.who, self.reading = before

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Nothing is kept inside for other bindings."""
        before, self.remembered = self.remembered, None
        try:
            yield
        finally:
            self.remembered = before

    # -- what is reckoned once -------------------------------------------------------------------

    def _is_steady(self, expr: Expr) -> bool:
        return expr.op in _REMEMBERED and self.volatile.isdisjoint(self.unit.cells.free(expr))

    def _remember(self, expr: Expr) -> str:
        """An expression that stays the same in the whole function: reckoned when it is first needed."""
        assert self.remembered is not None
        found = self.remembered.get(expr)
        if found is None:
            self._number += 1
            found = self.remembered[expr] = (f"have{self._number}", f"kept{self._number}")
        have, kept = found
        with self.forgetting(), self.out.under(f"if {have} == 0:"):
            self.out(f"{kept} = {self._plain(expr)}")
            self.out(f"{have} = 1")
        return kept


_REMEMBERED = frozenset(
    ("call", "table", "zone_pieces", "zone_meld", "zone_melds", "family_pieces", "family_size", "join",
     "without", "pick", "has", "faces_of", "same_bag", "includes_bag", "meld_top", "meld_attr", "strength",
     "is_meld", "count", "some", "sum", "collect", "the", "first", "sole", "most", "fewest")
)  # fmt: skip
"""The forms that are dear enough to be kept while many bindings are tried."""
