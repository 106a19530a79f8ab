"""The zone operations of a kernel against those of the reference, step by step on random scripts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from interpreter import knowledge, piles
from interpreter.chance import Sampled, seed_generator
from interpreter.compiled.fault_codes import code_of
from interpreter.compiled.host import HostMissing
from interpreter.compiled.position_io import read_position, write_position
from interpreter.compiled.python_host import KernelFault
from interpreter.faults import RulesFault
from interpreter.layout import Layout, empty_position
from interpreter.position import NOWHERE, LaidMeld, Position, copy_position
from interpreter.together import NoChance
from tests.compiled.zone_support import CARDS, DICE, EVENTS, ODD, OWNED, ZoneKernel, make_layout

LAYOUTS: dict[str, Callable[[], Layout]] = {
    "cards": lambda: make_layout([(CARDS, (1, 1, 1, 1, 1, 1, 1, 1))]),
    "twins": lambda: make_layout([(CARDS, (3, 1, 2, 4)), (EVENTS, (1, 2))], together=True),
    "owned": lambda: make_layout([(OWNED, (1, 2)), (CARDS, (2, 1, 1))], players=2),
    "narrow": lambda: make_layout([(CARDS, (2, 1, 1, 2)), (EVENTS, (2, 1))], narrow=True),
    "faces": lambda: make_layout([(CARDS, (3, 1, 2, 2)), (OWNED, (1, 1))], facing=True),
    "dice": lambda: make_layout([(DICE, (3,)), (CARDS, (2, 3, 1)), (ODD, (2,))], together=True),
    "dice with faces": lambda: make_layout([(DICE, (2, 2)), (CARDS, (2, 3, 1))], facing=True),
    "dice only": lambda: make_layout([(DICE, (5,))]),
    "many": lambda: make_layout([(CARDS, (1,) * 30 + (2,) * 20), (EVENTS, (4, 3, 1) * 3)]),
    "more": lambda: make_layout([(CARDS, (1,) * 130)], players=2),
    "alone": lambda: make_layout([(CARDS, (2, 1, 2)), (EVENTS, (1, 1))], players=1),
    "alone with faces": lambda: make_layout([(CARDS, (2, 1, 2)), (EVENTS, (1, 1))], players=1, facing=True),
    "few": lambda: make_layout([(CARDS, (1, 1, 1))], players=2),
}


SCRIPTS = 8


KERNELS = [
    *[(name, "python", True) for name in LAYOUTS],
    *[(name, "wasm", False) for name in LAYOUTS],
    *[(name, "wasm", True) for name in ("twins", "dice with faces", "many")],
]
"""Each layout on each engine, with who knows what and without; together as dear as needed."""


@cache
def kernel_of(name: str, engine: str = "python", known: bool = True) -> ZoneKernel:
    try:
        return ZoneKernel(LAYOUTS[name](), known, seed=len(name) + known, engine=engine)
    except HostMissing as error:
        pytest.skip(str(error))


class Walk:
    """A random script on both sides; `check` compares all there is."""

    def __init__(self, kernel: ZoneKernel, seed: int) -> None:
        self.kernel = kernel
        self.layout = kernel.layout
        self.rng = random.Random(seed)
        self.pos = empty_position(self.layout)
        self.pos.generator = seed_generator(seed)
        self.done: list[Any] = []
        self.zones = [z for z in range(self.layout.zone_count) if kernel.features.holds[z]]
        self.off = self.pure = False
        self.write()

    def write(self) -> None:
        write_position(self.kernel.host, self.layout, self.kernel.features, self.pos)

    @property
    def chance(self) -> Any:
        return NoChance(7) if self.off else Sampled(self.pos)

    # -- what there is to choose from ------------------------------------------------------------

    def fits(self, pieces: list[int], zone: int) -> bool:
        holds = self.kernel.features.holds[zone]
        return all(self.layout.piece_family[piece] in holds for piece in pieces)

    def zone(self, *pieces: int) -> int:
        return self.rng.choice([z for z in self.zones if self.fits(list(pieces), z)])

    def lying(self, zone: int) -> list[int]:
        return [p for p in range(self.layout.piece_count) if self.pos.place[p] == zone]

    def some(self, low: int = 0) -> list[int]:
        """Pieces, often of one zone or one family."""
        everything = list(range(self.layout.piece_count))
        kind = self.rng.randrange(4)
        if kind == 0:
            everything = self.lying(self.rng.choice(self.zones)) or everything
        elif kind == 1:
            family = self.rng.choice(self.layout.family_pieces)
            everything = list(family)
        if kind > 1 or self.rng.random() < 0.5:
            self.rng.shuffle(everything)
            everything = everything[: self.rng.randint(low, min(len(everything), 6))]
        return everything

    def told(self, name: str, *key: Any, zones: Sequence[int]) -> tuple[tuple[Any, ...], list[int | None]]:
        """An operation that may be told how pieces arrive, and what it is told; nothing where it is plain."""
        found = self.name(name, False, *key, zones=zones)
        plain = self.name(name, True, *key, zones=zones)
        if plain and (not found or self.rng.random() < 0.6):
            return plain, []
        return found, [self.at(zones[-1]), self.facing()]

    def name(self, *key: Any, zones: Sequence[int]) -> tuple[Any, ...]:
        """An operation on these zones: for their families or for any."""
        families = [None if zone == NOWHERE else self.layout.zone_family[zone] for zone in zones]
        return self.kernel.operation(self.rng, *key, *families)

    def facing(self) -> int:
        return self.rng.choice((0, 0, 1, 2)) if self.kernel.features.facing else 0

    def at(self, zone: int) -> int | None:
        if self.rng.random() < 0.7:
            return None
        return self.rng.randint(1, len(self.pos.zones[zone]) + 1) if self.rng.random() < 0.9 else 9

    # -- one step --------------------------------------------------------------------------------

    def step(self) -> None:
        operation = self.rng.choice(OPERATIONS)
        before = copy_position(self.pos)
        self.done.append(operation.__name__)
        reference, kernel = operation(self)
        wanted = self.outcome(reference)
        found = self.outcome(kernel)
        assert found == wanted, self.done[-1]
        if isinstance(wanted, str):
            self.pos = before
            self.write()
        else:
            self.check()
        self.kernel.forget()

    def outcome(self, run: Callable[[], Any]) -> Any:
        try:
            return [run()]
        except RulesFault as error:
            return error.code
        except KernelFault as error:
            return code_of(error.code)

    def check(self) -> None:
        found = read_position(self.kernel.host, self.layout, self.kernel.features)
        wanted = copy_position(self.pos)
        if not self.kernel.features.known:
            found.known = wanted.known
        assert found == wanted, self.done[-1]
        for zone in self.zones:
            if self.layout.is_bag[zone]:
                piles.sort_bag(self.layout, wanted, zone)
        assert found == wanted, "bags keep one order"

    def toggle(self) -> None:
        """Chance and what waits are forbidden for a while, as in simultaneous choices and in conditions."""
        self.off = self.kernel.features.together and self.rng.random() < 0.2
        self.pure = self.rng.random() < 0.2
        self.kernel.host.array("chance_off")[0] = int(self.off)
        self.kernel.host.array("pure")[0] = int(self.pure)


# ---------------------------------------------------------------------------------------------
# The operations: what to do with the reference and what with the kernel

Pair = tuple[Callable[[], Any], Callable[[], Any]]


def move(w: Walk) -> Pair:
    piece = w.rng.randrange(w.layout.piece_count)
    zone = w.zone(piece)
    name, how = w.told("move", zones=(w.pos.place[piece], zone))
    return (
        lambda: piles.move(w.layout, w.pos, w.chance, piece, zone, *how),
        lambda: none(w.kernel.call(*name, args=(piece, zone, *how))),
    )


def none(value: int) -> None:
    assert value == 0


def move_all(w: Walk) -> Pair:
    group = w.some()
    zone = w.zone(*group)
    places = {w.pos.place[piece] for piece in group}
    name, how = w.told("move all", zones=(places.pop() if len(places) == 1 else NOWHERE, zone))
    return (
        lambda: piles.move_all(w.layout, w.pos, w.chance, group, zone, *how),
        lambda: none(w.kernel.call(*name, args=(w.kernel.list_of(group), zone, *how))),
    )


def draw(w: Walk) -> Pair:
    source = w.rng.choice([z for z in w.zones if w.pos.zones[z]] or w.zones)
    kind = w.rng.choice((None, None, *range(len(w.layout.program.families))))
    zone = w.zone(*(w.lying(source) if kind is None else w.layout.family_pieces[kind]))
    name, how = w.told("draw", kind, zones=(source, zone))

    def reference() -> int | None:
        return piles.draw_into(w.layout, w.pos, w.chance, source, zone, kind, *how)

    def kernel() -> int | None:
        piece = w.kernel.call(*name, args=(source, zone, *how))
        return None if piece < 0 else piece

    return reference, kernel


def shuffle(w: Walk) -> Pair:
    zone = w.rng.choice(w.zones)
    name = w.name("shuffle", zones=(zone,))
    return (
        lambda: piles.shuffle(w.layout, w.pos, w.chance, zone),
        lambda: none(w.kernel.call(*name, args=(zone,))),
    )


def move_whole(w: Walk) -> Pair:
    source = w.rng.choice([z for z in w.zones if w.pos.zones[z]] or w.zones)
    zone = w.zone(*w.lying(source)) if w.rng.random() < 0.9 else source
    shuffled = w.rng.random() < 0.4
    name, how = w.told("move whole", shuffled, zones=(source, zone))

    def reference() -> None:
        piles.move_whole(w.layout, w.pos, w.chance, source, zone, shuffled, *how)

    return reference, lambda: none(w.kernel.call(*name, args=(source, zone, *how)))


def gather(w: Walk) -> Pair:
    group = w.some()
    zone = w.zone(*group)
    shuffled = w.rng.random() < 0.6
    name, how = w.told("gather", shuffled, zones=(zone,))
    return (
        lambda: piles.gather(w.layout, w.pos, w.chance, group, zone, shuffled, *how),
        lambda: none(w.kernel.call(*name, args=(w.kernel.list_of(group), zone, *how))),
    )


def gather_families(w: Walk) -> Pair:
    """As `gather`, of all pieces of some families, where the kernel has a function for that."""
    kinds = range(len(w.layout.program.families))
    families = tuple(sorted(w.rng.sample(kinds, w.rng.randint(1, len(kinds)))))
    group = [p for p in range(w.layout.piece_count) if w.layout.piece_family[p] in families]
    zone = w.zone(*group)
    shuffled = w.rng.random() < 0.6
    name, how = w.told("gather families", families, shuffled, zones=(zone,))
    if not name:
        return gather(w)
    return (
        lambda: piles.gather(w.layout, w.pos, w.chance, group, zone, shuffled, *how),
        lambda: none(w.kernel.call(*name, args=(zone, *how))),
    )


def reveal(w: Walk) -> Pair:
    group = w.some()
    return (
        lambda: piles.reveal(w.layout, w.pos, group),
        lambda: none(w.kernel.call("reveal", args=(w.kernel.list_of(group),))),
    )


def flip(w: Walk) -> Pair:
    if not w.kernel.features.facing:
        return draw(w)
    group = [p for p in w.some() if w.pos.place[p] != NOWHERE or w.rng.random() < 0.1]
    up = w.rng.randrange(2)
    return (
        lambda: piles.flip(w.layout, w.pos, group, up == 1),
        lambda: none(w.kernel.call("flip", args=(w.kernel.list_of(group), up))),
    )


def roll(w: Walk) -> Pair:
    piece = w.rng.randrange(w.layout.piece_count)
    name = ("roll", w.rng.choice((None, w.layout.piece_family[piece])))
    return (
        lambda: piles.roll(w.layout, w.pos, w.chance, piece),
        lambda: none(w.kernel.call(*name, args=(piece,))),
    )


def sort(w: Walk) -> Pair:
    zone = w.rng.choice([z for z in w.zones if w.layout.ordered[z]])
    name = w.name("sort", zones=(zone,))
    if w.pos.bags[zone]:
        return decide_all(w)
    order = list(w.pos.zones[zone])
    w.rng.shuffle(order)

    def reference() -> None:
        knowledge.sort_row(w.layout, w.pos, zone)
        w.pos.zones[zone][:] = order

    return reference, lambda: none(w.kernel.call(*name, args=(zone, w.kernel.list_of(order))))


def decide_all(w: Walk) -> Pair:
    zone = w.rng.choice(w.zones)
    name = w.name("decide_all", zones=(zone,))
    return (
        lambda: piles.decide_all(w.layout, w.pos, w.chance, zone),
        lambda: none(w.kernel.call(*name, args=(zone,))),
    )


def pieces(w: Walk) -> Pair:
    zone = w.rng.choice(w.zones)
    name = w.name("pieces", zones=(zone,))

    def reference() -> list[int]:
        if w.pos.bags[zone] and w.pure:
            raise RulesFault("chance")
        return list(piles.pieces(w.layout, w.pos, w.chance, zone))

    return reference, lambda: w.kernel.read_list(w.kernel.call(*name, args=(zone,)))


def end(w: Walk) -> Pair:
    zone = w.rng.choice(w.zones)
    which = w.rng.choice(("top", "first"))
    name = w.name(which, zones=(zone,))

    def reference() -> int | None:
        places = w.pos.zones[zone]
        if places and places[-1 if which == "top" else 0] < 0 and w.pure:
            raise RulesFault("chance")
        decide = piles.decide_top if which == "top" else piles.decide_first
        return decide(w.layout, w.pos, w.chance, zone)

    def kernel() -> int | None:
        piece = w.kernel.call(*name, args=(zone,))
        return None if piece < 0 else piece

    return reference, kernel


def ask(w: Walk) -> Pair:
    piece = w.rng.randrange(w.layout.piece_count)
    name = w.name("place_of", zones=(w.pos.place[piece],))
    zone = w.rng.choice(w.zones)
    is_mask = w.kernel.features.is_mask[w.layout.zone_family[zone]]
    return (
        lambda: (
            piles.place_of(w.layout, w.pos, piece),
            int(piles.lies_up(w.layout, w.pos, piece)),
            w.pos.zones[zone] if is_mask else [],
        ),
        lambda: (
            w.kernel.call(*name, args=(piece,)),
            w.kernel.call("lies_up", args=(piece,)),
            w.kernel.read_list(w.kernel.call("mask_to_list", args=(zone,))) if is_mask else [],
        ),
    )


def remember(w: Walk) -> Pair:
    """Somebody learns something in a way that has nothing to do with where the pieces lie."""

    def reference() -> None:
        for piece in w.some():
            w.pos.known[piece] |= w.rng.randrange(w.layout.all_seats + 1)
        w.write()

    return reference, lambda: None


def form(w: Walk) -> Pair:
    """What lies in a zone for melds becomes melds."""

    def reference() -> None:
        for zone in w.zones:
            if w.layout.is_meld[zone] and not w.pos.laid[zone]:
                left = len(w.pos.zones[zone])
                while left:
                    size = w.rng.randint(1, left)
                    by = w.rng.choice((None, 0))
                    w.pos.laid[zone].append(LaidMeld(w.pos.serial, 0, by, [w.rng.randrange(3)] * size))
                    left -= size
        w.write()

    return reference, lambda: None


OPERATIONS: list[Callable[[Walk], Pair]] = [
    move, move, move, move_all, draw, draw, draw, shuffle, move_whole, move_whole, gather, gather,
    gather_families, reveal,
    flip, flip, roll, roll, sort, decide_all, pieces, end, end, ask, remember, form,
]  # fmt: skip


@pytest.mark.parametrize(("name", "engine", "known"), KERNELS)
def test_a_kernel_does_with_pieces_what_the_reference_does(name: str, engine: str, known: bool) -> None:
    kernel = kernel_of(name, engine, known)
    for seed in range(SCRIPTS):
        walk = Walk(kernel, seed)
        for step in range(120):
            if step % 20 == 0:
                walk.toggle()
            walk.step()


def test_numbers_below_come_as_from_the_reference() -> None:
    from interpreter.chance import below

    kernel = kernel_of("few")
    pos: Position = empty_position(kernel.layout)
    pos.generator = seed_generator("below")
    write_position(kernel.host, kernel.layout, kernel.features, pos)
    rng = random.Random(5)
    for n in (*range(1, 70), 2**31, 3 * 2**30, 2**32 - 1, 2**32):
        for _ in range(rng.randint(1, 20)):
            assert kernel.call("below", args=(n,)) == below(pos.generator, n)


def test_bits_are_counted_from_the_lowest() -> None:
    kernel = kernel_of("few")
    rng = random.Random(6)
    for _ in range(300):
        bits = sorted(rng.sample(range(62), rng.randint(1, 62)))
        mask = sum(1 << bit for bit in bits)
        for k in {0, len(bits) - 1, rng.randrange(len(bits))}:
            assert kernel.call("select_bit", args=(mask, k)) == bits[k]
