"""The text of a module says what its bytes say."""

from __future__ import annotations

import json
from random import Random

import pytest
import wasmtime

from interpreter.compiled.kernel import read_kernel
from interpreter.compiled.wasm.translate import translate, wat
from tests.compiled.random_kernels import random_kernel

CUSTOM, CODE = 0, 10


def number(content: bytes, at: int) -> tuple[int, int]:
    found = shift = 0
    while True:
        byte = content[at]
        found |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return found, at


def sections(content: bytes) -> dict[int, bytes]:
    """The sections of a module by their numbers, without those that mean nothing when it runs."""
    found, at = {}, 8
    while at < len(content):
        kind = content[at]
        size, start = number(content, at + 1)
        if kind != CUSTOM:
            found[kind] = content[start : start + size]
        at = start + size
    return found


@pytest.mark.parametrize("seed", range(40))
def test_text_becomes_the_same_module(seed: int) -> None:
    kernel = read_kernel(random_kernel(Random(seed)))
    assert sections(bytes(wasmtime.wat2wasm(wat(kernel)))) == sections(translate(kernel))


def test_text_shows_the_lines_and_names_of_the_kernel() -> None:
    text = wat(read_kernel("EXPORTS = ('twice',)\n\ndef twice(number):\n    return number * 2\n"))
    assert ";; 4: return number * 2\n    (i64.shl (local.get $number) (i64.const 1))" in text
    assert '(func $twice.entrance (export "twice") (param i32) (result i32)' in text


def test_module_describes_itself() -> None:
    kernel = read_kernel("T = const_u8((1, 2))\nA = state_i16(5)\nEXPORTS = ()\n")
    content = translate(kernel)
    start = content.index(b'{"version"')
    described = json.loads(content[start : content.index(b"}}}", start) + 3])
    assert described["arrays"]["A"] == {
        "role": "state",
        "width": "i16",
        "length": 5,
        "offset": kernel.arrays["A"].offset,
    }
    assert described["state"] == [kernel.state_offset, kernel.state_end]
    assert '(@custom "ruledsl"' in wat(kernel)


def test_module_imports_nothing_and_cannot_grow() -> None:
    module = wasmtime.Module(wasmtime.Engine(), translate(read_kernel("A = state_i64(9000)\nEXPORTS = ()\n")))
    assert module.imports == []
    (memory,) = (each.type for each in module.exports)
    assert isinstance(memory, wasmtime.MemoryType)
    assert memory.limits == wasmtime.Limits(2, 2)
