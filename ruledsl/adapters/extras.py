"""What is said where an optional library is not installed."""

from __future__ import annotations


class MissingExtra(ImportError):
    """A library of an extra is missing; the text says how to install it."""

    def __init__(self, extra: str, library: str | None) -> None:
        super().__init__(
            f"{library or 'a library'} is not installed; it comes with the extra `{extra}`: in the checkout "
            "of this project run\n"
            f"    python -m pip install --constraint constraints.txt --editable '.[{extra}]'",
            name=library,
        )
