"""What `ruledsl mutate` has found, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ruledsl.cli.output import BOLD, CYAN, DIM, GREEN, RED, YELLOW, Painter, document, harmless
from ruledsl.tools.mutating.judging import CHECK, EXAMPLES, FAILED, FUZZ, KILLED, STILLBORN, SURVIVED

if TYPE_CHECKING:
    from ruledsl.tools.mutating.mutants import Mutant
    from ruledsl.tools.mutating.run import Tally

SHOWN_LINES: Final = 6
"""So many lines of a change are shown to each side."""


def as_text(tally: Tally, examples: int, path: str, paint: Painter) -> str:
    """Everything for a person. `path`: where the list of equivalent mutants is looked for."""
    lines: list[str] = []
    survivors = tally.having(SURVIVED)
    for mutant, _ in survivors:
        lines += [*_survivor(tally, mutant, paint), ""]
    lines += [*_clauses(tally, paint), *_about_list(tally, path, paint), *_failed(tally, paint)]
    if survivors:
        lines += [
            "Write an example or an invariant that tells each survivor from the rules. One that no game can",
            f"tell from them goes into {harmless(path)}, under [equivalent], with the reason:",
            f"  {harmless(_line(survivors[0][0]))}...",
            "",
        ]
    lines.append(_sum(tally, examples, paint))
    return "\n".join(lines) + "\n"


def _line(mutant: Mutant) -> str:
    from ruledsl.tools.mutating.equivalents import list_line

    return list_line(mutant.name)


def _survivor(tally: Tally, mutant: Mutant, paint: Painter) -> Iterator[str]:
    yield paint(RED, "survived") + f": {harmless(mutant.name)}"
    yield f"   {paint(CYAN, harmless(mutant.place))}  {mutant.kind}"
    before, after = _lines(tally, mutant)
    for sign, style, side in (("-", RED, before), ("+", GREEN, after)):
        for line in side[:SHOWN_LINES]:
            yield paint(style, f"     {sign} {harmless(line)}")
        if len(side) > SHOWN_LINES:
            yield f"     {sign} and {len(side) - SHOWN_LINES} lines more"


def _lines(tally: Tally, mutant: Mutant) -> tuple[list[str], list[str]]:
    return mutant.lines(tally.game.effective.files[mutant.file].span.source)


def _clauses(tally: Tally, paint: Painter) -> Iterator[str]:
    """A line for each clause: how many of its mutants were killed."""
    clauses = tally.by_clause()
    if not clauses:
        return
    yield paint(BOLD, "Killed by clause")
    for (path, clause, line), judged in clauses.items():
        killed = sum(verdict.fate in KILLED for _, verdict in judged)
        style = GREEN if killed == len(judged) else YELLOW
        count = paint(style, f"{killed:>4} of {len(judged):<3}")
        yield f"  {count} {harmless(clause)}  {paint(DIM, harmless(f'{path}:{line}'))}"
    yield ""


def _about_list(tally: Tally, path: str, paint: Painter) -> Iterator[str]:
    """What is wrong with the list of equivalent mutants."""
    for name in tally.unmatched:
        yield f"{paint(YELLOW, 'listed, but there is no such mutant')}: {harmless(name)}"
    for mutant, verdict in tally.wrongly_listed:
        told = f"{paint(RED, 'listed as equivalent, but killed')} by {verdict.fate}"
        yield f"{told} ({harmless(verdict.told)}): {harmless(mutant.name)}"
    if tally.unmatched or tally.wrongly_listed:
        yield f"Mend {harmless(path)}."
        yield ""


def _failed(tally: Tally, paint: Painter) -> Iterator[str]:
    for mutant, verdict in tally.having(FAILED):
        yield f"{paint(RED, 'a fault in ruledsl itself')}: {harmless(verdict.told)}"
        yield f"   with {harmless(mutant.place)} {harmless(mutant.name)}; please report it"
    if tally.having(FAILED):
        yield ""


def _sum(tally: Tally, examples: int, paint: Painter) -> str:
    fates = tally.fates
    lived = tally.killed + len(tally.having(SURVIVED))
    score = tally.score
    share = "nothing to count" if score is None else f"{100 * score:.1f} % killed"
    style = GREEN if score == 1 else YELLOW
    parts = [
        f"{harmless(tally.game.title)}: {paint(style, share)} ({tally.killed:,} of {lived:,} mutants: "
        f"{fates[CHECK]:,} by check, {fates[EXAMPLES]:,} by {examples} examples, {fates[FUZZ]:,} by fuzz)",
        f"not counted: {len(tally.equivalent):,} equivalent, {fates[STILLBORN]:,} stillborn",
    ]
    if tally.interrupted:
        parts.append(f"interrupted after {len(tally.verdicts):,} of {tally.wanted:,}")
    return "; ".join([*parts, f"--seed {harmless(tally.plan.fuzzing.seed)}"])


# ---------------------------------------------------------------------------------------------
# For programs


def as_document(tally: Tally, examples: int) -> dict[str, Any]:
    """Everything as JSON data."""
    fates = tally.fates
    return document(
        "mutation",
        game=tally.game.title,
        seed=tally.plan.fuzzing.seed,
        interrupted=tally.interrupted,
        examples=examples,
        mutants=len(tally.verdicts),
        score=None if tally.score is None else round(tally.score, 4),
        killed={fate: fates[fate] for fate in KILLED},
        survived=len(tally.having(SURVIVED)),
        equivalent=len(tally.equivalent),
        stillborn=fates[STILLBORN],
        failed=fates[FAILED],
        listed_without_mutant=list(tally.unmatched),
        listed_but_killed=[mutant.name for mutant, _ in tally.wrongly_listed],
        clauses=[
            {
                "clause": clause,
                "path": path,
                "line": line,
                "killed": sum(verdict.fate in KILLED for _, verdict in judged),
                "survived": sum(verdict.fate == SURVIVED for _, verdict in judged),
            }
            for (path, clause, line), judged in tally.by_clause().items()
        ],
        judged=[_as_data(tally, mutant, verdict.fate, verdict.told) for mutant, verdict in tally.judged],
    )


def _as_data(tally: Tally, mutant: Mutant, fate: str, told: str) -> dict[str, Any]:
    before, after = _lines(tally, mutant)
    reason = tally.listed.get(mutant.name)
    equivalent = fate == SURVIVED and reason is not None
    return {
        "name": mutant.name,
        "kind": mutant.kind,
        "clause": mutant.clause,
        "path": mutant.path,
        "line": mutant.line,
        "column": mutant.column,
        "before": before,
        "after": after,
        "fate": "equivalent" if equivalent else fate,
        "told": reason if equivalent else told,
    }
