"""A game in a kernel is the game on the reference machine: options, what is noticed, guesses, endings, and so
the whole search."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator

import pytest

from interpreter.chance import below, seed_generator
from interpreter.determinize import determinize_freely
from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from interpreter.views import view
from ruledsl.bots.search.game import Rollouts
from ruledsl.bots.search.kernel_game import KernelGame
from ruledsl.bots.search.kernels import SearchKernel, search_kernel
from ruledsl.bots.search.reference_game import ReferenceGame
from ruledsl.bots.search.search import Search
from ruledsl.bots.standing import Standing, zones_of
from tests.bots.games import LAST_STONE, SURE
from tests.play.support import SECRET_BIDS, small
from tests.support.rules_files import Case, one_of_each

CASES = one_of_each()


class Pairs:
    """Two ways to say the same: what is equal one way has to be equal the other way."""

    def __init__(self) -> None:
        self.one: dict[Hashable, Hashable] = {}
        self.other: dict[Hashable, Hashable] = {}

    def add(self, one: Hashable, other: Hashable) -> None:
        assert self.one.setdefault(one, other) == other, f"{one} is told apart"
        assert self.other.setdefault(other, one) == one, f"{one} and {self.other[other]} are not told apart"


def some_way_on(machine: Machine, decisions: int, seed: str) -> Position:
    """A position of a random game."""
    pos, generator = machine.initial(seed), seed_generator(seed)
    while not pos.over and pos.decisions < decisions:
        options = machine.options(pos)
        machine.apply_in_place(pos, options[below(generator, len(options))])
    return pos


def reference_at(shared: SearchKernel, seat: int, pos: Position, chance: list[int]) -> ReferenceGame:
    standing = Standing(shared.machine)  # what one has reckoned the other must not know
    return ReferenceGame(shared.machine, standing, shared.rollouts, seat, lambda number: pos, chance)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_options_and_what_is_noticed_are_told_apart_alike(case: Case) -> None:
    machine = case.machine
    shared = search_kernel(machine)
    kernel = shared.kernel
    names, labels = Pairs(), Pairs()
    noticed = [Pairs() for _ in range(machine.layout.players)]
    for round in range(4):
        me = round % machine.layout.players
        pos = machine.initial(f"{case} {round // 2}")
        game = reference_at(shared, me, pos, [0, 1])
        generator = seed_generator(round)
        kernel.load(pos)
        count = kernel.offer_named() if not pos.over else 0
        assert game.start(0) == count
        for _ in range(40):
            if not count:
                break
            assert (kernel.seat, kernel.together) == (game.seat, game.together)
            for ours, theirs in zip(game.names(), kernel.names(count), strict=True):
                names.add(ours, theirs)
            for ours, theirs in zip(game.labels(), kernel.labels(count), strict=True):
                labels.add(ours, theirs)
            index, forced = below(generator, count), below(generator, 2) == 0
            count = game.play(index, forced)
            assert kernel.play(index, me, forced) == count
            for seat, (ours, theirs) in enumerate(zip(game.noticed(), kernel.noticed(), strict=True)):
                assert (ours == 0) == (theirs == 0)
                noticed[seat].add((me, ours), (me, theirs))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_guesses_agree_with_the_view(case: Case) -> None:
    machine = case.machine
    layout, shared = machine.layout, search_kernel(machine)
    for decisions in (0, 5, 17):
        pos = some_way_on(machine, decisions, f"{case} guesses")
        if pos.over:
            continue
        seat = machine.decision(pos).seat
        seen = view(layout, pos, seat)
        game = KernelGame(shared, seen, seed_generator(decisions))
        guesses = [game.guess(number) for number in range(6)]
        for guess in guesses:
            assert machine.check_invariants(guess) == []
            if not machine.choosers(pos):
                assert view(layout, guess, seat) == seen
            shared.kernel.load(guess)
            assert state_hash(layout, shared.kernel.position()) == state_hash(layout, guess)
            awake = copy_position(guess)
            shared.kernel._call("wake_all")
            assert awake.bits == shared.kernel.position().bits
        again = KernelGame(shared, seen, seed_generator(decisions))
        assert [state_hash(layout, again.guess(number)) for number in (3, 1, 3)] == [
            state_hash(layout, again.guess(number)) for number in (3, 1, 3)
        ]


def test_every_deal_of_what_is_hidden_is_as_likely() -> None:
    machine = Machine(small(SURE).program())
    pos = machine.initial(1)
    game = KernelGame(search_kernel(machine), view(machine.layout, pos, 0), seed_generator(1))
    assert determinize_freely(machine.layout, view(machine.layout, pos, 0), seed_generator(1))[1] is not None
    hand = machine.layout.program.zones[1].base + 1
    found: dict[tuple[int, ...], int] = {}
    for number in range(1200):
        held = tuple(game.guess(number).zones[hand])
        found[held] = found.get(held, 0) + 1
    assert len(found) == 6, "two of the four cards that the first player does not hold"
    assert all(150 < count < 250 for count in found.values()), found


def positions(machine: Machine, name: str) -> Iterator[Position]:
    """Some positions in which there is something to choose."""
    for number, decisions in enumerate((0, 9, 4, 13, 2, 6)):
        pos = some_way_on(machine, decisions, f"{name} {number}")
        if not pos.over and not machine.choosers(pos) and len(machine.options(pos)) > 1:
            yield pos


def compared(machine: Machine, name: str, compare: Callable[[Position], None]) -> None:
    """Compares in two positions; a guess does not tell what others have seen before, so in some the reference
    refuses what a kernel for searches does not ask about."""
    done = 0
    for pos in positions(machine, name):
        try:
            compare(pos)
        except RulesFault as fault:
            assert fault.code == "secret"
            continue
        done += 1
        if done == 2:
            return


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_come_to_the_same_endings(case: Case) -> None:
    machine = case.machine
    suited = search_kernel(machine)

    def compare(pos: Position) -> None:
        seat = machine.decision(pos).seat
        game = KernelGame(shared, view(machine.layout, pos, seat), seed_generator(1))
        other = reference_at(shared, seat, game.guess(0), game.chance[:])
        assert game.start(0) == other.start(0)
        expected = other.endings()
        assert game.endings() == expected

    is_long = suited.rollouts.horizon is not None  # too long for the reference
    for rollouts in [Rollouts(3, 2)] if is_long else [Rollouts(None, 2), Rollouts(3, 2)]:
        shared = SearchKernel(machine, rollouts)
        compared(machine, f"{case} endings", compare)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_search_alike(case: Case) -> None:
    shared = SearchKernel(case.machine, Rollouts(2, 1))
    compared(case.machine, f"{case} search", lambda pos: search_alike(shared, pos, 12))


class Strict(ReferenceGame):
    """Tells of faults instead of having another guess made."""

    def drop(self, number: int) -> None:
        error = sys.exc_info()[1]
        assert error is not None
        raise error


def search_alike(shared: SearchKernel, pos: Position, iterations: int) -> None:
    """Searches twice, the second time on the reference machine in the guesses of the first."""
    machine = shared.machine
    decision = machine.decision(pos)
    keys = [option.key for option in decision.options]
    seen = view(machine.layout, pos, decision.seat)
    game = KernelGame(shared, seen, seed_generator("both"))
    search = Search(game, decision.seat, keys, (), seed_generator("tree"))
    search.run(range(iterations))
    another = KernelGame(shared, seen, seed_generator("both"))
    other = Strict(
        machine, Standing(machine), shared.rollouts, decision.seat, another.guess, another.chance[:]
    )
    reference = Search(other, decision.seat, keys, (), seed_generator("tree"))
    reference.run(range(iterations))
    assert tried(search) == tried(reference)
    assert search.best == reference.best


def tried(search: Search) -> list[tuple[int, int, int, float]]:
    assert search.offered is not None
    return [
        (search.offered.indexes[name], edge.visits, edge.offered, edge.total)
        for name, edge in search.root.edges.items()
    ]


@pytest.mark.parametrize("text", [LAST_STONE, SURE, SECRET_BIDS])
def test_both_search_alike_for_long(text: str) -> None:
    machine = Machine(small(text).program())
    search_alike(search_kernel(machine), machine.initial(1), 150)


def test_both_hosts_search_alike() -> None:
    machine = Machine(small(SURE).program())
    pos = machine.initial(1)
    seen, keys = view(machine.layout, pos, 0), [option.key for option in machine.options(pos)]
    found = []
    for engine in ("auto", "python"):
        shared = SearchKernel(machine, Rollouts(None, 2), engine=engine)
        search = Search(KernelGame(shared, seen, seed_generator(1)), 0, keys, (), seed_generator(2))
        search.run(range(25))
        found.append(tried(search))
    assert found[0] == found[1]


TWO_DECKS = """\
game "Two Decks"
players 2
cards low: rank 1..6
cards high: rank 7..12
zone lows: pile, hidden
zone highs: pile, hidden
zone hand per player: bag, private
zone kept per player: bag, private
zone table per player: slot, open

phase game {
    all low -> lows shuffled
    all high -> highs shuffled
    1 from lows -> each kept
    1 from lows -> each hand
    2 from highs -> each hand
    each player p { p chooses "Play": c in p.hand { c -> p.table } }
}
result player p: most p.table.rank
"""
"""A hand can hold cards of both decks, only low ones are kept: another deal is more than other places."""


def test_where_what_is_hidden_cannot_just_change_places_each_guess_is_made_anew() -> None:
    machine = Machine(small(TWO_DECKS).program())
    pos, layout = machine.initial(1), machine.layout
    seen = view(layout, pos, 0)
    assert determinize_freely(layout, seen, seed_generator(1))[1] is None
    game = KernelGame(search_kernel(machine), seen, seed_generator(1))
    guesses = [game.guess(number) for number in range(12)]
    assert all(view(layout, guess, 0) == seen for guess in guesses)
    assert all(machine.check_invariants(guess) == [] for guess in guesses)
    assert len({state_hash(layout, guess) for guess in guesses}) > 6
    assert state_hash(layout, game.guess(0)) == state_hash(layout, guesses[0])
    search_alike(search_kernel(machine), pos, 60)


def test_rows_are_cut_alike() -> None:
    machine = next(case.machine for case in CASES if case.path.stem == "haunted_mouse")
    shared = search_kernel(machine)
    found = set()
    for decisions in (10, 25, 40, 60, 80):
        pos = some_way_on(machine, decisions, f"rows {decisions}")
        shared.kernel.load(pos)
        for number, row in enumerate(shared.standing.wishes.rows):
            for zone in zones_of(machine.layout, row.family):
                pieces = pos.zones[zone]
                cuts = shared.standing._count_cuts(pos, row, pieces)
                assert shared.kernel.fewest_cuts(number, zone) == cuts
                found.add((len(pieces), cuts))
    assert any(cuts < size for size, cuts in found) and len(found) > 5
