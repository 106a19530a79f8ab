"""Writing a file so that it is never half written."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from ruledsl.cli.errors import Problem
from ruledsl.diagnostics import Diagnostic


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file in one step: whoever reads it sees the old bytes or the new ones, never a part.

    See `replacing`. Raises `Problem` (E470) when it cannot be written.
    """
    with replacing(path) as file:
        file.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to that takes the place of `path` when all went well.

    The bytes go to a new file beside it, which then takes its name; so the old file stays as it is when
    anything fails, here or in the block. Permissions are kept; of a link, the file it leads to is replaced.
    Raises `Problem` (E470) when it cannot be written, also for a file that is marked as not to be written and
    for a device, which must not be replaced, and from within the block when a write fails; what else is
    raised there goes through.
    """
    with _told(path):
        target = path.resolve()
        mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        if target.exists() and not target.is_file():
            raise OSError(22, "it is a device, not a file")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, "it may not be written")
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    file = _Writer(path, handle)
    try:
        yield file
        with _told(path):
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.chmod(name, mode)
            os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError, Problem):
            file.close()
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


put: Final = io.BufferedWriter.write
"""How bytes get into a file."""


class _Writer(io.BufferedWriter):
    """A file whose failures name the file that it is to become."""

    def __init__(self, path: Path, handle: int) -> None:
        super().__init__(io.FileIO(handle, "wb"))
        self.path = path

    def write(self, data: Any) -> int:
        """Writes bytes; raises `Problem` where that fails."""
        with _told(self.path):
            return put(self, data)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Within this, what the operating system refuses becomes a `Problem` (E470) about a file."""
    try:
        yield
    except OSError as error:
        facts = {"name": str(path), "reason": (error.strerror or type(error).__name__).lower()}
        raise Problem(Diagnostic("E470", facts=facts, path=str(path))) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
