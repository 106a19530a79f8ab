"""How long a bot may think, and how bots are named."""

from __future__ import annotations

import time

import pytest

from interpreter.machine import Machine
from ruledsl.bots import BotError, Limit, LimitError, bot_named, make_bot, read_limit
from tests.bots.games import LAST_STONE
from tests.play.support import small


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("1", Limit(iterations=1)),
        ("1000", Limit(iterations=1000)),
        ("0.5s", Limit(seconds=0.5)),
        (" .25 S ", Limit(seconds=0.25)),
        ("2s", Limit(seconds=2)),
        ("500ms", Limit(seconds=0.5)),
    ],
)
def test_a_limit_is_read(text: str, limit: Limit) -> None:
    assert read_limit(text) == limit
    assert read_limit(str(limit)) == limit


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "such as 0.5s"),
        ("soon", "such as 1000"),
        ("-3", "say a number of iterations"),
        ("1e3", "say a number of iterations"),
        ("٣", "say a number of iterations"),
        ("0", "from 1 to 10,000,000"),
        ("99999999999999999999", "from 1 to 10,000,000"),
        ("0.5", "0.5 seconds are written 0.5s"),
        ("0s", "more than 0"),
        ("2000000s", "at most 3600 seconds"),
        ("1 minute", "say a number of iterations"),
    ],
)
def test_a_text_that_is_no_limit_is_refused(text: str, said: str) -> None:
    with pytest.raises(LimitError, match=said):
        read_limit(text)


def test_iterations_are_counted_and_time_passes() -> None:
    assert list(Limit(iterations=3).ticks()) == [0, 1, 2]
    begun = time.perf_counter()
    assert len(list(Limit(seconds=0.05).ticks())) > 1
    assert time.perf_counter() - begun >= 0.05
    assert len(list(Limit(seconds=1e-9).ticks())) == 1, "nobody decides without a single thought"


def test_a_name_is_kept_in_one_form() -> None:
    assert bot_named("Greedy") == "greedy"
    assert bot_named(" ISMCTS:0500 ") == "ismcts:500"
    assert bot_named("ismcts") == "ismcts"
    assert bot_named("ismcts", Limit(seconds=0.5)) == "ismcts:0.5s"
    assert bot_named("ismcts:20", Limit(iterations=7)) == "ismcts:20", "its own limit counts"
    assert bot_named("greedy", Limit(iterations=7)) == "greedy"


@pytest.mark.parametrize(
    ("text", "is_known", "said"),
    [
        ("clever", False, "there is no bot 'clever'; there are random, greedy, ismcts"),
        ("", False, "there is no bot ''"),
        ("ismcts:", True, "ismcts:: say a number of iterations"),
        ("ismcts:many", True, "ismcts:many: say a number of iterations"),
        ("ismcts:0", True, "ismcts:0: the number of iterations is from 1"),
        ("greedy:100", True, "greedy takes no number"),
    ],
)
def test_a_name_of_no_bot_is_refused(text: str, is_known: bool, said: str) -> None:
    with pytest.raises(BotError, match=said) as caught:
        bot_named(text)
    assert caught.value.is_known is is_known


def test_seconds_are_refused_where_games_must_be_the_same_everywhere() -> None:
    with pytest.raises(BotError, match="in iterations, not in seconds"):
        bot_named("ismcts:1s", timed=False)
    with pytest.raises(BotError, match="in iterations, not in seconds"):
        bot_named("ismcts", Limit(seconds=1), timed=False)


def test_a_bot_that_is_made_thinks_as_long_as_its_name_says() -> None:
    of = small(LAST_STONE)
    machine = Machine(of.program())
    assert make_bot("ismcts:30", machine, "x").limit == Limit(iterations=30)  # type: ignore[attr-defined]
    assert make_bot("ismcts:0.1s", machine, "x").limit == Limit(seconds=0.1)  # type: ignore[attr-defined]
    assert make_bot("ismcts", machine, "x").limit.iterations > 1  # type: ignore[attr-defined]
    with pytest.raises(BotError):
        make_bot("ismcts:x", machine, "x")
