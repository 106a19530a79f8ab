"""Games on a Dask cluster: a scheduler and two workers on this machine, which the tests start."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from attrs import asdict

from ruledsl.tools.simulation.cluster import cluster_opener, open_cluster, workers_of
from ruledsl.tools.simulation.simulate import simulate
from ruledsl.tools.simulation.work import NoWorkers
from tests.architecture.repository import ROOT
from tests.simulation.games import RACE, game, plan

pytest.importorskip("distributed")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Cluster:
    """A scheduler and workers, each a process."""

    def __init__(self) -> None:
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.processes = [self._start("scheduler", "--host", "127.0.0.1", "--port", str(port))]
        self.workers: list[subprocess.Popen[bytes]] = []

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:], "--no-dashboard"],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def add_worker(self) -> None:
        """One more, with one thread and nobody who starts it again."""
        made = self._start("worker", self.address, "--nthreads", "1", "--no-nanny")
        self.workers.append(made)
        self.processes.append(made)

    def wait(self, count: int) -> None:
        """Until so many workers are there."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                if workers_of(self.address) >= count:
                    return
            except NoWorkers:
                time.sleep(0.5)
        raise TimeoutError(f"no {count} workers")

    def close(self) -> None:
        """Ends all of it."""
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    try:
        made.add_worker()
        made.add_worker()
        made.wait(2)
        yield made
    finally:
        made.close()


@pytest.mark.slow
def test_two_workers_give_the_same_and_a_lost_one_loses_nothing(cluster: Cluster) -> None:
    alone = simulate(game(RACE), plan(RACE, seed="4"), 200)
    opener = cluster_opener(cluster.address)
    together = simulate(game(RACE), plan(RACE, seed="4"), 200, 2, opener=opener)
    assert asdict(together.tally) == asdict(alone.tally)

    def lose_one(played: int) -> None:
        cluster.workers[0].kill()

    slow = plan(RACE, seed="4", engine="reference")
    lost = simulate(game(RACE), slow, 200, 2, progress=lose_one, opener=opener)
    assert cluster.workers[0].wait(10) != 0
    assert asdict(lost.tally) == asdict(alone.tally)


def test_an_address_at_which_nobody_answers_is_told_within_seconds() -> None:
    begun = time.monotonic()
    with pytest.raises(NoWorkers, match=r"no scheduler answers at `tcp://127\.0\.0\.1:"):
        open_cluster(f"tcp://127.0.0.1:{free_port()}")
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("address", ["", "somewhere", "tcp://127.0.0.1", "tcp://[", "what://127.0.0.1:1"])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(NoWorkers, match="no scheduler answers"):
        open_cluster(address)
