"""The long run: `python -m tests.fuzz.run --seconds 600`, or `make fuzz-ourselves`.

Takes one seed after the other: for each a valid game, one that is almost valid and a mutated text, and
sometimes a variant. What goes wrong is kept in a folder, with the text. A later run goes on with `--first`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.fuzz.ordeal import Tally, endured, told
from tests.generators.games import random_rules, random_variant
from tests.generators.mistakes import almost_valid, mutated

Job = tuple[str, str, Callable[[Path], Tally | None]]
"""Its name, the text, and what is done with it in a folder."""


def jobs(seed: int) -> Iterator[Job]:
    """All that is tried with one seed."""
    text = random_rules(seed)
    yield f"valid-{seed}", text, lambda folder: endured(text, seed, folder)
    if seed % 4 == 0:
        base, variant = random_variant(seed)
        yield f"variant-{seed}", f"{base}\n# ----\n{variant}", lambda f: endured(variant, seed, f, 1, 1, base)
    for word, wrong in (("almost", almost_valid(seed)), ("mutated", mutated(seed))):
        yield f"{word}-{seed}", wrong, lambda folder, wrong=wrong: note(told(wrong, folder))


def note(codes: list[str]) -> None:
    """What was told of a wrong text needs no counting."""


def run(seconds: float, first: int, kept: Path) -> int:
    """Runs for so long; says how many things went wrong."""
    tally, wrong, problems, seed = Tally(), 0, 0, first
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end:
            for name, text, do in jobs(seed):
                try:
                    done = do(Path(folder))
                except Exception:  # whatever it is, it is told and the run goes on
                    problems += 1
                    kept.mkdir(parents=True, exist_ok=True)
                    (kept / f"{name}.rules").write_text(text, encoding="utf-8", errors="replace")
                    (kept / f"{name}.txt").write_text(traceback.format_exc(), encoding="utf-8")
                    print(f"{name}: {traceback.format_exc().splitlines()[-1][:200]}", flush=True)
                    continue
                if done is None:
                    wrong += 1
                else:
                    tally.add(done)
            seed += 1
    print(f"seeds {first} to {seed - 1}: {tally}; {wrong:,} wrong texts; {problems} problems")
    return problems


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Random rules for every pass and the engine.")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path, default=Path(".fuzz/ourselves"), help="where problems are kept")
    given = parser.parse_args()
    sys.exit(1 if run(given.seconds, given.first, given.keep) else 0)


if __name__ == "__main__":
    main()
