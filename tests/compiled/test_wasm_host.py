"""What is particular to the host for WebAssembly."""

from __future__ import annotations

import gc
import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from interpreter.compiled import wasm_host
from interpreter.compiled.host import HostMissing, KernelFault, open_host
from interpreter.compiled.kernel import read_kernel
from interpreter.compiled.wasm.translate import translate
from interpreter.compiled.wasm_host import WasmHost
from interpreter.faults import EngineBug
from tests.compiled.random_kernels import random_kernel

KERNEL = """
EXPORTS = ("deep", "read", "divide", "split", "count", "stop")
A = state_i64(4)
def deep(a):
    return deep(a + 1) + 1
def inner(a):
    if a == 77:
        fault(1, 2)
    return A[a]
def read(a):
    t = 0
    for i in range(a, a + 1):
        t += inner(i)
        for j in range(0, 2):
            t += j * i
    return t
def divide(a, b):
    return a // b
def split(a, b):
    return a % b
def count(a):
    t = 0
    for i in range(0, a):
        t = (t * 31 + i) % 1000003
    return t
def stop(a):
    fault(a, a + 1)
"""


@pytest.fixture(scope="module")
def host() -> WasmHost:
    return WasmHost(read_kernel(KERNEL))


@pytest.mark.parametrize(
    ("name", "args", "message"),
    [
        ("deep", (0,), "stack overflow in deep"),
        ("read", (10**8,), "memory out of bounds in read, called by read"),
        ("read", (-1,), "memory out of bounds in read, called by read"),
        ("divide", (1, 0), "integer division by zero in divide"),
        ("split", (1, 0), "integer division by zero in split"),
    ],
)
def test_what_cannot_happen_is_a_bug_and_the_host_goes_on(
    host: WasmHost, name: str, args: tuple[int, ...], message: str
) -> None:
    with pytest.raises(EngineBug, match=message):
        host.call(name, *args)
    assert host.call("divide", -7, 2) == -4
    with pytest.raises(KernelFault):
        host.call("stop", 3)


def test_calls_are_checked(host: WasmHost) -> None:
    with pytest.raises(TypeError, match="divide takes 2 arguments, not 1"):
        host.call("divide", 1)
    with pytest.raises(ValueError, match="format"):
        host.call("count", 2**31)
    with pytest.raises(KeyError):
        host.call("inner", 1)


def test_arrays_are_views_that_keep_the_memory_alive() -> None:
    host = WasmHost(read_kernel(KERNEL))
    cells = host.array("A")
    cells[2] = 2**40
    assert host.memory[host.kernel.arrays["A"].offset + 16 + 5] == 1
    del host
    gc.collect()
    assert cells.tolist() == [0, 0, 2**40, 0]


def test_calls_let_other_threads_run(host: WasmHost) -> None:
    turns, called = 0, threading.Event()

    def work() -> None:
        called.set()
        WasmHost.call(host, "count", 60_000_000)

    thread = threading.Thread(target=work)
    thread.start()
    called.wait()
    while thread.is_alive():
        time.sleep(0.002)
        turns += 1
    assert turns > 10


def test_each_thread_has_a_host() -> None:
    first = WasmHost(read_kernel(KERNEL))
    hosts, found = [first, first.again(), first.again()], {}
    work = [
        threading.Thread(target=lambda place=place: found.update({place: hosts[place].call("count", 10**6)}))
        for place in range(3)
    ]
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    assert found == dict.fromkeys(range(3), first.call("count", 10**6))


@pytest.fixture
def without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    wasm_host._library.cache_clear()
    yield
    wasm_host._library.cache_clear()


@pytest.mark.usefixtures("without_wasmtime")
def test_without_wasmtime_python_takes_over() -> None:
    kernel = read_kernel(KERNEL)
    host = open_host(kernel)
    assert (host.engine, host.call("divide", -7, 2)) == ("python", -4)
    with pytest.raises(HostMissing, match=r"pip install 'ruledsl-cards\[fast\]'"):
        open_host(kernel, "wasm")


NODE = """
const fs = require("fs");
const [file, calls] = [process.argv[2], JSON.parse(process.argv[3])];
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync(file)), {});
const results = calls.map(args => {
  try { return instance.exports.start(...args); } catch (error) { return error.message; }
});
const memory = Buffer.from(instance.exports.memory.buffer);
console.log(JSON.stringify({results, memory: memory.toString("hex")}));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there")
@pytest.mark.parametrize("seed", range(100, 106))
def test_node_runs_the_same_bytes(seed: int, tmp_path: Path) -> None:
    kernel = read_kernel(random_kernel(Random(seed)))
    calls, results = [(0, 0), (3, -5), (1000, -30000)], []
    (tmp_path / "kernel.wasm").write_bytes(translate(kernel))
    (tmp_path / "run.js").write_text(NODE, encoding="utf-8")
    host = WasmHost(kernel)
    for args in calls:
        try:
            results.append(host.call("start", *args))
        except KernelFault:
            results.append("unreachable")
    command = ["node", str(tmp_path / "run.js"), str(tmp_path / "kernel.wasm"), json.dumps(calls)]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, text=True, timeout=60).stdout)
    assert said["results"] == results
    assert bytes.fromhex(said["memory"])[: kernel.memory] == bytes(host.memory)


def test_nothing_is_said_when_python_ends() -> None:
    """Hosts that are still there at the end are closed in time."""
    text = "EXPORTS = ('f',)\ndef f(a):\n    return a\n"
    script = (
        "import sys; from interpreter.compiled.host import open_host;"
        "from interpreter.compiled.kernel import read_kernel;"
        f"sys.kept = open_host(read_kernel({text!r})); print(sys.kept.engine, sys.kept.call('f', 3))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("wasm 3\n", "")
