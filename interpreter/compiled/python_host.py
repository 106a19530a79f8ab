"""A kernel run as it stands, by CPython: slower than WebAssembly, and it needs nothing besides Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from interpreter.compiled.kernel import Array, Kernel

_MASK = 2**64 - 1
_SIGN = 2**63
FORMATS: Final[dict[str, Literal["q", "i", "h", "B"]]] = {"i64": "q", "i32": "i", "i16": "h", "u8": "B"}


class KernelFault(Exception):
    """A kernel called `fault`: what went wrong (a number of the kernel's own list) and where in the rules."""

    def __init__(self, code: int, origin: int) -> None:
        super().__init__(code, origin)
        self.code = code
        self.origin = origin


def _signed(x: int) -> int:
    x &= _MASK
    return x - 2**64 if x & _SIGN else x


def _copy(to: Any, i: int, of: Any, j: int, n: int) -> None:
    if n > 0:
        to[i : i + n] = of[j : j + n]


def _fill(array: Any, i: int, n: int, value: int) -> None:
    for k in range(i, i + n):
        array[k] = value


BUILT_IN: dict[str, Callable[..., Any]] = {
    "popcount": lambda x: (x & _MASK).bit_count(),
    "ctz": lambda x: (x & -x).bit_length() - 1,
    "mul_wrap": lambda a, b: _signed(a * b),
    "add_wrap": lambda a, b: _signed(a + b),
    "shr_u": lambda a, n: _signed((a & _MASK) >> n),
    "copy": _copy,
    "fill": _fill,
    "min": min,
    "max": max,
    "abs": abs,
    "range": range,
}


class PythonHost:
    """Runs a kernel. `memory` is the block in which all arrays lie, `array(name)` one of them."""

    engine = "python"

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.memory = memoryview(bytearray(kernel.memory))
        self._arrays = {name: self._view(array) for name, array in kernel.arrays.items()}
        for array in kernel.arrays.values():
            for index, value in enumerate(array.values):
                self._arrays[array.name][index] = value
        names: dict[str, Any] = {**BUILT_IN, **kernel.constants, **self._arrays, "__builtins__": {}}
        names |= {"fault": self._fault, "save_state": self._save, "load_state": self._load}
        for function in kernel.functions.values():
            # Written by this package from a Program: nothing of a file's text stands in it but numbers.
            exec(compile(_module(function), "<kernel>", "exec"), names)
        self._names = names

    def _view(self, array: Array) -> Any:
        return self.memory[array.offset : array.offset + array.size].cast(FORMATS[array.width])

    def array(self, name: str) -> Any:
        """The elements of an array, to be read and written."""
        return self._arrays[name]

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function; raises KernelFault."""
        result = self._names[name](*args)
        return 0 if result is None else int(result)

    def again(self) -> PythonHost:
        """A new host of the same kernel with a memory of its own."""
        return PythonHost(self.kernel)

    def function(self, name: str) -> Callable[..., Any]:
        """Any function of the kernel, for tests of its parts."""
        found: Callable[..., Any] = self._names[name]
        return found

    def _fault(self, code: int, origin: int) -> None:
        self._arrays["fault_code"][0] = code
        self._arrays["fault_origin"][0] = origin
        raise KernelFault(code, origin)

    def _block(self, number: int, kept: int) -> tuple[slice, slice]:
        kernel = self.kernel
        size = kernel.snapshot_size
        heap = kernel.arrays.get("heap")
        used = size if heap is None else heap.offset - kernel.state_offset + 8 * kept
        start = kernel.snapshot_offset + number * size
        return slice(kernel.state_offset, kernel.state_offset + used), slice(start, start + used)

    def _save(self, number: int, kept: int) -> None:
        state, snapshot = self._block(number, kept)
        self.memory[snapshot] = self.memory[state]

    def _load(self, number: int, kept: int) -> None:
        state, snapshot = self._block(number, kept)
        self.memory[state] = self.memory[snapshot]


def _module(function: Any) -> Any:
    import ast

    return ast.Module(body=[function], type_ignores=[])
