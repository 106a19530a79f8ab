"""Handing games out to workers, and getting every one of them back once and in order.

Work is a range of game numbers. What is played depends on the number alone, so a range that was lost with its
worker is handed out again and gives the same. `open_executor` is the one place that chooses how work is done
on this machine: at once, in threads or in processes; `cluster.py` does it on others. Any other
`concurrent.futures.Executor` will do.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)  # fmt: skip
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, Generic, Protocol, TypeVar

from attrs import define, field, frozen

Part = TypeVar("Part")
PartOut = TypeVar("PartOut", covariant=True)

SECONDS: Final = 0.4
"""How long a range should take: progress moves, and little is lost when it is interrupted."""

MOST_GAMES: Final = 20_000
"""So many games are in a range at most."""

MOST_LOSSES: Final = 3
"""When the workers were lost so often over one range, it is not handed out again."""


WATCH: Final = 2.0
PATIENCE: Final = 20.0
"""Every so many seconds it is seen whether there are workers; so many without any are waited for."""


class Player(Protocol[PartOut]):
    """Plays ranges of games; one for each worker."""

    def play(self, first: int, last: int) -> PartOut:
        """The games with numbers from `first` up to, not including, `last`."""

    def another(self) -> Player[PartOut]:
        """One that plays the same beside this one, in another thread."""


class Job(Protocol[PartOut]):
    """What is to be played, as plain data that can go to another process; equal jobs have equal hashes."""

    def __hash__(self) -> int: ...

    def prepare(self) -> Player[PartOut]:
        """Reads the rules and makes ready to play."""


class NoWorkers(Exception):
    """There is nobody to play, for a `reason`; `remedy` says what can be done."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}: {remedy}")
        self.reason, self.remedy = reason, remedy


class WorkersLost(Exception):
    """Workers ended again and again while they played games `first` up to, not including, `last`."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__(
            f"the workers ended while they played games {first} to {last - 1} (a script that plays in "
            'several processes has to guard its main part with `if __name__ == "__main__":`)'
        )
        self.first, self.last = first, last


@frozen
class Piece(Generic[Part]):
    """A range that was played, and the seconds that it took."""

    first: int
    last: int
    part: Part
    seconds: float


@contextmanager
def whole() -> Iterator[None]:
    """What is done inside is done to its end: an interrupt from the keyboard comes behind it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


class InThisProcess(Executor):
    """An executor that does the work at once, where it is handed in."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Does the work; an interrupt goes through."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_executor(workers: int, threads: bool = False) -> Executor:
    """Where games are played: in this process for one worker, else in so many threads or processes.

    Threads are for games that are played in WebAssembly, which lets other threads run meanwhile; everything
    else is Python code that holds the interpreter's lock. Processes are not forked from this one, because the
    progress display has a thread, but where that is known from a clean one that has read the code already.
    """
    if workers == 1:
        return InThisProcess()
    if threads:
        return ThreadPoolExecutor(workers, thread_name_prefix="games")
    serves = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if serves else "spawn")
    if serves:
        context.set_forkserver_preload(["ruledsl.tools.simulation.simulate"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Ctrl-C goes to every process of a terminal; the one that hands out the work decides what to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


_KEPT: Final = 4
"""For so many jobs what plays them is kept."""


@define
class _Shared:
    """What plays a job in this process: made once, and handed to the first thread that asks."""

    player: Any
    taken: bool = False

    def take(self) -> Any:
        if self.taken:
            return self.player.another()
        self.taken = True
        return self.player


@lru_cache(maxsize=_KEPT)
def _prepared(job: Any) -> _Shared:
    return _Shared(job.prepare())


_preparing = threading.Lock()
_mine = threading.local()


def _player(job: Any) -> Any:
    """What plays in this thread; the rules are read once for all threads of a process."""
    kept: dict[Any, Any] = _mine.__dict__.setdefault("players", {})
    found = kept.get(job)
    if found is None:
        with _preparing:
            found = _prepared(job).take()
        while len(kept) >= _KEPT:
            del kept[next(iter(kept))]
        kept[job] = found
    return found


def play_piece(job: Job[Part], first: int, last: int) -> Piece[Part]:
    """Plays a range, in whatever process and thread this is called."""
    player: Player[Part] = _player(job)
    begun = time.perf_counter()
    part = player.play(first, last)
    return Piece(first, last, part, time.perf_counter() - begun)


@define
class _Range:
    first: int
    last: int
    losses: int = 0


@define
class _Hands(Generic[Part]):
    """The ranges that are out, and those that came back before their turn."""

    job: Job[Part]
    games: int
    workers: int
    stops: tuple[int, ...]
    open: Callable[[int], Executor]
    executor: Executor = field(init=False)
    out: dict[Future[Piece[Part]], _Range] = field(factory=dict)
    back: dict[int, Piece[Part]] = field(factory=dict)
    again: list[_Range] = field(factory=list)
    handed: int = 0
    size: int = 1

    def __attrs_post_init__(self) -> None:
        self.executor = self.open(self.workers)

    def hand_out(self) -> None:
        """Keeps every worker busy, with one range more in store for each."""
        ahead = 1 if self.workers == 1 else 2 * self.workers
        while len(self.out) < ahead:
            piece = self.again.pop(0) if self.again else self._next()
            if piece is None:
                return
            try:
                future = self.executor.submit(play_piece, self.job, piece.first, piece.last)
            except BrokenExecutor:
                self._lost(piece)
                self._replace()
                continue
            self.out[future] = piece

    def _next(self) -> _Range | None:
        if self.handed >= self.games:
            return None
        fair = -(-(self.games - self.handed) // (2 * self.workers))
        last = min(self.handed + min(self.size, fair), self.games)
        last = min([last, *(stop for stop in self.stops if stop > self.handed)])
        piece = _Range(self.handed, last)
        self.handed = last
        return piece

    def take_back(self) -> None:
        """Waits until a range is done."""
        done = self._done()
        broken = False
        for future in done:
            piece = self.out.pop(future)
            try:
                played = future.result()
            except (BrokenExecutor, CancelledError):
                broken = True
                self._lost(piece)
                continue
            self.back[piece.first] = played
            each = played.seconds / (piece.last - piece.first)
            self.size = max(1, min(MOST_GAMES, 2 * self.size, int(SECONDS / max(each, 1e-9))))
        if broken:
            self._replace()

    def _done(self) -> set[Future[Piece[Part]]]:
        """The ranges that are done, as soon as there are some. An executor may tell that nobody is there."""
        has_workers: Callable[[], bool] | None = getattr(self.executor, "has_workers", None)
        seen = time.monotonic()
        while True:
            done, _ = wait(self.out, WATCH if has_workers else None, FIRST_COMPLETED)
            if done or not self.out:
                return done
            if has_workers is None or has_workers():
                seen = time.monotonic()
            elif time.monotonic() - seen > PATIENCE:
                first = min(self.out.values(), key=lambda piece: piece.first)
                raise WorkersLost(first.first, first.last)

    def _lost(self, piece: _Range) -> None:
        """A range whose worker is gone is played again, before any that was not handed out yet."""
        piece.losses += 1
        if piece.losses >= MOST_LOSSES:
            raise WorkersLost(piece.first, piece.last)
        self.again.append(piece)
        self.again.sort(key=lambda one: one.first)

    def _replace(self) -> None:
        """Opens a new executor for one that is broken; all that was out with it is lost."""
        for piece in self.out.values():
            self._lost(piece)
        self.out.clear()
        self.executor.shutdown(wait=False, cancel_futures=True)
        try:
            self.executor = self.open(self.workers)
        except NoWorkers as nobody:
            raise WorkersLost(self.again[0].first, self.again[0].last) from nobody


def play_in_order(
    job: Job[Part],
    games: int,
    workers: int = 1,
    stops: tuple[int, ...] = (),
    opener: Callable[[int], Executor] = open_executor,
) -> Generator[Piece[Part], None, None]:
    """Plays games 0 to `games` - 1 and gives the pieces in the order of their numbers, without a gap.

    No piece goes across a number in `stops`. Whoever stops listening ends the work; workers that are still
    playing are ended then. Raises WorkersLost, and whatever playing raises.
    """
    hands = _Hands(job, games, workers, stops, opener)
    done = 0
    finished = False
    try:
        while done < games:
            hands.hand_out()
            hands.take_back()
            while done in hands.back:
                piece = hands.back.pop(done)
                done = piece.last
                yield piece
        finished = True
    finally:
        close_executor(hands.executor, at_once=not finished)


def close_executor(executor: Executor, at_once: bool) -> None:
    """Ends the work; `at_once`: without waiting for games that are still being played."""
    processes = list((getattr(executor, "_processes", None) or {}).values()) if at_once else []
    executor.shutdown(wait=not at_once, cancel_futures=True)
    for process in processes:
        with contextlib.suppress(OSError, ValueError):
            process.terminate()
