"""What a simulation says, as figures: everything that is shown or handed out is read from a `Summary`.

A Summary is plain data that depends on the games alone: not on the number of workers, nor on the clock.
Shares are from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

import ruledsl
from interpreter.chance import GENERATOR
from interpreter.program import Program
from interpreter.replay import rules_hash
from ruledsl.tools.simulation.clauses import Clause
from ruledsl.tools.simulation.distribution import Bin, Distribution
from ruledsl.tools.simulation.intervals import CONFIDENCE, NOTHING, Estimate, share
from ruledsl.tools.simulation.simulate import Simulation, settings_in_force
from ruledsl.tools.simulation.tally import Tally, Use

BINS: Final = 24
"""So many bins a distribution is shown in."""


@frozen
class Provenance:
    """All that is needed to play the same games again. `rules` and `program` are SHA-256 in hex."""

    ruledsl: str
    game: str
    title: str
    rules: str
    program: str
    players: int
    settings: dict[str, object]
    bots: tuple[str, ...]
    seed: str
    budget: int
    generator: str = GENERATOR


@frozen
class Spread:
    """How a number is distributed over games or decisions. `exact`: the quantiles are not rounded."""

    count: int
    least: int | None
    low: Estimate
    """the 5 % quantile: one in twenty is not more"""
    quarter: Estimate
    median: Estimate
    three_quarters: Estimate
    high: Estimate
    """the 95 % quantile"""
    greatest: int | None
    mean: Estimate
    exact: bool
    bins: tuple[Bin, ...]


@frozen
class Standing:
    """How somebody did: a seat, a bot, or a bot on a seat (an empty text stands for all of them).

    `win`: share of games won, shared wins split. `score` and `payoff`: means.
    """

    seat: str
    bot: str
    games: int
    win: Estimate
    score: Estimate
    payoff: Estimate


@frozen
class Advantage:
    """The seat whose share of wins is farthest from an even share, and by how much.

    `difference` is in shares of games, with an interval that allows for having chosen among all seats.
    `sure`: the interval leaves out 0.
    """

    seat: str
    difference: Estimate
    sure: bool


@frozen
class Meeting:
    """How often `bot` comes out above `other`, a shared place counting half: 0.5 is no gap between them."""

    bot: str
    other: str
    above: Estimate
    sure: bool


@frozen
class ClauseUse:
    """What became of a clause. `state` is one of fired, never chosen (an option that was offered), never true
    and never reached. `reached`, `fired`, `offered`: in how many games; `times`: how often it fired in all.
    `implied`: it was never reached because the clause around it never fired.
    """

    clause: Clause
    state: str
    reached: int
    fired: int
    times: int
    offered: int | None
    implied: bool


@frozen
class Fault:
    """A fault of the rules that came up in `count` games, and the first of these games."""

    code: str
    text: str
    path: str
    line: int | None
    count: int
    share: Estimate
    seed: str
    seats: tuple[str, ...]
    decisions: int


@frozen
class Summary:
    """The figures; see the module. `even`: the share of wins of a seat when no seat is better.

    `turns` and `rounds` are None where the rules have none, the figures of the score where `result` ranks by
    something that is no number.
    """

    provenance: Provenance
    confidence: float
    wanted: int
    games: int
    with_result: int
    without_result: int
    faulted: int
    tied: int
    interrupted: bool
    gave_up: bool
    no_result: Estimate
    ties: Estimate
    faults_share: Estimate
    even: float | None
    seats: tuple[Standing, ...]
    advantage: Advantage | None
    bots: tuple[Standing, ...]
    bots_by_seat: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    decisions: Spread
    turns: Spread | None
    rounds: Spread | None
    options: Spread
    single_option: float
    """the share of decisions with only one option"""
    ranked_by: str
    """what `result` ranks by first, as the rules say it"""
    score_names: tuple[str, ...]
    """where that is a member of an enum: the names of all members; a score is the place of one of them"""
    score: Spread | None
    winning_score: Spread | None
    margin: Spread | None
    lead_changes: Spread | None
    comebacks: Estimate
    """of the games that somebody won alone: how many by one who was behind at half-time"""
    deficit: Spread | None
    """how far sole winners had been behind, at most"""
    clauses: tuple[ClauseUse, ...]
    faults: tuple[Fault, ...]


def summarise(simulation: Simulation) -> Summary:
    """The figures of a simulation."""
    tally = simulation.tally
    seats = _seats(simulation)
    played = tally.games - tally.faulted
    return Summary(
        provenance=_provenance(simulation),
        confidence=CONFIDENCE,
        wanted=simulation.wanted,
        games=tally.games,
        with_result=tally.with_result,
        without_result=tally.without_result,
        faulted=tally.faulted,
        tied=tally.tied,
        interrupted=simulation.interrupted,
        gave_up=simulation.gave_up,
        no_result=share(tally.without_result, played),
        ties=share(tally.tied, tally.with_result),
        faults_share=share(tally.faulted, tally.games),
        even=_even(seats),
        seats=seats,
        advantage=_advantage(tally, seats),
        bots=_bots(simulation),
        bots_by_seat=_bots_by_seat(simulation),
        meetings=_meetings(tally),
        decisions=spread(tally.decisions),
        turns=_maybe(tally.turns),
        rounds=_maybe(tally.rounds),
        options=spread(tally.options),
        single_option=tally.options.share_of(1),
        ranked_by=_ranked_by(simulation),
        score_names=score_names(simulation.game.program(simulation.plan.config)),
        score=_maybe(tally.scores),
        winning_score=_maybe(tally.winning_scores),
        margin=_maybe(tally.margins),
        lead_changes=_maybe(tally.lead_changes),
        comebacks=share(tally.comebacks, tally.raced),
        deficit=_maybe(tally.deficits),
        clauses=_clauses(simulation.clauses, tally.uses),
        faults=_faults(simulation),
    )


def _provenance(simulation: Simulation) -> Provenance:
    plan, game = simulation.plan, simulation.game
    return Provenance(
        ruledsl=ruledsl.__version__,
        game=plan.name,
        title=game.title,
        rules=rules_hash(game.text),
        program=game.program(plan.config).hash,
        players=plan.players,
        settings=dict(settings_in_force(game, plan.config)),
        bots=plan.bots,
        seed=plan.seed,
        budget=plan.budget,
    )


def spread(distribution: Distribution) -> Spread:
    """The figures of a distribution."""
    return Spread(
        count=distribution.count,
        least=distribution.least,
        low=distribution.quantile(0.05),
        quarter=distribution.quantile(0.25),
        median=distribution.quantile(0.5),
        three_quarters=distribution.quantile(0.75),
        high=distribution.quantile(0.95),
        greatest=distribution.greatest,
        mean=distribution.moments.mean(),
        exact=distribution.exact,
        bins=distribution.bins(BINS),
    )


def _maybe(distribution: Distribution) -> Spread | None:
    return spread(distribution) if distribution.count else None


# ---------------------------------------------------------------------------------------------
# Seats and bots


def _letters(simulation: Simulation) -> list[str]:
    return [chr(ord("A") + seat) for seat in range(simulation.plan.players)]


def _standing(tally: Tally, seat: str, bot: str, bots: Sequence[str], seats: Sequence[int]) -> Standing:
    sitting = tally.sitting(bots, seats)
    win = share(sitting.won, sitting.games)
    return Standing(seat, bot, sitting.games, win, sitting.scores.mean(), sitting.payoffs.mean())


def _seats(simulation: Simulation) -> tuple[Standing, ...]:
    bots = sorted(set(simulation.plan.bots))
    return tuple(
        _standing(simulation.tally, letter, "", bots, [seat])
        for seat, letter in enumerate(_letters(simulation))
    )


def _bots(simulation: Simulation) -> tuple[Standing, ...]:
    everywhere = range(simulation.plan.players)
    bots = sorted(set(simulation.plan.bots))
    return tuple(_standing(simulation.tally, "", bot, [bot], everywhere) for bot in bots)


def _bots_by_seat(simulation: Simulation) -> tuple[Standing, ...]:
    return tuple(
        _standing(simulation.tally, letter, bot, [bot], [seat])
        for bot in sorted(set(simulation.plan.bots))
        for seat, letter in enumerate(_letters(simulation))
    )


def _even(seats: Sequence[Standing]) -> float | None:
    """The mean of the seats' shares: one in so many players, or teams."""
    rates = [seat.win.value for seat in seats if seat.win.value is not None]
    return sum(rates) / len(rates) if rates else None


def _advantage(tally: Tally, seats: Sequence[Standing]) -> Advantage | None:
    """Source for dividing the error by the number of seats: O. J. Dunn, "Multiple comparisons among means",
    1961.
    """
    even = _even(seats)
    if even is None or len(seats) < 2:
        return None
    confidence = 1 - (1 - CONFIDENCE) / len(seats)
    differences: list[tuple[float, Standing]] = [
        (abs(seat.win.value - even), seat) for seat in seats if seat.win.value is not None
    ]
    _, farthest = max(differences, key=lambda pair: (round(pair[0], 12), pair[1].win.value or 0))
    number = seats.index(farthest)
    sitting = tally.sitting({bot for bot, _ in tally.sittings}, [number])
    wide = share(sitting.won, sitting.games, confidence)
    if wide.value is None or wide.low is None or wide.high is None:
        return None
    difference = Estimate(wide.value - even, wide.low - even, wide.high - even, wide.count)
    return Advantage(farthest.seat, difference, difference.certainly_not(0))


def _meetings(tally: Tally) -> tuple[Meeting, ...]:
    found = []
    for (bot, other), moments in sorted(tally.meetings.items()):
        above = moments.mean()
        if above.low is not None and above.high is not None:
            above = Estimate(above.value, max(0.0, above.low), min(1.0, above.high), above.count)
        found.append(Meeting(bot, other, above, above.certainly_not(0.5)))
    return tuple(found)


def score_names(program: Program) -> tuple[str, ...]:
    """Where a result ranks by members of an enum first, the names of all: a score is the place of one."""
    if not program.results or not program.results[-1].keys:
        return ()
    kind, _, name = program.results[-1].keys[0].type.partition(":")
    if kind != "domain":
        return ()
    return next((domain.members for domain in program.domains if domain.name == name), ())


def _ranked_by(simulation: Simulation) -> str:
    results = simulation.game.program(simulation.plan.config).results
    if not results or not results[-1].keys:
        return ""
    key = results[-1].keys[0]
    origins = simulation.game.lowered(simulation.plan.config).origins
    text = (
        origins[key.value.origin].text if 0 <= key.value.origin < len(origins) else "the result's first key"
    )
    return f"{'most' if key.most else 'fewest'} {' '.join(text.split())}"


# ---------------------------------------------------------------------------------------------
# Clauses and faults


def _clauses(clauses: Sequence[Clause], uses: Sequence[Use]) -> tuple[ClauseUse, ...]:
    if not uses:
        return ()
    silent = {clause.place for clause, use in zip(clauses, uses, strict=True) if not use.fired}
    return tuple(_use(clause, use, silent) for clause, use in zip(clauses, uses, strict=True))


def _use(clause: Clause, use: Use, silent: set[str]) -> ClauseUse:
    option = clause.kind == "option"
    if use.fired:
        state = "fired"
    elif option and use.offered:
        state = "never chosen"
    elif use.reached:
        state = "never true"
    else:
        state = "never reached"
    implied = state == "never reached" and clause.inside in silent
    offered = use.offered if option else None
    return ClauseUse(clause, state, use.reached, use.fired, use.times, offered, implied)


def _faults(simulation: Simulation) -> tuple[Fault, ...]:
    origins = simulation.game.lowered(simulation.plan.config).origins
    found = []
    for first in simulation.tally.faults.values():
        origin = first.fault.origin
        span = origins[origin] if 0 <= origin < len(origins) else None
        found.append(
            Fault(
                code=first.fault.code,
                text=first.fault.text,
                path=simulation.plan.name if span is None else span.source.path,
                line=None if span is None else span.line,
                count=first.count,
                share=share(first.count, simulation.tally.games),
                seed=first.seed,
                seats=first.seating,
                decisions=first.fault.decisions,
            )
        )
    return tuple(found)


__all__ = ["NOTHING", "ClauseUse", "Estimate", "Fault", "Spread", "Standing", "Summary", "summarise"]
