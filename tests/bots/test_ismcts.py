"""The searching bot: forced wins, secret and hidden things, chance, the same again, and never more than it
may know."""

from __future__ import annotations

import pytest

from interpreter.chance import seed_generator
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.views import View, view
from ruledsl.bots import make_bot
from ruledsl.bots.base import guess
from ruledsl.bots.ismcts import IsmctsBot
from ruledsl.bots.limits import Limit
from ruledsl.bots.search.rollouts import Ending
from ruledsl.bots.search.search import Search
from ruledsl.bots.search.worlds import Worlds
from ruledsl.tools.session import Session
from tests.bots.games import DUEL, LAST_STONE, SURE, WIDE
from tests.play.support import SECRET_BIDS, game, session, small
from tests.support.rules_files import Case, one_of_each


def said(played: Session) -> str:
    """What the bot that is due would do."""
    return played.texts[played.options.index(played.bot_option())]


# ---------------------------------------------------------------------------------------------
# Strength where the best move is known


@pytest.mark.parametrize(("stones", "best"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3), (9, 1)])
def test_it_finds_the_forced_win(stones: int, best: int) -> None:
    of = small(LAST_STONE)
    for seed in range(2):
        played = Session(of, of.configure(2, {"stones": stones}), ["ismcts:150", "random"], seed)
        assert said(played) == f'"Take" {best}'


def test_it_plays_what_is_never_worse_whatever_the_others_hold() -> None:
    of = small(SURE)
    compared = 0
    for seed in range(10):
        played = session(of, ["ismcts:40", "random"], seed)
        low, high = sorted(played.texts)
        if int(high[8]) - int(low[8]) > 1:  # neighbours win against the same cards
            assert said(played) == high
            compared += 1
    assert compared > 3


def test_it_finds_the_best_of_secret_choices() -> None:
    for seats in (["ismcts:60", "random"], ["random", "ismcts:60"]):
        played = session(small(DUEL), seats, 3)
        while not played.over:
            if played.seats[played.decision.seat] != "random":
                assert said(played) == '"Throw" dynamite'
            played.take(played.bot_option())


def test_of_thousands_of_options_it_finds_a_good_one() -> None:
    played = session(small(WIDE), ["ismcts:120", "random"], 1)
    assert len(played.options) == 1600
    assert sum(int(word) for word in said(played).split()[1:]) > 50


def test_more_thought_is_no_worse() -> None:
    """Of two searchers the one that thinks eight times as long wins more."""
    of = small(LAST_STONE)
    won = 0
    for seed in range(6):
        for seats in (["ismcts:64", "ismcts:4"], ["ismcts:4", "ismcts:64"]):
            played = Session(of, of.configure(2, {"stones": 9 + seed % 3}), seats, seed)
            while not played.over:
                played.take(played.bot_option())
            won += played.seats[played.outcome.ranking[0][0]] == "ismcts:64"
    assert won >= 8


# ---------------------------------------------------------------------------------------------
# What it may know


def again(machine: Machine, pos: Position, seen: View, seed: str) -> Position | None:
    """Another position with the same view for who is due; None in a simultaneous choice under way."""
    if machine.choosers(pos):
        return None
    return guess(machine, seen, seed_generator(seed))


@pytest.mark.parametrize("case", one_of_each(), ids=str)
def test_it_plays_every_game_and_knows_no_more_than_it_may(case: Case) -> None:
    """Whatever it cannot know may be dealt anew: it takes the same. What it takes is always an option."""
    machine = case.machine
    bot = make_bot("ismcts:2", machine, "x")
    pos = machine.initial(f"bots in {case}")
    compared = 0
    while not pos.over and compared < 4 and pos.decisions < 60:
        decision = machine.decision(pos)
        keys = [option.key for option in decision.options]
        index = 0
        if len(keys) > 1:
            seen = view(machine.layout, pos, decision.seat)
            own = [option.key for _, option in decision.committed]
            index = bot.choose(seen, keys, own)
            assert 0 <= index < len(keys)
            other = again(machine, pos, seen, f"{case}: {compared}")
            if other is not None:
                assert view(machine.layout, other, decision.seat) == seen
                assert [option.key for option in machine.options(other)] == keys
                assert bot.choose(view(machine.layout, other, decision.seat), keys) == index
                compared += 1
        machine.apply_in_place(pos, decision.options[index])


def test_what_others_have_committed_changes_nothing() -> None:
    of = small(SECRET_BIDS)
    machine = Machine(of.program(of.configure(3)))
    bot = make_bot("ismcts:12", machine, "x")
    chosen = set()
    for index in range(6):
        pos = machine.initial(1)
        machine.apply_in_place(pos, machine.options(pos)[index])
        decision = machine.decision(pos)
        assert decision.seat == 1
        keys = [option.key for option in decision.options]
        chosen.add(bot.choose(view(machine.layout, pos, 1), keys))
    assert len(chosen) == 1


def test_guesses_keep_the_invariants_of_the_rules() -> None:
    text = SURE.replace(
        "result player p", "invariant: sum(c.rank for c in seat(2).hand) >= 7\n\nresult player p"
    )
    of = small(text)
    machine = Machine(of.program())
    pos = next(
        pos for pos in (machine.initial(seed) for seed in range(99)) if machine.check_invariants(pos) == []
    )
    worlds = Worlds(machine, view(machine.layout, pos, 0), seed_generator(1))
    for number in range(30):
        assert machine.check_invariants(worlds.copy_of(number)) == []
    assert worlds.copy_of(3) == worlds.copy_of(3) is not worlds.copy_of(3)


# ---------------------------------------------------------------------------------------------
# The same again, limits, and what plays on


def test_another_seed_may_think_otherwise_and_the_same_seed_never() -> None:
    of = game("haunted_mini_mouse")
    chosen = []
    for seed in (1, 1, 2, 3, 4, 5):
        played = session(of, ["ismcts:3", "random"], "deal")
        bot = make_bot("ismcts:3", played.machine, str(seed))
        keys = [option.key for option in played.options]
        chosen.append(bot.choose(played.view(played.decision.seat, resume=True), keys))
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


def test_it_thinks_for_a_time() -> None:
    played = session(small(LAST_STONE), ["ismcts:0.15s", "random"], 1)
    assert said(played) == '"Take" 2'


class Counting:
    """What plays on, without playing: the first seat is always glad."""

    games = 3

    def __init__(self) -> None:
        self.asked = 0

    def rollouts(self, position: Position, games: int, seed: int) -> list[Ending]:
        self.asked += 1
        return [Ending((1.0, -1.0))] * games


def test_anything_can_play_on_and_each_iteration_asks_it_once() -> None:
    of = small(LAST_STONE)
    machine = Machine(of.program())
    pos, rollouts = machine.initial(1), Counting()
    bot = IsmctsBot(machine, "x", Limit(iterations=25), rollouts)
    keys = [option.key for option in machine.options(pos)]
    assert 0 <= bot.choose(view(machine.layout, pos, 0), keys) < len(keys)
    assert rollouts.asked == 25


def test_a_search_that_never_comes_to_its_decision_still_takes_an_option() -> None:
    of = small(LAST_STONE)
    machine = Machine(of.program())
    pos = machine.initial(1)
    keys = [("Take", number) for number in (7, 8)]
    seen = view(machine.layout, pos, 0)
    search = Search(machine, Counting(), seen, keys, (), seed_generator(1))
    search.run(range(10))
    assert search.best is None
    assert make_bot("ismcts:5", machine, "x").choose(seen, keys) in (0, 1)
