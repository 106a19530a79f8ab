"""Notes above a `replace` are those of what is replaced: in play, in `show` and in `diff`."""

from __future__ import annotations

import pytest

from ruledsl.pipeline import load_text
from ruledsl.tools.effective_text import effective_text
from tests.support.rules_files import ROOT, game_at

VARIANT = """\
game "V" extends "haunted_mouse.rules"
## Nine wedges.
replace tokens cheese: 9 per player
## A pile nobody sees.
replace zone deck: pile, hidden
## Three or more cards of one rank.
replace meld set: 3.. cards, same rank
## New.
replace var leader = dealer
## Lay down one card.
replace phase keep(p) { p chooses "Bait": c in p.hand { c -> p.bait } }
"""


def test_notes_of_what_is_replaced() -> None:
    game = load_text(VARIANT, str(ROOT / "games" / "variant.rules"))
    program = game.program(game.configure(2))
    notes = {
        thing.name: thing.note
        for things in (program.counters, program.zones, program.melds, program.variables, program.phases)
        for thing in things
    }
    assert notes["cheese"] == "Nine wedges."
    assert notes["deck"] == "A pile nobody sees."
    assert notes["set"] == "Three or more cards of one rank."
    assert notes["leader"] == "New."
    assert notes["keep"] == "Lay down one card."
    assert notes["discard"].startswith("Beaten melds"), "what is not replaced keeps its note"
    shown = effective_text(game)
    assert "## Nine wedges.\ntokens cheese: 9 per player\n" in shown
    assert shown.count("## New.") == 1


@pytest.mark.parametrize(("name", "note"), [("mouse", "A wild (*)"), ("cheese", "A Pointer")])
def test_notes_of_a_bundled_variant_reach_the_players(name: str, note: str) -> None:
    game = game_at(ROOT / "games" / "haunted_mini_mouse.rules")
    program = game.program(game.configure(2))
    found = {thing.name: thing.note for things in (program.families, program.counters) for thing in things}
    assert found[name].startswith(note)
