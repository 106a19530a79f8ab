"""Elements of arrays that live in locals while a function runs (scalar replacement).

A kernel names the functions where this may be done, HOLDING, and the arrays, HELD. Such a function is written
twice: first as any other while it is noted what it does with the arrays, then with those in locals where that
pays. They are loaded at its start and stored at its end; around a call of a function that has to do with one
of them it is stored before and loaded after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from attrs import define, field, frozen

from interpreter.compiled.kernel import LIMITS, WIDTHS, Array, Kernel
from interpreter.compiled.wasm import arithmetic
from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.frame import Frame
from interpreter.compiled.wasm.values import READS, Value, constant

CHOICES: Final = 4
"""An index that can have up to so many values picks one of several locals."""

LONGEST: Final = 24
"""Arrays of more elements stay in memory."""

ROOM: Final = 80
"""So many elements at most live in locals."""

AGAIN: Final = 8.0
"""How often a loop is taken to run."""

Known = dict[tuple[str, int], tuple[int, int]]
"""Between which numbers elements of arrays lie; what is not there can be anything."""


class Unheld(Exception):
    """An array that cannot be held after all: `str()` is its name."""


@define
class Use:
    """What a function does with an array: the elements it means, to how many of them an access may go, how
    often it does so, whether it writes."""

    low: int
    high: int
    choices: int = 0
    weight: float = 0.0
    writes: bool = False


@frozen
class Plan:
    """What is held: of each array the first and the last element, and whether it is written."""

    arrays: Mapping[str, tuple[int, int, bool]]

    def without(self, name: str) -> Plan:
        """The same but for one array."""
        return Plan({other: kept for other, kept in self.arrays.items() if other != name})


NOTHING: Final = Plan({})


@define
class Ends:
    """What is known where a block is left: of the names that it sets, of elements, and of what it gives."""

    names: frozenset[str]
    values: list[dict[str, Value]] = field(factory=list)
    cells: list[Known] = field(factory=list)
    given: list[Value] = field(factory=list)


class Cells:
    """The elements that one function holds. `weight`: how often what is being written now runs."""

    def __init__(self, frame: Frame, kernel: Kernel, plan: Plan, noting: bool) -> None:
        self.frame = frame
        self.plan = plan
        self.noting = noting
        self.weight = 1.0
        self.uses: dict[str, Use] = {}
        self.calls: Counter[str] = Counter()
        self.known: Known = {}
        self._kernel = kernel
        self.held = {
            name: {place: frame.take(name=f"{name}.{place}") for place in range(low, high + 1)}
            for name, (low, high, _) in plan.arrays.items()
        }

    # What is noted

    def note(self, array: Array, index: Value, writes: bool, count: int | None = 1) -> None:
        """An access to `count` elements from an index on (None: nobody knows how many)."""
        if not self.noting or array.role == "const":
            return
        use = self.uses.get(array.name)
        low, high = index.low, index.high
        if count is None or low < 0 or high + count > array.length:
            if index.constant is not None and count == 1:
                return  # it ends the run
            low, high, count = 0, array.length - 1, array.length
            choices = LONGEST + 1
        else:
            choices = high - low + 1
            high += count - 1
        if use is None:
            use = self.uses[array.name] = Use(low, high)
        use.low, use.high = min(use.low, low), max(use.high, high)
        use.choices = max(use.choices, choices)
        use.weight += self.weight * count
        use.writes |= writes

    def plan_for(self) -> Plan:
        """What is worth holding, after the function was written once."""
        held, arrays = self._kernel.held, self._kernel.arrays
        gains: list[tuple[float, int, str]] = []
        for name, use in self.uses.items():
            size = use.high - use.low + 1
            if name not in held or arrays[name].length > LONGEST or use.choices > CHOICES:
                continue
            gain = use.weight - size * (self.calls[name] + 2)
            if gain > 0:
                gains.append((gain / size, size, name))
        found: dict[str, tuple[int, int, bool]] = {}
        room = ROOM
        for _, size, name in sorted(gains, reverse=True):
            if size <= room:
                room -= size
                use = self.uses[name]
                found[name] = use.low, use.high, use.writes
        return Plan(found)

    # Loads and stores

    def _cell(self, array: Array, place: int) -> int:
        local = self.held[array.name].get(place)
        if local is None:
            raise Unheld(array.name)
        return local

    def bounds(self, array: Array, index: Value) -> tuple[int, int] | None:
        """Between which numbers an element lies that was written here; None: nothing is known."""
        if not self.known or not 0 <= index.high - index.low < CHOICES:
            return None
        found = [self.known.get((array.name, place)) for place in range(index.low, index.high + 1)]
        ends = [each for each in found if each is not None]
        if len(ends) < len(found):
            return None
        return min(low for low, _ in ends), max(high for _, high in ends)

    def learn(self, array: Array, index: Value, value: Value) -> None:
        """An element is written."""
        if not self.noting or array.name not in self._kernel.held:
            return
        if index.constant is not None:
            self.known[array.name, index.constant] = value.low, value.high
        elif index.low < 0 or index.high - index.low >= CHOICES:
            self.forget((array.name,))
        else:
            for place in range(index.low, index.high + 1):
                old = self.known.get((array.name, place))
                if old is not None:
                    self.known[array.name, place] = min(old[0], value.low), max(old[1], value.high)

    def forget(self, names: Collection[str]) -> None:
        """Somebody else writes these arrays, or nobody knows where."""
        if self.known and names:
            self.known = {key: ends for key, ends in self.known.items() if key[0] not in names}

    def load(self, array: Array, index: Value) -> Value:
        """An element that is held."""
        low, high = self.bounds(array, index) or LIMITS[array.width]
        if low == high and not index.flags:
            return constant(low)
        if index.constant is not None:
            return Value(wasm.get(self._cell(array, index.constant)), low, high, READS)
        cells = self._choices(array, index)
        code, place = arithmetic.atom(self.frame, index)
        chosen = b""
        for number, local in reversed(cells):
            element = wasm.get(local)
            chosen = element + chosen + _is(place, number) + wasm.SELECT if chosen else element
        return Value(code + chosen, low, high, index.flags | READS)

    def store(self, array: Array, index: Value, value: Value) -> bytes:
        """An element that is held gets a value."""
        self.learn(array, index, value)
        if index.constant is not None:
            return value.code + wasm.put(self._cell(array, index.constant))
        cells = self._choices(array, index)
        before, kept = arithmetic.atom(self.frame, value)
        more, place = arithmetic.atom(self.frame, index)
        code = before + more
        for number, local in cells:
            code += kept.code + wasm.get(local) + _is(place, number) + wasm.SELECT + wasm.put(local)
        return code

    def _choices(self, array: Array, index: Value) -> list[tuple[int, int]]:
        """The elements that an index can mean, with their locals."""
        if index.high - index.low >= CHOICES:
            raise Unheld(array.name)
        return [(place, self._cell(array, place)) for place in range(index.low, index.high + 1)]

    def fill(self, array: Array, index: Value, count: Value, value: Value) -> bytes:
        """Elements that are held get the same value."""
        if index.constant is None or count.constant is None:
            raise Unheld(array.name)
        code, kept = arithmetic.atom(self.frame, value)
        for place in range(index.constant, index.constant + count.constant):
            code += self.store(array, constant(place), kept)
        return code

    # Memory and locals

    def loaded(self, touched: Mapping[str, bool] | None = None) -> bytes:
        """Loads what is held: all of it, or what somebody who was called may have written."""
        code = b""
        for name, cells in self.held.items():
            if touched is None or touched.get(name):
                array = self._kernel.arrays[name]
                for place, local in cells.items():
                    offset = wasm.unsigned(array.offset + place * WIDTHS[array.width])
                    code += wasm.const32(0) + wasm.LOADS[array.width] + offset + wasm.put(local)
        return code

    def stored(self, touched: Mapping[str, bool] | None = None) -> bytes:
        """Stores what is held and written: all of it, or what somebody who is called has to do with."""
        code = b""
        for name, cells in self.held.items():
            if self.plan.arrays[name][2] and (touched is None or name in touched):
                array = self._kernel.arrays[name]
                for place, local in cells.items():
                    offset = wasm.unsigned(array.offset + place * WIDTHS[array.width])
                    code += wasm.const32(0) + wasm.get(local) + wasm.STORES[array.width] + offset
        return code

    def called(self, touched: Mapping[str, bool]) -> None:
        """A function was called that has to do with these arrays, True: that writes them."""
        if not self.noting:
            return
        for name, writes in touched.items():
            self.calls[name] += self.weight * (2 if writes else 1)  # type: ignore[assignment]
        self.forget([name for name, writes in touched.items() if writes])

    # What is known on several ways

    def state(self) -> Known:
        """What is known here; for `restore` and `join`."""
        return self.known.copy() if self.known else {}

    def restore(self, known: Known) -> None:
        """Back to where that was known."""
        if self.known or known:
            self.known = known.copy()

    def join(self, ends: list[Known]) -> None:
        """Here several ways come together."""
        if not ends:
            return
        first, *others = ends
        self.known = {
            key: (
                min(low, *(end[key][0] for end in others)),
                max(high, *(end[key][1] for end in others)),
            ) if others else (low, high)
            for key, (low, high) in first.items()
            if all(key in end for end in others)
        }  # fmt: skip

    def perhaps(self, before: Known) -> None:
        """What was written since then may not have run."""
        if self.known != before:
            self.join([before, self.known])

    # Loops

    def enter(self, written: Collection[str]) -> Known:
        """A loop begins that writes these arrays: gives what is known at the start of every pass, and behind
        it."""
        self.weight *= AGAIN
        self.forget(written)
        return self.state()

    def leave(self, known: Known) -> None:
        """A loop has been written."""
        self.weight /= AGAIN
        self.restore(known)


def _is(place: Value, number: int) -> bytes:
    return place.code + wasm.EQZ if number == 0 else place.code + wasm.const(number) + wasm.EQ


def closed(
    order: Iterable[str], direct: Mapping[str, dict[str, bool]], called: Mapping[str, Iterable[str]]
) -> Mapping[str, Mapping[str, bool]]:
    """What functions have to do with, themselves and by those that they call."""
    found = {name: dict(touched) for name, touched in direct.items()}
    changed = True
    while changed:
        changed = False
        for name in order:
            own = found[name]
            for other in called[name]:
                for array, writes in found[other].items():
                    if (writes and not own.get(array)) or array not in own:
                        own[array] = writes or own.get(array, False)
                        changed = True
    return found
