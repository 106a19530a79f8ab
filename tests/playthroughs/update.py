"""Writes the playthroughs anew: `python -m tests.playthroughs.update [GAME ...]`.

Without names only those that are missing or do not hold any more are written; with names all of these games.
Look at the difference before you commit it: every change has to be meant.
"""

from __future__ import annotations

import sys

from tests.playthroughs.record import FOLDER, chosen, path_of
from tests.playthroughs.test_playthroughs import problems
from tests.support.rules_files import plain_cases


def main(names: list[str]) -> None:
    """Writes files, and says which."""
    wanted = set()
    for case in plain_cases():
        path = path_of(case)
        wanted.add(path)
        if case.problem or (names and case.path.stem not in names):
            continue
        if names or not path.exists() or problems(case):
            path.write_text(chosen(case.machine).text(case), encoding="utf-8")
            print(f"wrote {path.name}")
    for path in sorted(FOLDER.glob("*.txt")):
        if path not in wanted:
            path.unlink()
            print(f"removed {path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
