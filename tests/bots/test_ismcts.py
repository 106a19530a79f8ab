"""The searching bot: forced wins, secret and hidden things, chance, the same again, and never more than it
may know."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from interpreter.chance import seed_generator
from interpreter.compiled.position_io import BeyondKernel
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.views import View, view
from ruledsl.bots import make_bot
from ruledsl.bots.base import guess
from ruledsl.bots.ismcts import IsmctsBot, indexes_of, kernel_game, reference_game
from ruledsl.bots.limits import Limit
from ruledsl.bots.search.game import Ending
from ruledsl.bots.search.kernel_game import KernelGame
from ruledsl.bots.search.kernels import search_kernel
from ruledsl.bots.search.reference_game import guesses
from ruledsl.bots.search.search import Search
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
    seen = view(machine.layout, pos, 0)
    game, guess = KernelGame(search_kernel(machine), seen, seed_generator(1)), guesses(machine, seen, [1, 1])
    for number in range(30):
        assert machine.check_invariants(game.guess(number)) == []
        assert machine.check_invariants(guess(number)) == []
    assert game.guess(3) == game.guess(3) is not game.guess(3)


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


class Counted:
    """A game of one decision in which the second option is the best; it counts how often it was started."""

    players, pays, seat, together = 1, True, 0, False

    def __init__(self, options: int = 3) -> None:
        self.options, self.started, self.taken = options, 0, 0

    def start(self, number: int) -> int:
        self.started += 1
        return self.options

    def drop(self, number: int) -> None:
        pass

    def names(self) -> list[int]:
        return list(range(self.options))

    labels = names

    def is_asked(self, keys: Sequence[object]) -> bool:
        return len(keys) == self.options

    def play(self, index: int, forced: bool) -> int:
        self.taken = index
        return 0

    def noticed(self) -> list[int]:
        return [1]

    def endings(self) -> list[Ending]:
        return [Ending((1.0 if self.taken == 1 else 0.0,))]


def test_anything_can_be_searched_and_each_iteration_starts_it_once() -> None:
    machine = Machine(small(LAST_STONE).program())
    pos, game = machine.initial(1), Counted()
    bot = IsmctsBot(machine, "x", Limit(iterations=25), lambda machine, view, generator: game)
    keys = [option.key for option in machine.options(pos)]
    assert bot.choose(view(machine.layout, pos, 0), keys) == 1
    assert game.started == 26, "once more to see what is asked"


def test_a_search_that_never_comes_to_its_decision_still_takes_an_option() -> None:
    machine = Machine(small(LAST_STONE).program())
    pos = machine.initial(1)
    keys = [("Take", number) for number in (7, 8)]
    seen = view(machine.layout, pos, 0)
    for game_of in (kernel_game, reference_game):
        search = Search(game_of(machine, seen, seed_generator(1)), 0, keys, (), seed_generator(1))
        search.run(range(10))
        assert search.best is None
    assert make_bot("ismcts:5", machine, "x").choose(seen, keys) in (0, 1)


@pytest.mark.parametrize("where", ["load", "play"])
def test_what_does_not_fit_into_a_kernel_is_searched_on_the_reference(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(small(LAST_STONE).program())
    pos = machine.initial(1)
    keys, seen = [option.key for option in machine.options(pos)], view(machine.layout, pos, 0)
    wanted = IsmctsBot(machine, "x", Limit(iterations=60), reference_game).choose(seen, keys)

    def full(*_: object) -> int:
        raise BeyondKernel("full")

    monkeypatch.setattr(search_kernel(machine).kernel, where, full)
    assert make_bot("ismcts:60", machine, "x").choose(seen, keys) == wanted


def test_own_choices_in_a_simultaneous_choice_are_repeated() -> None:
    of = small(TWO_BIDS)
    machine = Machine(of.program())
    for seed in range(3):
        played = Session(of, of.configure(2), ["ismcts:80", "random"], seed)
        assert said(played) == '"First" 3'
        played.take(played.bot_option())
        assert said(played) == '"Then" 3'
    pos = machine.initial(1)
    machine.apply_in_place(pos, machine.options(pos)[2])
    seen = view(machine.layout, pos, 0)
    assert indexes_of(machine, seen, [("First", 3)], seed_generator(1)) == [2]
    assert indexes_of(machine, seen, [("First", 9)], seed_generator(1)) is None


TWO_BIDS = """\
game "Two Bids"
players 2
var bid per player = 0
phase game {
    together player p {
        p chooses "First": n in 1..3 { p.bid += n }
        p chooses "Then": n in 1..3 { p.bid += n }
    }
}
result player p: most p.bid
"""
