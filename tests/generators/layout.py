"""How a text is laid out: indented by its braces."""

from __future__ import annotations


def indented(text: str) -> str:
    """The text with each line indented by the braces that are open before it."""
    depth = 0
    lines: list[str] = []
    for line in text.split("\n"):
        closes = len(line) - len(line.lstrip("}"))
        lines.append("    " * max(depth - closes, 0) + line)
        depth += line.count("{") - line.count("}")
    return "\n".join(lines) + "\n"
