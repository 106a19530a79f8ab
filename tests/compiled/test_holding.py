"""Elements of arrays that live in locals: they are where they belong whenever somebody else looks."""

from __future__ import annotations

import pytest

from interpreter.compiled.host import KernelFault, open_host
from interpreter.compiled.kernel import read_kernel
from interpreter.compiled.wasm.translate import translate, wat

KERNEL = """
EXPORTS = ("run", "stop")
A = state_i64(2)
B = scratch_i16(4)
seen = state_i64(1)
HOLDING = ("run", "stop")
HELD = ("A", "B")
def look(n):
    # too long to be written where it is called, and it calls itself
    seen[0] += A[0] * 3 + A[1] * 5 + B[0] * 7
    A[1] = A[1] * 3 % 1001
    return look(n - 1) + 1 if n > 0 else A[0] + seen[0] % 17 + seen[0] % 19 + seen[0] % 23 + seen[0] % 29
def run(count, odd):
    for i in range(0, count):
        A[0] += i
        A[i % 2] += 2
        B[i & 3] = i & 255
        if A[0] > 40 and B[odd & 3] == 1:
            A[0] -= 30
        if i == 17:
            A[1] += look(3)
        if i == 23 and odd == 1:
            return A[0] * 1000 + A[1]
    return A[0] * 1000 + A[1] + B[2]
def stop(count, odd):
    for i in range(0, count):
        A[0] += 1
        A[1] += A[0]
        if i == 7 and odd:
            fault(A[0], A[1])
    return A[1]
"""


@pytest.mark.parametrize("arguments", [(0, 0), (1, 1), (17, 0), (18, 2), (40, 0), (40, 1), (99, 3)])
def test_memory_is_as_if_nothing_were_held(arguments: tuple[int, int]) -> None:
    kernel = read_kernel(KERNEL)
    python, wasm = open_host(kernel, "python"), open_host(kernel, "wasm")
    for _ in range(3):
        assert wasm.call("run", *arguments) == python.call("run", *arguments)
        assert bytes(wasm.memory) == bytes(python.memory)


def test_a_fault_is_told_by_what_is_held() -> None:
    kernel = read_kernel(KERNEL)
    told = []
    for engine in ("python", "wasm"):
        with pytest.raises(KernelFault) as caught:
            open_host(kernel, engine).call("stop", 20, 1)
        told.append((caught.value.code, caught.value.origin))
    assert told[0] == told[1]


def test_only_the_functions_that_are_named_hold_arrays() -> None:
    plain = KERNEL.replace('HOLDING = ("run", "stop")\nHELD = ("A", "B")\n', "")
    assert translate(read_kernel(plain)) != translate(read_kernel(KERNEL))
    assert "$A.0" in wat(read_kernel(KERNEL))
    assert "$A.0" not in wat(read_kernel(plain))


GATHERING = """
EXPORTS = ("run", "rest")
HOLDING = ("run",)
HELD = ("A",)
A = state_i64(2)
seen = state_i64(8)
def phase():
PHASE
def run():
    A[0] += 1
    phase()
    return A[0]
def rest():
REST
"""


@pytest.mark.parametrize(("statements", "gathered"), [(20, True), (1200, False)], ids=["short", "long"])
def test_a_long_kernel_gathers_less_in_one_function(statements: int, gathered: bool) -> None:
    phase = "\n".join(f"    seen[{i % 7}] += A[0] * {i + 300} + A[1] * seen[{i % 5}]" for i in range(125))
    rest = "\n".join(f"    seen[{i % 8}] = {i}" for i in range(statements))
    kernel = read_kernel(GATHERING.replace("PHASE", phase).replace("REST", rest))
    assert ("(func $phase" not in wat(kernel)) == gathered
