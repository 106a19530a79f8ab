"""How far many games, or other things to do, have come; on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tell = Callable[[int], None]


@contextmanager
def progress_bar(games: int, shown: bool = True, what: str = "games") -> Iterator[Tell | None]:
    """A bar with an estimate of the time left; gives what is to be told how many games have been played.

    `what`: the word for what is counted, if it is not games. Nothing, and None, where the standard error is
    no terminal.
    """
    if not shown or sys.stderr is None or sys.stderr.closed or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(), MofNCompleteColumn(), TextColumn(f"{what},"), TimeRemainingColumn(), TextColumn("left"),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=games)

        def tell(played: int) -> None:
            bar.update(task, completed=played)

        yield tell
