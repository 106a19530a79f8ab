"""What is allowed but suspicious: W500 and up."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="W500",
        title="the silence of {code} gives no reason",
        label="a reason is missing",
        hint="write why this is right, behind a colon: `# ok {code}: <the reason>`",
        explanation=(
            "A warning may be silenced on its own line, but only with the reason why the line is right as "
            "it is. The next reader has the same doubt as the checker had, and the reason is the answer to "
            "it. Without a reason the warning stays."
        ),
        bad="c -> discard   # ok W512",
        good="c -> discard   # ok W512: the rulebook lets this card go face up",
        sample={"code": "W512"},
    ),
    Entry(
        code="W501",
        title="nothing on this line is silenced by `ok {code}`",
        label="silences nothing",
        hint="remove it, or put it at the end of the line that the warning names; errors cannot be silenced",
        explanation=(
            "A silence that silences nothing is left over from a line that has since been mended or moved. "
            "If it stayed, it would one day hide a warning that nobody has looked at."
        ),
        bad="# ok W512: this is meant\nc -> discard",
        good="c -> discard   # ok W512: this is meant",
        sample={"code": "W512"},
    ),
)
