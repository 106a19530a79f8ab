"""Words of bits as kernels take them apart."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.words import kth_bit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.features import Features
from interpreter.compiled.host import open_host
from interpreter.compiled.kernel import read_kernel
from interpreter.layout import Layout
from ruledsl.pipeline import load_text

GAME = """game "Words"
players 2
phase game { end game }
result player p: most 0
"""


def _constants(unit: Unit) -> list[str]:
    return [line for line in unit.zones.declarations() if " = const_" in line]


@pytest.mark.parametrize("engine", ["python", "wasm"])
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 12, 15, 16])
def test_kth_bit_of_few(count: int, engine: str) -> None:
    program = load_text(GAME).program()
    unit = Unit(program, Features(Layout.of(program), False))
    c = Context(unit, Lines())
    c.out(f"return {kth_bit(c, 'word', 'k', count)}")
    function = "\n".join(["EXPORTS = ('run',)", *_constants(unit), "def run(word, k):", *c.out.text()])
    host, random = open_host(read_kernel(function + "\n"), engine), Random(count)
    for word in {1, (1 << count) - 1, 1 << count - 1, *(random.randrange(1, 1 << count) for _ in range(60))}:
        bits = [bit for bit in range(count) if word >> bit & 1]
        assert [host.call("run", word, k) for k in range(len(bits))] == bits
