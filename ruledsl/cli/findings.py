"""What `ruledsl fuzz` has found, as text, as JSON and as a report for JUnit readers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ruledsl.cli.output import BOLD, CYAN, DIM, GREEN, RED, YELLOW, Painter, document, harmless

if TYPE_CHECKING:
    from ruledsl.tools.fuzzing.findings import Finding
    from ruledsl.tools.fuzzing.run import Tally
    from ruledsl.tools.fuzzing.work import Plan

SHOWN_MOVES: Final = 24
"""Of a longer game the last moves are shown."""

ENOUGH_GAMES: Final = 24
"""After fewer games it tells little that a clause was not used."""

SHOWN_UNUSED: Final = 12
"""So many clauses that were never used are listed."""

LOOKED_FOR: Final = {
    "fault": "the rules can always be followed",
    "invariant": "invariants hold",
    "endless": "games come to an end",
    "options": "decisions have a bounded number of options",
    "leak": "nobody learns what they cannot know",
    "ranking": "the ranking agrees with scores and payoffs",
    "seat": "no seat wins too often",
    "engine": "ruledsl agrees with itself",
}
"""What is looked for, by the kind of its findings."""

HEADS: Final = {
    "fault": "the rules cannot be followed",
    "invariant": "an invariant is broken",
    "endless": "no end",
    "options": "too many options",
    "leak": "a leak",
    "ranking": "a ranking that contradicts what the game is worth",
    "seat": "a seat wins too often",
    "engine": "a fault in ruledsl itself",
}


def as_text(title: str, plan: Plan, tally: Tally, paint: Painter, folder: Path | None) -> str:
    """Everything for a person."""
    lines: list[str] = []
    for number, finding in enumerate(tally.found, 1):
        lines += [*_finding(number, finding, paint, folder), ""]
    notes = list(_notes(tally, paint))
    if notes:
        lines += [paint(BOLD, "Notes"), *notes, ""]
    lines += [*_mended(tally, paint), _sum(title, plan, tally, paint)]
    return "\n".join(lines) + "\n"


def _finding(number: int, finding: Finding, paint: Painter, folder: Path | None) -> Iterator[str]:
    yield paint(RED, f"{number}. {HEADS[finding.kind]}") + f": {harmless(finding.text)}"
    if finding.clause:
        yield f"   {paint(CYAN, harmless(finding.clause))}  {harmless(finding.source)}"
    if finding.facts:
        known = ", ".join(f"{name} {value}" for name, value in finding.facts)
        yield f"   {harmless(known)}"
    if finding.hint:
        yield f"   hint: {finding.hint}"
    if finding.is_ours:
        yield "   This is not your rules' fault. Please report it, with the file that --corpus keeps."
    if finding.kind == "seat":
        return
    yield "   " + paint(DIM, _smallest(finding))
    moves = finding.moves
    if len(moves) > SHOWN_MOVES:
        yield f"     ... {len(moves) - SHOWN_MOVES} before"
    for move in moves[-SHOWN_MOVES:]:
        yield f"     {harmless(move)}"
    if finding.given and not finding.example:
        yield f"   position: given {harmless(finding.given)}"
    if finding.example:
        yield "   To paste into the rules; it fails until this is mended:"
        yield from (f"     {harmless(line)}" for line in finding.example.splitlines())
    elif finding.no_example:
        yield f"   no example block: {finding.no_example}"
    if folder is not None and finding.replay:
        yield f"   ruledsl replay {folder / finding.name}.json"


def _smallest(finding: Finding) -> str:
    moves = sum(1 for move in finding.moves if not move.startswith("chance:"))
    settings = "".join(f", {name} = {value}" for name, value in finding.settings)
    seen = f"seen in {_games(finding.games)}"
    how = f", first by play that is {finding.policy}" if finding.policy else ""
    return (
        f"the smallest game found: {finding.players} player{'' if finding.players == 1 else 's'}{settings}, "
        f"{moves} move{'' if moves == 1 else 's'} ({seen}{how})"
    )


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"


def _notes(tally: Tally, paint: Painter) -> Iterator[str]:
    for finding in tally.notes:
        where = f" ({finding.clause})" if finding.clause else ""
        times = f"in {_games(finding.games)} of {tally.games:,}, first by play that is {finding.policy}"
        yield f"  {paint(YELLOW, HEADS[finding.kind])}: {harmless(finding.text)}{harmless(where)}; {times}"
    unused = tally.unused_alone
    if unused and tally.games < ENOUGH_GAMES:
        yield f"  {paint(YELLOW, 'never used')}: {len(unused)} clauses; more games are needed to say which"
    elif unused:
        yield f"  {paint(YELLOW, 'never used')} in {tally.games + tally.swarmed:,} games:"
        for clause in unused[:SHOWN_UNUSED]:
            yield f"    {harmless(clause.path)}:{clause.line}  {clause.kind}  {harmless(clause.source)}"
        if len(unused) > SHOWN_UNUSED:
            yield f"    and {len(unused) - SHOWN_UNUSED} more"


def _mended(tally: Tally, paint: Painter) -> Iterator[str]:
    fresh = [entry for entry in tally.mended if not entry.mended]
    for entry in fresh:
        yield f"{paint(GREEN, 'mended')}: {harmless(entry.name)} ({harmless(entry.text)})"
    old = len(tally.mended) - len(fresh)
    if old:
        yield f"{old} earlier finding{'' if old == 1 else 's'} tried again: still mended"


def _sum(title: str, plan: Plan, tally: Tally, paint: Painter) -> str:
    count = len(tally.found)
    word = f"{count} finding{'' if count == 1 else 's'}" if count else "nothing found"
    used = len(tally.clauses) - len(tally.unused)
    stopped = ", interrupted" if tally.interrupted else ""
    rate = tally.games / tally.seconds if tally.seconds else 0.0
    swarmed = f" and {_games(tally.swarmed)} in kernels" if tally.swarmed else ""
    return (
        f"{harmless(title)}: {paint(RED if count else GREEN, word)} in {_games(tally.games)} "
        f"({tally.decisions:,} decisions, {tally.seconds:.0f} s, {rate:.1f} games/s{stopped}){swarmed}; "
        f"{used} of {len(tally.clauses)} clauses used; --seed {harmless(plan.seed)}"
    )


# ---------------------------------------------------------------------------------------------
# For programs


def as_document(title: str, plan: Plan, tally: Tally) -> dict[str, Any]:
    """Everything as JSON data. `replay` of a finding is a saved game, as `ruledsl replay` reads it."""
    return document(
        "fuzz",
        game=title,
        seed=plan.seed,
        interrupted=tally.interrupted,
        games=tally.games,
        swarmed=tally.swarmed,
        decisions=tally.decisions,
        seconds=round(tally.seconds, 3),
        policies=dict(sorted(tally.policies.items())),
        findings=[_as_data(finding) for finding in tally.found],
        notes=[_as_data(finding) for finding in tally.notes],
        clauses={
            "all": len(tally.clauses),
            "used": len(tally.clauses) - len(tally.unused),
            "unused": [
                {"path": clause.path, "line": clause.line, "kind": clause.kind, "source": clause.source}
                for clause in tally.unused_alone
            ],
        },
        mended=[entry.name for entry in tally.mended],
    )


def _as_data(finding: Finding) -> dict[str, Any]:
    import json

    return {
        "name": finding.name,
        "kind": finding.kind,
        "code": finding.code,
        "clause": finding.clause,
        "source": finding.source,
        "text": finding.text,
        "hint": finding.hint,
        "facts": dict(finding.facts),
        "players": finding.players,
        "settings": dict(finding.settings),
        "moves": list(finding.moves),
        "given": finding.given,
        "example": finding.example or None,
        "no_example": finding.no_example or None,
        "script": [list(group) for group in finding.script],
        "policy": finding.policy,
        "games": finding.games,
        "replay": json.loads(finding.replay) if finding.replay else None,
    }


def as_junit(file: str, tally: Tally) -> bytes:
    """A report in the format that JUnit made common: a case for each finding, and one for each kind of
    problem that was looked for and not found.
    """
    from xml.etree import ElementTree

    kinds = {finding.kind for finding in tally.found}
    cases: list[tuple[str, Finding | None]] = [
        (words, None) for kind, words in LOOKED_FOR.items() if kind not in kinds
    ]
    cases += [(f"{LOOKED_FOR[finding.kind]} ({finding.name})", finding) for finding in tally.found]
    suite = ElementTree.Element(
        "testsuite", name=f"ruledsl fuzz {file}", tests=str(len(cases)), failures=str(len(tally.found)),
        errors="0", time=f"{tally.seconds:.3f}",
    )  # fmt: skip
    for name, finding in cases:
        case = ElementTree.SubElement(suite, "testcase", classname=file, name=name, time="0")
        if finding is not None:
            failure = ElementTree.SubElement(case, "failure", type=finding.kind, message=finding.text)
            parts = [finding.clause, *finding.moves, finding.example or f"given {finding.given}"]
            failure.text = "\n".join(_printable(part) for part in parts if part)
    text: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return text


def _printable(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text)
