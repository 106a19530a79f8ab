"""Reading values of options that several commands have."""

from __future__ import annotations

from collections.abc import Sequence


def named_values(texts: Sequence[str]) -> dict[str, str]:
    """The values of `--set NAME=VALUE`, by name. Raises a usage error for another form, or a doubled name."""
    from ruledsl.cli.errors import usage_error
    from ruledsl.diagnostics.neutral import neutral

    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise usage_error(f"--set {neutral(text)}: write it as NAME=VALUE, for example --set goal=50")
        if name in found:
            raise usage_error(f"--set {neutral(text)}: `{neutral(name)}` is set twice")
        found[name] = value
    return found
