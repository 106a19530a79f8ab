"""How a finished game is judged: `judge()` writes places, scores and what the game is worth.

`place_of[seat]`: 0 the best, those who share a place have the same; `worth[seat]` in parts of
`worth_unit[0]`; `judged[0]`: the number of the rule that counted, or -1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from interpreter.compiled.code.clauses import compared
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.program import TEAM_DOMAIN, PayoffRule, ResultRule


def declarations(unit: Unit) -> list[str]:
    """The arrays for results."""
    players = unit.layout.players
    keys = max([1, *(len(rule.keys) for rule in unit.program.results)])
    return [
        f"place_of = scratch_i64({players})",
        f"worth = scratch_i64({players})",
        "worth_unit = scratch_i64(1)",
        "judged = scratch_i64(1)",
        f"scores = scratch_i64({players * keys})",
    ]


def write_results(unit: Unit) -> None:
    """`judge` and what it calls."""
    c = Context(unit, Lines())
    players = unit.layout.players
    c.out("pure[0] = 1")
    c.out("heap_top[0] = heap_base[0]")
    c.out("work_left[0] = WORK")
    rules = unit.program.results
    counts = _counting_rule(c, rules, "judged[0]")
    if counts is not None:
        c.out(f"judged[0] = {counts}")
    for number, rule in enumerate(rules):
        if counts is None:
            with c.out.under(f"{'if' if number == 0 else 'elif'} judged[0] == {number}:"):
                c.out(f"rank_{number}()")
        _write_rank(unit, number, rule)
    if counts is not None and counts >= 0:
        c.out(f"rank_{counts}()")
    else:
        with c.out.under("if judged[0] < 0:") if counts is None else nullcontext():
            c.out(f"fill(place_of, 0, {players}, 0)")
            c.out(f"default_worth({players}, {players})")
    _write_payoffs(c)
    c.out("pure[0] = 0")
    unit.add("judge", "", c.out)
    _write_default_worth(unit)


def _counting_rule(c: Context, rules: Sequence[ResultRule | PayoffRule], name: str) -> int | None:
    """Writes which rule counts, the last whose condition holds, into `name`, -1: none does. Where that is
    known now, gives the number and writes nothing.
    """
    always = max([number for number, rule in enumerate(rules) if rule.condition is None], default=-1)
    if always == len(rules) - 1:
        return always
    c.out(f"{name} = -1")
    for number in range(len(rules) - 1, always, -1):
        condition = rules[number].condition
        assert condition is not None
        with c.at(rules[number].origin), c.out.under(f"if {name} < 0:"), c.out.under(f"if {c(condition)}:"):
            c.out(f"{name} = {number}")
    if always >= 0:
        with c.out.under(f"if {name} < 0:"):
            c.out(f"{name} = {always}")
    return None


def choose_rule(c: Context, name: str, write_rule: Callable[[Unit, int, ResultRule], None]) -> None:
    """Returns what `NAME_n()` gives for the rule of the result that counts now, and 0 where none does.

    The last rule whose condition holds counts. `write_rule` writes these functions.
    """
    for number in range(len(c.unit.program.results) - 1, -1, -1):
        rule = c.unit.program.results[number]
        write_rule(c.unit, number, rule)
        with c.at(rule.origin):
            if rule.condition is None:
                c.out(f"return {name}_{number}()")
                return
            with c.out.under(f"if {c(rule.condition)}:"):
                c.out(f"return {name}_{number}()")
    c.out("return 0")


def _write_rank(unit: Unit, number: int, rule: ResultRule) -> None:
    players = unit.layout.players
    teams = unit.program.teams
    members = teams if rule.domain == TEAM_DOMAIN else players
    width = max(1, len(rule.keys))
    c = Context(unit, Lines())
    c.origin = rule.origin

    def score(of: str, index: int) -> str:
        return f"scores[{of}]" if width == 1 else f"scores[{of} * {width} + {index}]"

    with c.out.under(f"for member in range(0, {members}):"), c.binding({rule.cell: "member"}):
        for index, key in enumerate(rule.keys):
            c.out(f"{score('member', index)} = {c(key.value)}")
    with c.out.under(f"for member in range(0, {members}):"):
        c.out("before = 0")
        with c.out.under(f"for other in range(0, {members}):"):
            if len(rule.keys) == 1 and not c.kind(rule.keys[0].value).is_place:
                sign = ">" if rule.keys[0].most else "<"
                c.out(f"before += {score('other', 0)} {sign} {score('member', 0)}")
            else:
                _write_order(c, rule, score)
        c.out("place_of[member] = before")
    if members != players:
        # seats of the higher numbers first, so that no team's own place is overwritten before it is read
        with c.out.under(f"for seat in range({players - 1}, {members - 1}, -1):"):
            c.out(f"place_of[seat] = place_of[seat % {members}]")
    if all(payoff.condition is not None for payoff in unit.program.payoffs):
        c.out(f"default_worth({members}, {players})")
    unit.add(f"rank_{number}", "", c.out)


def _write_order(c: Context, rule: ResultRule, score: Callable[[str, int], str]) -> None:
    """Counts the other one if it is before the member: by the first key in which they differ."""
    for index, key in enumerate(rule.keys):
        text = compared(c, score("other", index), score("member", index), c.kind(key.value))
        text = f"order = {text if key.most else f'-{text}'}"
        if index == 0:
            c.out(text)
            continue
        with c.out.under("if order == 0:"):
            c.out(text)
    if rule.keys:
        with c.out.under("if order > 0:"):
            c.out("before += 1")


def _write_default_worth(unit: Unit) -> None:
    """+1 for the best and -1 for the worst place, evenly spaced between; those who share a place share its
    worth.

    `place_of` counts who is better; from it and how many share follows the middle of the place.
    """
    out = Lines()
    out("worth_unit[0] = max(members - 1, 1)")
    with out.under("for seat in range(0, players):"):
        out("sharing = 0")
        with out.under("for other in range(0, members):"), out.under("if place_of[other] == place_of[seat]:"):
            out("sharing += 1")
        out("worth[seat] = 0")
        with out.under("if members > 1:"):
            out("worth[seat] = members - 1 - 2 * place_of[seat] - sharing + 1")
    unit.add("default_worth", "members, players", out)


def _write_payoffs(c: Context) -> None:
    """The last payoff rule that holds says what the game is worth."""
    unit = c.unit
    rules = unit.program.payoffs
    if not rules:
        return
    counts = _counting_rule(c, rules, "payoff")
    for number, rule in enumerate(rules):
        if counts is not None and number != counts:
            continue
        header = c.out.under(f"if payoff == {number}:") if counts is None else nullcontext()
        with c.at(rule.origin), header:
            c.out("worth_unit[0] = 1")
            with c.out.under(f"for seat in range(0, {unit.layout.players}):"), c.binding({rule.cell: "seat"}):
                c.out(f"worth[seat] = {c(rule.value)}")
