"""Writing a file so that it is never half written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

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
    Raises `Problem` (E470) when it cannot be written, also for a file that is marked as not to be written.
    """
    try:
        target = path.resolve()
        mode = target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask()
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, "it may not be written")
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        facts = {"name": str(path), "reason": (error.strerror or type(error).__name__).lower()}
        raise Problem(Diagnostic("E470", facts=facts, path=str(path))) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
