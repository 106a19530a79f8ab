"""Measures what runs kernels, with a card game by hand in the kernel language and in C.

    python -m benchmarks.kernel_hosts            # a table: CPython, WebAssembly, C
    python -m benchmarks.kernel_hosts --games 1000000 --rounds 9

Each is measured several times in turn, in processor time; the best counts, as everything else that runs only
makes it slower. All have to give the same checksum. C is left out where there is no gcc.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from interpreter.compiled.host import Host, open_host
from interpreter.compiled.kernel import read_kernel

KERNELS = Path(__file__).resolve().parent / "kernels"
SEED = 42

Run = Callable[[int], tuple[int, float]]
"""Plays so many games: the checksum and the seconds."""


def of_host(host: Host) -> Run:
    """A kernel on a host."""

    def run(games: int) -> tuple[int, float]:
        begin = time.process_time()
        return host.call("games", games, SEED), time.process_time() - begin

    return run


def of_c(name: str, folder: str, *options: str) -> Run:
    """The program in C, made with gcc."""
    program = str(Path(folder) / f"{name}{len(options)}")
    command = ["gcc", "-O2", *options, "-o", program, str(KERNELS / f"{name}.c")]
    subprocess.run(command, check=True, capture_output=True)

    def run(games: int) -> tuple[int, float]:
        said = subprocess.run([program, str(games), str(SEED)], check=True, capture_output=True, text=True)
        checksum, seconds = said.stdout.split()
        return int(checksum), float(seconds)

    return run


def calls_per_second(host: Host) -> float:
    """How often a function can be called from Python."""
    begin, count = time.process_time(), 20000
    for _ in range(count):
        host.call("nothing", 1, 2)
    return count / (time.process_time() - begin)


def measure(name: str, games: int, rounds: int) -> list[tuple[str, float]]:
    """Games per second of each way to run a kernel."""
    kernel = read_kernel((KERNELS / f"{name}.kernel").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        runs = {
            "CPython": (of_host(open_host(kernel, "python")), max(1, games // 200)),
            "WebAssembly": (of_host(open_host(kernel, "wasm")), games),
        }
        if shutil.which("gcc"):
            runs["C, gcc -O2"] = of_c(name, folder), games
            runs["C, gcc -O2 -march=native"] = of_c(name, folder, "-march=native"), games
        best = dict.fromkeys(runs, float("inf"))
        checksums: dict[int, int] = {}
        for _ in range(rounds):
            for way, (run, count) in runs.items():
                checksum, seconds = run(count)
                if checksums.setdefault(count, checksum) != checksum:
                    sys.exit(f"{name}: {way} does not play the same games")
                best[way] = min(best[way], seconds / count)
    return [(way, 1 / seconds) for way, seconds in best.items()]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Measures what runs kernels.")
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for path in sorted(KERNELS.glob("*.kernel")):
        rows = measure(path.stem, arguments.games, arguments.rounds)
        wasm = dict(rows)["WebAssembly"]
        print(f"{path.stem}: games per second, and WebAssembly as a multiple of each")
        for way, speed in rows:
            print(f"  {way:26}{speed:12,.0f}{wasm / speed:9.2f}")
    plain = read_kernel("EXPORTS = ('nothing',)\ndef nothing(a, b):\n    return a\n")
    print(f"calls from Python per second: {calls_per_second(open_host(plain, 'wasm')):,.0f}")


if __name__ == "__main__":
    main()
