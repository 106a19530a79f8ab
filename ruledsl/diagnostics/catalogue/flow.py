"""Phases, turns, loops and `end`: E250 to E299."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_TWO_PHASES = "phase game { play round; play scoring }\nphase round { shuffle stock }\n"
_TURN = "phase game {{ turns player p {{ {} }} until p.gem > 3 }}\n"


def _in_turn(statement: str) -> str:
    """A statement in a turn, as a small text."""
    return _TURN.format(statement)


_PHASES: tuple[Entry, ...] = (
    Entry(
        code="E250",
        title="a phase plays itself: {circle}",
        label="played while it runs",
        hint="let a loop play it again: `repeat {{ play round }} until ...`",
        explanation=(
            "A phase cannot begin again before it has ended, neither directly nor by another phase that it "
            "plays. What shall happen again and again stands in a loop."
        ),
        bad="phase game { play round }\nphase round { play round; end game }\n",
        good="phase game { repeat { play round } until over }\nphase round { end game }\n",
        sample={"circle": "round -> round"},
    ),
    Entry(
        code="E251",
        title="there is no `phase game`",
        label="play does not begin anywhere",
        hint="write `phase game {{ ... }}`: what is done from the beginning to the end",
        explanation="Play starts in the phase `game`. It plays the other phases.",
        bad="phase round { end game }\n",
        good="phase game { play round }\nphase round { end game }\n",
    ),
    Entry(
        code="E252",
        title="there is no `{name}` that could end",
        label="unknown phase",
        hint="what can end is a phase, the `turn` of a player, and the `game`",
        explanation=(
            "Behind `end` stands the name of a phase, `turn` or `game`. The phase stops at once, wherever "
            "it is."
        ),
        bad=in_phase("end rond"),
        good="phase game { play round }\nphase round { end round }\n",
        sample={"name": "rond"},
    ),
    Entry(
        code="E263",
        title="`end {name}`: no phase `{name}` can be running here",
        label="nothing to end",
        hint="`{name}` has to be played by this phase or by one that plays it",
        explanation=(
            "`end` stops a phase that is running: the one in which it stands, or one that has played it, "
            "directly or by others. From the phases of the file it follows that this one never is."
        ),
        bad=_TWO_PHASES + "phase scoring { end round }\n",
        good=_TWO_PHASES + "phase scoring { end scoring }\n",
        sample={"name": "round", "phase": "scoring"},
    ),
    Entry(
        code="E264",
        title="`phase game` has no parameters",
        label="nobody gives it a value",
        hint="remove the parameters; settings are declared with `setting`",
        explanation=(
            "The phase `game` is where play starts, so that there is nobody who could say what a parameter "
            "means."
        ),
        bad="phase game(n) { repeat n { shuffle stock } }\n",
        good="phase game { repeat 3 { shuffle stock } }\n",
    ),
)
"""Phases and what ends them."""

_TURNS: tuple[Entry, ...] = (
    Entry(
        code="E253",
        title="`{word}` stands where it is nobody's turn",
        label="no turn is running here",
        hint=(
            "turns are given by `turns player p {{ ... }}`; use it here, or play this phase from such a turn"
        ),
        explanation=(
            "A turn runs inside the braces of `turns`, and in the phases that are played from there. "
            "Elsewhere there is no turn that could end or begin again; an `each` goes round the players "
            "without giving turns."
        ),
        bad=in_phase("each player p { if p.gem > 1 { end turn } }"),
        good=_in_turn("if p.gem > 1 { end turn }"),
        sample={"word": "end turn"},
    ),
    Entry(
        code="E258",
        title="`{word}` goes round the players",
        label="expected `player p`",
        hint="write `{word} player p`, with `from` and `where` if needed; for other things use `each`",
        explanation=(
            "Only players have turns, and only players choose together. So there is exactly one generator, "
            "and it is `player`."
        ),
        bad=in_phase("turns suit s { end game }"),
        good=in_phase("turns player p { end game }"),
        sample={"word": "turns"},
    ),
    Entry(
        code="E259",
        title="`turns` visits the seats in their order",
        label="no other order",
        hint=(
            "`from` says who begins and `where` who is left out; in another order `each` goes through players"
        ),
        explanation=(
            "Turns go round the table, clockwise or, after `reverse turn`, the other way. They cannot be "
            "sorted."
        ),
        bad=in_phase("turns player p with most p.gem { end game }"),
        good=in_phase("turns player p from leader { end game }"),
    ),
    Entry(
        code="E260",
        title="only the end of a turn can be waited for, not the end of `{name}`",
        label="expected `turn`",
        hint="what is done last in a phase is written at its end, or behind the `play` that runs it",
        explanation=(
            "`at end of turn {{ ... }}` is done whenever the turn ends, also by `end turn`. For phases "
            "there is no such thing."
        ),
        bad=_in_turn("at end of round { shuffle stock }"),
        good=_in_turn("at end of turn { shuffle stock }"),
        sample={"name": "round"},
    ),
)
"""Turns."""

_LOOPS: tuple[Entry, ...] = (
    Entry(
        code="E254",
        title="nothing ends this `{word}`",
        label="goes on for ever",
        hint=(
            "say how often, write `until` and a condition behind the block, or `end` a phase or the game "
            "somewhere"
        ),
        explanation=(
            "A `repeat` without a number and without `until` goes on until an `end` stops the phase or the "
            "game, and so do `turns` without `where` and without `until`. There is none in the rules that could."
        ),
        sample={"word": "repeat"},
        bad=in_phase("repeat { shuffle stock }"),
        good=in_phase("repeat { 1 from stock -> discard } until discard.size > 3"),
    ),
    Entry(
        code="E256",
        title="a `when` cannot go through this",
        label="expected players, teams or members of an enum",
        hint=(
            "write `when player p where ...`; what is asked of cards stands in the condition: `some(c in Z "
            "where ...)`"
        ),
        explanation=(
            "A `when` looks after each step whether its condition has become true, for each player or "
            "member on its own. Cards come and go, so that they cannot be kept watch over one by one."
        ),
        bad="when c in stock where c is hearts { end game }\n",
        good="when some(c in discard where c is hearts) { end game }\n",
    ),
    Entry(
        code="E257",
        title="`each` has no meaning for a variable of a block",
        label="expected the end of the line",
        hint=(
            "it gets its value anew whenever its line is reached; `each` belongs to variables of the whole "
            "game"
        ),
        explanation=(
            "`var x = 0, each round` at the outermost level is put back whenever the phase begins. A "
            "variable in a block begins anew with the block."
        ),
        bad=in_phase("var x = 0, each turn; if x is 1 { end game }"),
        good=in_phase("var x = 0; if x is 1 { end game }"),
    ),
    Entry(
        code="E261",
        title="there is no phase `{name}` with which this could begin anew",
        label="unknown phase",
        hint="behind `each` stands the name of a phase, or `turn`",
        explanation=(
            "A variable with `each` gets its first value again whenever that phase begins, or whenever a "
            "turn begins."
        ),
        bad="var bids = 0, each rond\n",
        good="var bids = 0, each turn\n",
        sample={"name": "rond"},
    ),
    Entry(
        code="E262",
        title="`{word}` is about each player",
        label="expected `player p`",
        hint="write `{word} player p: ...`",
        explanation=(
            "A `result` ranks players or teams, a `payoff` gives something to each player. So there is "
            "exactly one generator, without a condition."
        ),
        bad="payoff suit s: 3\n",
        good="payoff player p: p.score\n",
        sample={"word": "payoff"},
    ),
)
"""Loops, triggers and the end of the game."""

ENTRIES: tuple[Entry, ...] = tuple(sorted((*_PHASES, *_TURNS, *_LOOPS), key=lambda entry: entry.code))
