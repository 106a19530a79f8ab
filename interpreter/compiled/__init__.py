"""The second way to run a Program: as a kernel, in WebAssembly or under CPython.

`kernel.py` reads the declarations of a kernel (docs/kernel.md has the language), `python_host.py` runs one as
it stands, `wasm/` translates one and `wasm_host.py` runs that; `host.py` opens the one or the other. `code/`
writes a kernel for a Program, from the parts in `runtime/`.
"""
