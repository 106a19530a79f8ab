"""Where the command `ruledsl` begins.

Nothing but the standard library is imported before `run` has begun, so that an interrupt at any moment ends
cleanly.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C: 128 and the number of the signal, as shells have it."""

PIPE_CLOSED: Final = 141
"""The exit status when nobody reads the output any more, as in `ruledsl show FILE | head`."""

OBJECTS_BEFORE_COLLECTION: Final = 50_000
"""What Python tidies up by itself: a short command makes much and throws little away, so seldom is enough."""


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line (that of the process by default) and ends the process with its exit status."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)
    try:
        _prepare_streams()
        status = _run(sys.argv[1:] if arguments is None else list(arguments))
        if not _flush():
            status = status or 1
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = PIPE_CLOSED
    if status == PIPE_CLOSED:
        discard_output()
    sys.exit(status)


def _run(arguments: Sequence[str]) -> int:
    from ruledsl.cli.app import command

    try:
        command().main(arguments, prog_name="ruledsl")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    return 0


def _prepare_streams() -> None:
    """Lets a terminal that knows few characters show the others as escapes instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> bool:
    """Writes out what is left; whether that worked. Raises BrokenPipeError when nobody reads it."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()
    except BrokenPipeError:
        raise
    except OSError:
        discard_output()
        return False
    return True


def discard_output() -> None:
    """Sends what is still to be written nowhere, so that Python does not complain about it at its end."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    run()
