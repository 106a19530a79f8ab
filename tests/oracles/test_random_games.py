"""Random games of whole packs against OpenSpiel: move by move where it is installed, and by their statistics.

Move by move a game of ours is played there, too, with the same cards: at each decision the same seat has the
same choices, and what the game was worth is the same in the end.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import frozen

from benchmarks.against_openspiel import (
    LIMIT,
    PAIRS,
    Moments,
    distance,
    figures,
    machine_of,
    moments,
    our_game,
    their_game,
)
from interpreter.chance import Sampled
from interpreter.position import copy_position
from tests.games.support import Table
from tests.games.test_classics import sensible

Words = Callable[[str, Table], str]
"""A move of ours, as OpenSpiel words it; for cards of a meld their order does not matter."""


def hearts_words(move: str, _: Table) -> str:
    return move[-3:-1]


def hearts_deal(table: Table) -> Iterator[str]:
    """Where cards are passed, then the cards round the table."""
    yield ["Left", "Right", "Across", "No Pass"][number(table, "deal") - 1]
    for cards in zip(*(table.faces(f"{seat}.hand") for seat in "ABCD"), strict=True):
        yield from cards


def crazy_eights_words(move: str, _: Table) -> str:
    if move.startswith('"Play"'):
        return f"Play {move[-2]}{move[-3]}"
    return f"Nominate suit {move[7].upper()}" if move.startswith('"Name"') else move.strip('"')


def crazy_eights_deal(table: Table) -> Iterator[str]:
    """The dealer, cards round the table from the left of the dealer, and the card turned up."""
    seats = table.machine.layout.seat_names
    first = table.seat
    yield f"Decide Player {(first - 1) % len(seats)} to be the dealer"
    hands = [table.faces(f"{seat}.hand") for seat in (*seats[first:], *seats[:first])]
    for cards in (*zip(*hands, strict=True), table.faces("discard")):
        yield from (f"Deal {card[1]}{card[0]}" for card in cards)


def go_fish_words(move: str, _: Table) -> str:
    _, rank, seat = move.split()
    return f"{ord(seat) - ord('A')}{fish_rank(rank)}"


def fish_rank(rank: str) -> str:
    return "?abcdefghijklm"[int(rank)]


def go_fish_deal(table: Table) -> Iterator[str]:
    """All cards of the first seat, then of the next."""
    for seat in table.machine.layout.seat_names:
        assert not table.faces(f"{seat}.books"), "OpenSpiel deals anew for a book"
        yield from map(fish_rank, table.faces(f"{seat}.hand"))


def gin_words(move: str, _: Table) -> str:
    plain = {'"Draw"': "Draw stock", '"Take the discard"': "Draw upcard", '"Enough"': "Pass"}
    cards = re.findall(r"([A-Z0-9])([CDHS])\b", move)
    if cards:
        return " ".join(sorted(rank + suit.lower() for rank, suit in cards))
    return plain.get(move, move.strip('"'))


def gin_deal(table: Table) -> Iterator[str]:
    for label in ("A.hand", "B.hand", "discard"):
        yield from (card[0] + card[1].lower() for card in table.faces(label))


def number(table: Table, name: str) -> int:
    [value] = table.variable(name)
    assert isinstance(value, int)
    return value


@frozen
class Step:
    """How the games of a pair are worded: a move, the deal, a card that chance brings later."""

    move: Words
    deal: Callable[[Table], Iterator[str]]
    card: Callable[[str], str]


SEEDS = 2

STEPS = {
    "crazy_eights": Step(crazy_eights_words, crazy_eights_deal, lambda card: f"Deal {card[1]}{card[0]}"),
    "gin_rummy": Step(gin_words, gin_deal, lambda card: card[0] + card[1].lower()),
    "go_fish": Step(go_fish_words, go_fish_deal, fish_rank),
    "hearts": Step(hearts_words, hearts_deal, str),
}


def their_words(state: Any, action: int) -> str:
    """An action, without the beginning that some games give to all; melds as their cards in order."""
    text = state.action_to_string(state.current_player(), action)
    text = re.sub(r"^(Player: \d Action|Chance outcome): ", "", text)
    return " ".join(sorted(re.findall("..", text))) if re.fullmatch(r"([A-Z0-9][cdhs])+", text) else text


def resolve(state: Any, outcomes: Iterator[str]) -> None:
    """Hands chance to OpenSpiel; one with a single outcome is no event here."""
    while state.is_chance_node():
        actions = {their_words(state, action): action for action in state.legal_actions()}
        state.apply_action(actions[next(outcomes)] if len(actions) > 1 else next(iter(actions.values())))


@pytest.mark.parametrize("name", PAIRS)
def test_the_same_choices_and_the_same_end(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    machine, step = machine_of(name), STEPS[PAIRS[name].rules]
    codes = machine.layout.face_code
    for seed in range(SEEDS):
        rng, pos = random.Random(seed), machine.initial(seed)
        state = pyspiel.load_game(PAIRS[name].openspiel).new_initial_state()
        resolve(state, step.deal(Table(machine, pos)))
        while not pos.over:
            table = Table(machine, pos)
            moves = [step.move(move, table) for move in table.moves]
            actions = {their_words(state, action): action for action in state.legal_actions()}
            assert state.current_player() == table.seat
            assert sorted(moves) == sorted(actions)
            options = machine.options(pos)
            option = rng.choice(sensible(machine, options))
            state.apply_action(actions[moves[options.index(option)]])
            pos = copy_position(pos)
            chance = Sampled(pos)
            machine.apply_in_place(pos, option, chance)
            resolve(state, (step.card(codes[label]) for label in chance.history))
        assert state.is_terminal()
        assert PAIRS[name].ours(machine, pos) == PAIRS[name].theirs(state)


# ---------------------------------------------------------------------------------------------
# Statistics

GAMES = 20_000

OPENSPIEL: dict[str, list[tuple[float, float]]] = {
    "crazy_eights-2": [(191.8227, 47.7068), (-46.3319, 29.5484), (-45.8935, 29.0803)],
    "crazy_eights-5": [
        (198.4899, 54.7542),
        (-49.0739, 30.1818),
        (-49.1769, 29.7249),
        (-49.5412, 29.557),
        (-49.1033, 30.0589),
        (-49.0373, 30.1484),
    ],
    "gin_rummy-2": [(110.939, 26.5372), (-0.0172, 7.1713), (0.0172, 7.1713)],
    "go_fish-2": [(55.4446, 2.8405), (6.5165, 2.4216), (6.4835, 2.4216)],
    "go_fish-4": [(70.8899, 8.3855), (3.2906, 1.5669), (3.2651, 1.5568), (3.235, 1.5421), (3.2092, 1.5276)],
    "hearts-4": [
        (60.9736, 5.2114),
        (19.3143, 6.9731),
        (19.4258, 6.9573),
        (19.3151, 6.9709),
        (19.3416, 6.9864),
    ],
}
"""Mean and standard deviation of each figure over so many games of OpenSpiel 2.0.2, all choices uniform.

From `python -m benchmarks.against_openspiel`: the number of decisions, then what each seat has in the end.
"""


def theirs(name: str) -> list[Moments]:
    return [Moments(GAMES, mean, deviation) for mean, deviation in OPENSPIEL[name]]


def far_away(name: str, found: list[Moments]) -> dict[str, float]:
    """The figures that are too far from OpenSpiel's, with how far."""
    pairs = zip(figures(PAIRS[name].players), found, theirs(name), strict=True)
    return {figure: z for figure, mine, other in pairs if (z := distance(mine, other)) > LIMIT}


@pytest.mark.parametrize("name", PAIRS)
def test_a_few_random_games_are_as_long_and_worth_as_much(name: str) -> None:
    assert far_away(name, moments([our_game(name, seed) for seed in range(12)])) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_random_games_are_as_long_and_worth_as_much(name: str) -> None:
    assert far_away(name, moments([our_game(name, seed) for seed in range(60)])) == {}


@pytest.mark.parametrize("name", PAIRS)
def test_the_constants_are_those_of_openspiel(name: str) -> None:
    pytest.importorskip("pyspiel")
    assert far_away(name, moments([their_game(name, seed) for seed in range(100)])) == {}
