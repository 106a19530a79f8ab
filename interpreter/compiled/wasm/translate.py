"""Kernel -> WebAssembly module."""

from __future__ import annotations

from interpreter.compiled.collecting import uncollected
from interpreter.compiled.kernel import Kernel
from interpreter.compiled.wasm import module, text
from interpreter.compiled.wasm.checking import check, too_deep
from interpreter.compiled.wasm.functions import Functions
from interpreter.compiled.wasm.statements import StatementWriter


def translate(kernel: Kernel) -> bytes:
    """The bytes of a module; KernelError where the kernel is not written in the kernel language.

    The module imports nothing. It exports `memory`, of a size that never changes, and the kernel's exported
    functions, with numbers of 32 bits.
    """
    return module.encode(_write(kernel, marking=False))


def wat(kernel: Kernel) -> str:
    """The same module as text, with the lines of the kernel beside what they became."""
    return text.show(_write(kernel, marking=True), kernel.source)


def _write(kernel: Kernel, marking: bool) -> Functions:
    with uncollected():
        return _written(kernel, marking)


def _written(kernel: Kernel, marking: bool) -> Functions:
    functions = check(kernel)
    for name in functions.order:
        if name in functions.postponed:
            continue
        try:
            StatementWriter.write(functions, name, marking)
        except RecursionError:
            raise too_deep(kernel.functions[name]) from None
    for name in kernel.exports:
        functions.number(name)
    return functions
