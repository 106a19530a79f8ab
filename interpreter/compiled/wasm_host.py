"""A kernel run as WebAssembly, by `wasmtime`."""

from __future__ import annotations

import atexit
import ctypes
import threading
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from interpreter.compiled.kernel import Array, Kernel
from interpreter.compiled.python_host import FORMATS, KernelFault
from interpreter.compiled.wasm.translate import translate
from interpreter.faults import EngineBug

if TYPE_CHECKING:
    import wasmtime

STACK: Final = 512 * 1024
"""Bytes for the calls of a kernel: they have to fit beside those of Python on the stack of any thread."""

_ARGUMENT: Final = 16
"""Bytes for one argument of a call; a number of 32 bits takes the first four."""


class HostMissing(Exception):
    """`wasmtime` cannot be used here; `str()` says why, and what can be done."""


@cache
def _library() -> Any:
    """`wasmtime`; HostMissing where it cannot be loaded."""
    try:
        import wasmtime
    except Exception as error:  # a library that is missing, made for another machine or broken
        raise HostMissing(
            f"wasmtime cannot be loaded ({type(error).__name__}: {error}); "
            "install it with: python -m pip install 'ruledsl-cards[fast]'"
        ) from error
    return wasmtime


def is_available() -> bool:
    """Whether WebAssembly can be run here."""
    try:
        _library()
    except HostMissing:
        return False
    return True


_lock = threading.Lock()


@cache
def _made_engine() -> wasmtime.Engine:
    library = _library()
    config = library.Config()
    config.cranelift_opt_level = "speed"
    config.parallel_compilation = True
    config.max_wasm_stack = STACK
    config.memory_may_move = False
    config.wasm_threads = False
    engine: wasmtime.Engine = library.Engine(config)
    return engine


def _engine() -> wasmtime.Engine:
    """The one engine that all hosts share."""
    with _lock:
        return _made_engine()


@atexit.register
def _close() -> None:
    """`wasmtime` complains about whatever is still there when Python takes its modules down."""
    for host in list(_hosts):
        host._store.close()
        host._module.close()
    if _made_engine.cache_info().currsize:
        _made_engine().close()


class _Memory(ctypes.Array[ctypes.c_ubyte]):
    """The memory of an instance. Views of it keep it, and so the instance, alive."""

    _type_ = ctypes.c_ubyte
    _length_ = 0
    owner: Any


class WasmHost:
    """Runs a kernel. `memory` is the block in which all arrays lie, `array(name)` one of them: both are views
    of the memory that the kernel works in. `kernel` is the kernel without its functions.

    Several threads may run at the same time if each has a host of its own: `again` makes one. A call lets
    other threads run.
    """

    engine = "wasm"

    def __init__(self, kernel: Kernel) -> None:
        """Translates and compiles; HostMissing where `wasmtime` cannot be loaded."""
        engine = _engine()
        module = _library().Module(engine, translate(kernel))
        self._start(kernel.without_functions(), module)

    def _start(self, kernel: Kernel, module: wasmtime.Module) -> None:
        library = _library()
        _hosts.add(self)
        self.kernel = kernel
        self._module = module
        self._store = library.Store(_engine())
        instance = library.Instance(self._store, module, [])
        exports = instance.exports(self._store)
        memory = exports["memory"]
        address = ctypes.addressof(memory.data_ptr(self._store).contents)
        kind: Any = type("_SizedMemory", (_Memory,), {"_length_": kernel.memory})
        block = kind.from_address(address)
        block.owner = self._store, instance
        self.memory = memoryview(block).cast("B")
        self._arrays = {name: self._view(array) for name, array in kernel.arrays.items()}
        self._calls = {name: self._entrance(name, exports[name]) for name in kernel.exports}

    def again(self) -> WasmHost:
        """A new host of the same kernel with a memory of its own; nothing is compiled."""
        host = WasmHost.__new__(WasmHost)
        host._start(self.kernel, self._module)
        return host

    def _view(self, array: Array) -> Any:
        return self.memory[array.offset : array.offset + array.size].cast(FORMATS[array.width])

    def array(self, name: str) -> Any:
        """The elements of an array, to be read and written."""
        return self._arrays[name]

    def _entrance(self, name: str, function: Any) -> tuple[Any, ...]:
        """What a call needs, made ready: where arguments and result lie, and the parts of the call itself."""
        from wasmtime import _ffi

        kind = function.type(self._store)
        count, gives = len(kind.params), bool(kind.results)
        size = max(1, count)
        buffer = (ctypes.c_ubyte * (_ARGUMENT * size))()
        numbers = memoryview(buffer).cast("B").cast("i")
        trap = ctypes.c_void_p()
        invoke = _ffi.dll["wasmtime_func_call_unchecked"]
        invoke.restype = ctypes.c_void_p
        context = ctypes.cast(self._store._context(), ctypes.c_void_p)
        parts = context, ctypes.byref(function._func), ctypes.byref(buffer), ctypes.c_size_t(size)
        return count, numbers, gives, invoke, parts, trap, ctypes.byref(trap)

    def call(self, name: str, *args: int) -> int:
        """Calls an exported function with numbers of 32 bits; raises KernelFault."""
        count, numbers, gives, invoke, parts, trap, trap_place = self._calls[name]
        if len(args) != count:
            raise TypeError(f"{name} takes {count} arguments, not {len(args)}")
        place = 0
        for arg in args:
            numbers[place] = arg
            place += 4
        error = invoke(*parts, trap_place)
        if error or trap:
            self._failed(name, error, trap)
        return numbers[0] if gives else 0

    def _failed(self, name: str, error: int | None, trap: ctypes.c_void_p) -> None:
        library = _library()
        from wasmtime import _ffi

        if error:
            pointer = ctypes.cast(error, ctypes.POINTER(_ffi.wasmtime_error_t))
            raise EngineBug(f"{name}: {library.WasmtimeError._from_ptr(pointer)}")
        stopped = library.Trap._from_ptr(ctypes.cast(trap, ctypes.POINTER(_ffi.wasm_trap_t)))
        trap.value = None
        code = stopped.trap_code
        if code is library.TrapCode.UNREACHABLE:
            raise KernelFault(self._arrays["fault_code"][0], self._arrays["fault_origin"][0])
        frames = stopped.frames
        where = frames[0].func_name if frames else name
        what = code.name.lower().replace("_", " ") if code is not None else stopped.message
        raise EngineBug(f"{what} in {where}, called by {name}")


_hosts: WeakSet[WasmHost] = WeakSet()
