"""Options that several commands have, and reading their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from ruledsl.bots import Limit

Think: TypeAlias = Annotated[
    str,
    typer.Option(
        "--think",
        metavar="N",
        help="How long ismcts bots think that are given no number: iterations (1000), in play also 0.5s.",
    ),
]


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


def limit_of(think: str, *, timed: bool) -> Limit | None:
    """The value of `--think`, None when it is not given. Raises a usage error."""
    from ruledsl.bots import LimitError, read_limit
    from ruledsl.cli.errors import usage_error
    from ruledsl.diagnostics.neutral import neutral

    if not think:
        return None
    try:
        limit = read_limit(think)
    except LimitError as error:
        raise usage_error(f"--think {neutral(think)}: {error}") from error
    if not timed and not limit.iterations:
        raise usage_error(
            f"--think {neutral(think)}: here bots think in iterations, such as --think 1000, so that the "
            "games are the same on every machine and for any number of workers"
        )
    return limit


def bots_named(text: str, think: Limit | None, *, timed: bool, others: Sequence[str] = ()) -> list[str]:
    """What `--seats` names: bots, or one of some `others`. Raises a usage error for anything else."""
    from ruledsl.bots import BOT_NAMES, BotError, bot_named
    from ruledsl.cli.errors import one_of, usage_error
    from ruledsl.diagnostics.neutral import neutral

    found = []
    for word in [each.strip().lower() for each in text.split(",")]:
        if word in others:
            found.append(word)
            continue
        try:
            found.append(bot_named(word, think, timed=timed))
        except BotError as error:
            if not error.is_known:
                one_of("--seats", error.name, (*others, *BOT_NAMES))
            raise usage_error(f"--seats {neutral(word)}: {neutral(error.reason)}") from error
    return found
