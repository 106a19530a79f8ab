"""Runs a kernel in the way that is there: as WebAssembly where `wasmtime` can be loaded, else by CPython."""

from __future__ import annotations

from typing import Final, Protocol

from interpreter.compiled.kernel import Kernel
from interpreter.compiled.python_host import KernelFault, PythonHost
from interpreter.compiled.wasm_host import HostMissing, WasmHost, is_available

__all__ = ["ENGINES", "Host", "HostMissing", "KernelFault", "is_available", "open_host"]

ENGINES: Final = ("auto", "wasm", "python")


class Host(Protocol):
    """What runs a kernel.

    `memory` is the block in which all arrays lie; `engine` says how the kernel is run. A host belongs to one
    thread at a time.
    """

    kernel: Kernel
    engine: str
    memory: memoryview

    def array(self, name: str) -> memoryview[int]:
        """The elements of an array, to be read and written."""
        ...

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function with numbers of 32 bits; raises KernelFault. 0 if it gives no value."""
        ...

    def again(self) -> Host:
        """Another host of the same kernel, with a memory of its own; nothing is compiled again."""
        ...


def open_host(kernel: Kernel, engine: str = "auto") -> Host:
    """A host for a kernel.

    `auto` takes WebAssembly, and CPython where `wasmtime` cannot be loaded; `wasm` raises HostMissing there.
    """
    if engine not in ENGINES:
        raise ValueError(f"there is no engine {engine}, only {', '.join(ENGINES)}")
    if engine == "python":
        return PythonHost(kernel)
    try:
        return WasmHost(kernel)
    except HostMissing:
        if engine == "wasm":
            raise
        return PythonHost(kernel)
