"""Both hosts give the same on random kernels."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.kernel_hosts import KERNELS
from interpreter.compiled.host import Host, KernelFault, open_host
from interpreter.compiled.kernel import read_kernel
from tests.compiled.random_kernels import random_kernel

ARGUMENTS = ((0, 0), (3, -5), (1000, -30000), (7, 32767))


def outcome(host: Host, name: str, *args: int) -> object:
    """What a call gives, or the fault that it ends with."""
    try:
        return host.call(name, *args)
    except KernelFault as fault:
        return fault.code, fault.origin


def both(source: str) -> tuple[Host, Host]:
    kernel = read_kernel(source)
    return open_host(kernel, "python"), open_host(kernel, "wasm")


@given(random=st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_hosts_agree_on_random_kernels(random: Random) -> None:
    python, wasm = both(random_kernel(random))
    for args in ARGUMENTS:
        ended = outcome(python, "start", *args)
        assert outcome(wasm, "start", *args) == ended
        if isinstance(ended, tuple) and python.kernel.holding:
            break  # what is held stays behind when a fault ends the run
        assert bytes(wasm.memory) == bytes(python.memory)


@pytest.mark.parametrize("engine", ["python", "wasm", "auto"])
def test_each_engine_runs_a_kernel(engine: str) -> None:
    host = open_host(read_kernel("EXPORTS = ('add',)\ndef add(a, b):\n    return a + b\n"), engine)
    assert host.call("add", 2, -5) == -3
    assert host.engine == (engine if engine != "auto" else "wasm")


def test_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no engine llvm, only auto, wasm, python"):
        open_host(read_kernel("EXPORTS = ()\n"), "llvm")


@pytest.mark.parametrize("path", sorted(KERNELS.glob("*.kernel")), ids=lambda path: path.stem)
def test_hosts_agree_on_the_kernels_that_are_measured(path: Path) -> None:
    python, wasm = both(path.read_text(encoding="utf-8"))
    assert python.call("games", 20, 7) == wasm.call("games", 20, 7)
    assert bytes(python.memory) == bytes(wasm.memory)
