"""Notes that are told as long as something holds: those of `while` and of `when`."""

from __future__ import annotations

import pytest

from interpreter.machine import Machine
from ruledsl.pipeline import load_text
from ruledsl.tools.testing import position_from_given
from tests.games.support import Table

RULES = """
game "Weather"
players 2..3
setting harsh: yes/no = no
cards event: storm, calm, fog
zone deck:            pile, hidden
zone today:           slot, open
zone hand per player: row, private
var waited = 0

phase game {
    all event -> deck
    play day
}
phase day { each player p { p chooses "Wait": i in 1..1 { waited += 1 } } }
define cost = 1
## The storm
## doubles the cost.
while today is storm { define cost = base * 2 }
## The fog hides everything.
when today is fog { waited += 1 }
## A has the calm.
while seat(1).hand has calm { define cost = 0 }
## Two are enough.
while players is 2 { define cost = base + 1 }
## It is harsh.
while harsh { define cost = base + 1 }
## Somebody waits too long.
while some(player p where waited > 7) { define cost = 9 }
while today is calm { define cost = 5 }
## Not about a condition.
when player p where waited > 100 { end game }
result player p: most p.hand.size
"""


def remarks(given: str, seat: int | None, players: int = 3) -> tuple[str, ...]:
    machine, pos = position_from_given(load_text(RULES), f"{given}, at day", players)
    return machine.remarks(pos, seat)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("today = [storm]", ("The storm\ndoubles the cost.",)),
        ("today = [fog]", ("The fog hides everything.",)),
        ("today = [calm]", ()),
        ("deck = [fog]", ()),
        ("harsh = yes", ("It is harsh.",)),
        ("waited = 8, today = [storm]", ("The storm\ndoubles the cost.", "Somebody waits too long.")),
    ],
)
def test_a_note_is_told_as_long_as_it_holds(given: str, told: tuple[str, ...]) -> None:
    for seat in (None, 0, 1, 2):
        assert remarks(given, seat) == told


def test_for_the_number_of_players_it_is_meant_for() -> None:
    assert remarks("waited = 0", 0, players=2) == ("Two are enough.",)


def test_only_to_those_who_can_know() -> None:
    assert remarks("A.hand = [calm]", 0) == ("A has the calm.",)
    assert remarks("A.hand = [calm]", 1) == ()
    assert remarks("A.hand = [calm]", None) == ()
    assert remarks("A.hand = [calm], B knows [calm] in A.hand", 1) == ("A has the calm.",)


def test_what_is_wrong_with_the_condition_is_told_once() -> None:
    game = load_text(RULES.replace("today is storm", "todai is storm"))
    lowered = game.lowered(game.configure(3))
    assert [d.code for d in lowered.diagnostics if d.is_error] == ["E100"]


def test_the_event_of_the_day_is_shown() -> None:
    table = Table.given("head_of_mousehold", "today = [sleeping_pills], A.crew = [G], at placing", 3)
    [note] = table.machine.remarks(table.pos, 0)
    assert note.startswith("Miraculous Sleeping Pills")
    assert isinstance(table.machine, Machine)
