"""Examples and invariants: E400 to E449."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry


def _example(steps: str) -> str:
    """Steps of an example, as a small text."""
    return f'example "what happens" {{\n    {steps}\n}}\n'


_LAST = "phase last { turns player p { end game } }\n"

_DICE = (
    "dice die: 2\nzone cup: bag, open\nwhen cup.size > 4 { end game }\n"
    "phase game {\n    all die -> cup\n    roll all cup\n"
    "    repeat { leader chooses: n in 1..2 { leader.score += n } } until over\n}\n"
)

ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E400",
        title="the game is for {low} to {high} players",
        label="not this many",
        hint="choose a number of players that the rules allow",
        explanation=(
            "An example sets up a position of the game, so that it has as many players as the game allows."
        ),
        bad=_example("given players = 9\n    expect over"),
        good=_example("given players = 3\n    expect not over"),
        sample={"low": 2, "high": 4},
    ),
    Entry(
        code="E401",
        title="the setting `{name}` cannot have this value",
        label="expected {allowed}",
        explanation=(
            "An example may choose the settings of its game, among the values that the declaration allows."
        ),
        bad="setting goal: 1..6 = 3\nwhen leader.gem > goal { end game }\n"
        + _example("given goal = 9\n    expect over"),
        good="setting goal: 1..6 = 3\nwhen leader.gem > goal { end game }\n"
        + _example("given goal = 6\n    expect not over"),
        sample={"name": "goal", "allowed": "1 to 6"},
    ),
    Entry(
        code="E402",
        title="`given` stands before everything else",
        label="too late",
        hint="move it to the beginning of the example, or write a second example",
        explanation="An example first says how the position is, and then what is done and expected in it.",
        bad=_example("expect not over\n    given leader = B"),
        good=_example("given leader = B\n    expect not over"),
    ),
    Entry(
        code="E404",
        title="`{name}` cannot be given",
        label="worked out by the rules",
        hint="give what it is worked out from: zones, variables, tokens, settings",
        explanation=(
            "A position is made of what lies in the zones, what the variables hold and who has which "
            "tokens. Everything else follows from that."
        ),
        bad="define rich(p) = p.gem > 3\nwhen leader.rich { end game }\n"
        + _example("given A.rich = yes\n    expect over"),
        good="define rich(p) = p.gem > 3\nwhen leader.rich { end game }\n"
        + _example("given A.gem = 2\n    expect not over"),
        sample={"name": "A.rich"},
    ),
    Entry(
        code="E405",
        title="cards are written in square brackets",
        label="expected `[...]`",
        hint="write the cards by their print codes: `[5C KH]`, or `empty`",
        explanation=(
            "In an example the cards of a zone are listed as they are printed, with blanks between them."
        ),
        bad=_example("given A.hand = leader\n    expect not over"),
        good=_example("given A.hand = [5C KH]\n    expect not over"),
    ),
    Entry(
        code="E406",
        title="no die here can show {value}",
        label="not on any side",
        hint="look at the range behind `of` where the dice are declared",
        explanation=(
            "Dice are written by what they show, and each shows one of the numbers of its declaration."
        ),
        bad=_DICE + _example("given cup = [3 7]\n    expect not over"),
        good=_DICE + _example("given cup = [3 6]\n    expect not over"),
        sample={"value": "7"},
    ),
    Entry(
        code="E410",
        title="`{name}` is named twice",
        label="once more",
        hint="name everybody who shares the first place once",
        explanation=(
            "`A, B win` says who has the first place when the game is over: all who share it, and nobody else."
        ),
        bad=_LAST + _example("given A.gem = 3, B.gem = 1, at last\n    A, A win"),
        good=_LAST + _example("given A.gem = 3, B.gem = 1, at last\n    A wins"),
        sample={"name": "A"},
    ),
    Entry(
        code="E411",
        title="nobody can win here",
        label="the result ranks nobody",
        hint="say in the result what counts: `result player p: most p.score`",
        explanation=(
            "Who wins follows from the result, when it ranks players or teams by `most` and `fewest`. Without "
            "one, or with a rating, nobody is before anybody else: ask for what is so with `expect`."
        ),
        bad="result player p: p.gem\n" + _LAST + _example("given A.gem = 3, at last\n    A wins"),
        good="result player p: most p.gem\n"
        + _LAST
        + _example("given A.gem = 3, B.gem = 1, at last\n    A wins"),
    ),
)
