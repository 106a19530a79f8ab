"""Kernels as WebAssembly: `translate.py` turns one into the bytes of a module, `text.py` shows them.

`checking.py` refuses what is not in the kernel language. The translation goes once over the tree: an
expression becomes a `Value`, its code and what is known of it (`values.py`, `arithmetic.py`,
`expressions.py`, `calls.py`); statements are written out one after the other (`statements.py`). Functions
that may hold elements of arrays in locals (`cells.py`) are written twice. `module.py` puts the functions into
a module.
"""
