"""Playing games on the workers of a Dask cluster (extra `cluster`).

The scheduler plays a task again when its worker is lost. Whatever else goes wrong there becomes what
`work.py` knows: `BrokenExecutor`, after which the ranges that are out are handed out again, or `NoWorkers`.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from importlib import import_module
from typing import Any, Final
from urllib.parse import urlsplit

import ruledsl
from ruledsl.tools.simulation.work import NoWorkers

ANSWER: Final = 5
"""So many seconds a scheduler has to answer, and then its workers to be there."""


def cluster_opener(address: str) -> Callable[[int], Executor]:
    """A function that opens an executor at a scheduler's address, such as `tcp://localhost:8786`."""
    return partial(_opened, address)


def workers_of(address: str) -> int:
    """How many games can be played at a time there. Raises NoWorkers."""
    executor = open_cluster(address)
    try:
        return executor.count
    finally:
        executor.shutdown()


def _opened(address: str, workers: int) -> Executor:
    return open_cluster(address)


def open_cluster(address: str) -> ClusterExecutor:
    """An executor at this address. Raises NoWorkers where nobody answers or works, or ruledsl is missing."""
    _knock(address)
    try:
        distributed = import_module("distributed")
    except ImportError as missing:
        raise NoWorkers(
            "the package `distributed` is not installed",
            "install the extra `cluster`: python -m pip install 'ruledsl-cards[cluster]'",
        ) from missing
    try:
        client = distributed.Client(address, timeout=ANSWER, set_as_default=False, name="ruledsl")
    except (OSError, TimeoutError, ValueError, TypeError) as problem:
        raise _silent(address) from problem
    try:
        return ClusterExecutor(client, address)
    except BaseException:
        client.close(timeout=1)
        raise


def _knock(address: str) -> None:
    """Whether anybody listens there is quickly known."""
    try:
        asked = urlsplit(address if "://" in address else f"tcp://{address}")
        if asked.scheme in ("tcp", "tls"):
            if not asked.hostname or not asked.port:
                raise ValueError("an address has a host and a port")
            socket.create_connection((asked.hostname, asked.port), ANSWER).close()
    except (OSError, ValueError) as problem:
        raise _silent(address) from problem


def _silent(address: str) -> NoWorkers:
    return NoWorkers(
        f"no scheduler answers at `{address}`",
        "start one with `dask scheduler`, and give the address that it tells, such as tcp://localhost:8786",
    )


class ClusterExecutor(Executor):
    """Work for the workers of a scheduler; `count` is how many threads they had when it was opened."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        with contextlib.suppress(TimeoutError):
            client.wait_for_workers(1, timeout=ANSWER)
        self.count = self._threads()
        if not self.count:
            raise NoWorkers(
                f"the scheduler at `{address}` has no workers", f"start some with `dask worker {address}`"
            )
        self._compare_versions()
        self._inner = client.get_executor(pure=False, retries=0)

    def _threads(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return sum(int(worker["nthreads"]) for worker in workers)

    def _compare_versions(self) -> None:
        """Other rules of play would give other games, and what is sent may not be understood."""
        found = self._client.run(_version, on_error="return")
        for worker, version in found.items():
            if version != ruledsl.__version__:
                has = f"ruledsl {version}" if isinstance(version, str) else f"no ruledsl ({version})"
                raise NoWorkers(
                    f"the worker {worker} has {has}", f"install ruledsl {ruledsl.__version__} where it runs"
                )

    def has_workers(self) -> bool:
        """Whether there is anybody now."""
        try:
            return self._threads() > 0
        except (OSError, TimeoutError):
            return False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hands work out; what is lost for good ends as BrokenExecutor."""
        future: Future[Any] = Future()
        try:
            inner = self._inner.submit(fn, *args, **kwargs)
        except (OSError, RuntimeError) as problem:
            raise BrokenExecutor(str(problem)) from problem
        inner.add_done_callback(partial(_hand_on, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leaves the cluster; nothing is ended there but what was not begun."""
        with contextlib.suppress(Exception):  # the scheduler may be gone
            if cancel_futures or not wait:
                self._inner.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)


def _hand_on(future: Future[Any], inner: Future[Any]) -> None:
    """What came of the work, told as a BrokenExecutor where it is the fault of the workers."""
    killed = import_module("distributed").KilledWorker
    if inner.cancelled():
        future.set_exception(BrokenExecutor("the scheduler forgot it"))
        return
    problem = inner.exception()
    if problem is None:
        future.set_result(inner.result())
    elif isinstance(problem, killed | OSError | TimeoutError):
        future.set_exception(BrokenExecutor(str(problem)))
    else:
        future.set_exception(problem)


def _version() -> str:
    return ruledsl.__version__
