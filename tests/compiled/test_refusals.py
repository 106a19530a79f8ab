"""What is not in the kernel language is refused, with the line and what is wrong."""

from __future__ import annotations

import pytest

from interpreter.compiled.kernel import KernelError, read_kernel
from interpreter.compiled.wasm.translate import translate

WRONG_BODIES = {
    "return x": "there is no local x",
    "if a:\n    x = 1\nreturn x": "x may not be set here yet",
    "while a:\n    x = 1\n    a -= 1\nreturn x": "x may not be set here yet",
    "for i in range(0, a):\n    pass\nreturn i": "i may not be set here yet",
    "x += 1\nreturn 0": "x may not be set here yet",
    "if a:\n    return 1": "gives a value on some ways",
    "if a:\n    return\nreturn 1": "gives a value on some ways",
    "return nothing(a)": "nothing gives no value",
    "return fill(S, 0, 1, 0)": "fill gives no value",
    "return fault(1, 2)": "fault gives no value",
    "return unknown(a)": "there is no function unknown",
    "return give(a, a)": "give takes 1 arguments",
    "return min(a, a, a)": "min takes 2 arguments",
    "return give(x=a)": "give takes 1 arguments",
    "return 0 < a < 3": "one comparison at a time",
    "return a in S": "one comparison at a time",
    "return a / 2": "there is no operator Div",
    "return a ** 2": "there is no operator Pow",
    "return +a": "there is no operator UAdd",
    "a /= 2\nreturn a": "there is no operator Div",
    "return 1.5": "1.5 is no whole number",
    "return True": "True is no whole number",
    "return 9223372036854775808": "is no whole number of 64 bits",
    "return 'text'": "'text' is no whole number",
    "return [a]": "List is not an expression",
    "return lambda: 1": "Lambda is not an expression",
    "return S": "there is no local S",
    "return a[0]": "the name of an array is needed",
    "S[0].x = 1\nreturn 1": "only a local or an element",
    "a, b = 1, 2\nreturn 1": "Tuple is not an expression",
    "a = b = 1\nreturn 1": "only one thing can be set",
    "T[0] = 1\nreturn 1": "T is a table that never changes",
    "T[0] += 1\nreturn 1": "T is a table that never changes",
    "fill(T, 0, 1, 1)\nreturn 1": "T is a table that never changes",
    "copy(S, 0, B, 0, 1)\nreturn 1": "not of the same kind",
    "N = 3\nreturn 1": "N cannot be a local",
    "min = 3\nreturn 1": "min cannot be a local",
    "S = 3\nreturn 1": "S cannot be a local",
    "while a:\n    pass\nelse:\n    pass\nreturn 1": "a loop has no else",
    "for i in S:\n    pass\nreturn 1": "a loop goes over range",
    "for i in range(3):\n    pass\nreturn 1": "range takes where to begin",
    "for i in range(0, 3, a):\n    pass\nreturn 1": "the step of a range",
    "for i in range(0, 3, 0):\n    pass\nreturn 1": "the step of a range",
    "for S[0] in range(0, 3):\n    pass\nreturn 1": "a loop counts with one local",
    "a + 1\nreturn 1": "only a call can stand alone",
    "with a:\n    pass\nreturn 1": "With is not a statement",
    "import os\nreturn 1": "Import is not a statement",
    "global a\nreturn 1": "Global is not a statement",
    "def inner():\n    pass\nreturn 1": "FunctionDef is not a statement",
    "try:\n    pass\nfinally:\n    pass\nreturn 1": "Try is not a statement",
    "return __import__('os')": "there is no function __import__",
    "return a.real": "Attribute is not an expression",
    "return S[9]": "S has no element 9",
    "S[-1] = 1\nreturn 1": "S has no element -1",
    "return 1 // 0": "division by zero",
    "return a % 0": "division by zero",
    "return 1 << 63": "a shift by 63",
    "return 4611686018427387904 * 2": "does not fit into 64 bits",
}

HEAD = """EXPORTS = ("run",)
N = 5
T = const_i16((1, 2))
S = state_i64(3)
B = state_u8(3)
def nothing(a):
    S[0] = a
def give(a):
    return a
def run(a):
    """


@pytest.mark.parametrize("body", WRONG_BODIES)
def test_wrong_bodies_are_refused(body: str) -> None:
    with pytest.raises(KernelError, match=r"^line \d+: ") as raised:
        translate(read_kernel(HEAD + body.replace("\n", "\n    ") + "\n"))
    assert WRONG_BODIES[body] in str(raised.value)


WRONG_TOPS = {
    "A = state_i64(": "this is not Python",
    "import os\n": "line 1: this cannot stand at the top",
    "A = 1\nA = 2\n": "line 2: A is declared twice",
    "A = 1\nA = state_i64(2)\n": "line 2: A is declared twice",
    "def f():\n    pass\ndef f():\n    pass\n": "line 3: f is declared twice",
    "f = 1\ndef f():\n    pass\n": "f is declared twice",
    "popcount = 1\n": "popcount is declared twice, or is a word of the language",
    "A = state_i128(2)\n": "there are no arrays of the kind state_i128",
    "A = other(2)\n": "there are no arrays of the kind other",
    "A = state_i64(n)\n": "line 1: a whole number is needed",
    "A = 1.5\n": "line 1: a whole number is needed",
    "A = 9223372036854775808\n": "A does not fit into 64 bits",
    "A = const_u8((1, 256))\n": "A holds 256, which is no u8",
    "A = const_i16((1, 'x'))\n": "A holds 'x', which is no i16",
    "A = const_i16(range(3))\n": "line 1: A needs its numbers here",
    "A = const_i16(5)\n": "line 1: A needs its numbers here",
    "EXPORTS = ('f',)\n": "EXPORTS names f, and there is no such function",
    "EXPORTS = 5\n": "line 1: EXPORTS holds the names of functions",
    "HELD = 5\n": "line 1: HELD holds the names of arrays",
    "HELD = ('A',)\n": "HELD names A, which is no array that can be held",
    "A = const_i64((1,))\nHELD = ('A',)\n": "HELD names A, which is no array that can be held",
    "heap = state_i64(4)\nHELD = ('heap',)\n": "HELD names heap, which is no array that can be held",
    "HELD = ('fault_code',)\n": "HELD names fault_code, which is no array that can be held",
    "HOLDING = ('f',)\n": "HOLDING names f, and there is no such function",
    "def f():\n    pass\nEXPORTS = ('f', 'f')\n": "EXPORTS names a function twice",
    "heap = state_i32(4)\n": "heap has to be the last array",
    "heap = state_i64(4)\nB = state_i64(1)\n": "heap has to be the last array",
    "A = scratch_i64(300000000)\n": "more than 2^31",
    "def f(a=1):\n    pass\n": "line 1: f may have plain parameters only",
    "def f(*a):\n    pass\n": "line 1: f may have plain parameters only",
    "def f(a: int):\n    pass\n": "line 1: f may have no decorators and no annotations",
    "@g\ndef f(a):\n    pass\n": "f may have no decorators and no annotations",
    "A = 1\ndef f(A):\n    pass\n": "A cannot be a local",
}


@pytest.mark.parametrize("text", WRONG_TOPS)
def test_wrong_declarations_are_refused(text: str) -> None:
    with pytest.raises(KernelError) as raised:
        translate(read_kernel(text))
    assert WRONG_TOPS[text] in str(raised.value)


def test_deep_nesting_is_refused_clearly() -> None:
    text = "def f(a):\n    return " + "(" * 90 + "a" + " + a)" * 90 + "\n"
    assert translate(read_kernel(text))
    long = "def f(a):\n    return " + " + ".join(["a"] * 5000) + "\n"
    with pytest.raises(KernelError, match="nested too deeply"):
        translate(read_kernel(long))


def test_long_chains_are_no_nesting() -> None:
    arms = "\n".join(
        f"    elif a > {number} and a < {number + 2}:\n        a = {number}" for number in range(900)
    )
    text = f"def f(a):\n    if a == 5000:\n        a = 1\n{arms}\n    return a\nEXPORTS = ('f',)\n"
    assert translate(read_kernel(text))
