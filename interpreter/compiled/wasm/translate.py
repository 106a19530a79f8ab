"""Kernel -> WebAssembly module."""

from __future__ import annotations

from interpreter.compiled.collecting import uncollected
from interpreter.compiled.kernel import Kernel
from interpreter.compiled.wasm import module, text
from interpreter.compiled.wasm.checking import check
from interpreter.compiled.wasm.frame import Frame
from interpreter.compiled.wasm.functions import Functions, Written, body_of
from interpreter.compiled.wasm.scope import Scope
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
        node = kernel.functions[name]
        survey = functions.surveys[name]
        gives = functions.gives[name]
        parameters = [each.arg for each in node.args.args]
        frame = Frame(parameters)
        scope = Scope(node, survey, gives, None)
        for number, parameter in enumerate(parameters):
            scope.declare(parameter, number)
        for local in survey.names():
            scope.declare(local, frame.take(name=local))
        writer = StatementWriter(functions, frame, scope, marking)
        code, _ = writer.function_body(body_of(node))
        functions.written[name] = Written(
            name,
            node,
            survey,
            gives,
            frame.declarations(),
            frame.names,
            frame.types,
            code,
            writer.cost(code, 0),
            writer.effects,
        )
    for name in kernel.exports:
        functions.number(name)
    return functions
