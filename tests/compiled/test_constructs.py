"""Every part of the kernel language does the same on both hosts, and what the page says."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter.compiled.host import KernelFault, open_host
from interpreter.compiled.kernel import read_kernel

ENGINES = ("python", "wasm")

EDGES = (
    *(0, 1, -1, 2, -2, 3, -3, 7, -7, 8, -8, 62, 63, 64, 100, -100, 255, 256),
    *(2**31 - 1, 2**31, -(2**31), 2**32, 2**61 - 1, 2**62 - 1, 2**62, 2**63 - 1, -(2**62), -(2**63)),
)

OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else None,
    "%": lambda a, b: a % b if b else None,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b if 0 <= b <= 62 else None,
    ">>": lambda a, b: a >> b if 0 <= b <= 62 else None,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
}


def fits(value: int | None) -> bool:
    return value is not None and -(2**63) <= value < 2**63


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_at_the_edges(operator: str, engine: str) -> None:
    kernel = f"A = state_i64(3)\ndef run():\n    A[2] = A[0] {operator} A[1]\nEXPORTS = ('run',)\n"
    host = open_host(read_kernel(kernel), engine)
    cells = host.array("A")
    for a, b in product(EDGES, EDGES):
        expected = OPERATORS[operator](a, b)
        if fits(expected):
            cells[0], cells[1] = a, b
            host.call("run")
            assert cells[2] == expected, (a, operator, b)


@pytest.mark.parametrize("operator", OPERATORS)
def test_operators_with_a_known_side_at_the_edges(operator: str) -> None:
    """One side stands in the text, the other may be known not to be negative: translated in other ways."""
    lines, known = [f"A = state_i64({2 * len(EDGES) + 2})", "def run():"], (*EDGES, 5, 10, 1000)
    for place, number in enumerate(EDGES):
        if OPERATORS[operator](1, number) is not None:
            lines.append(f"    A[{place}] = A[{2 * len(EDGES)}] {operator} {number}")
            lines.append(
                f"    A[{place + len(EDGES)}] = (A[{2 * len(EDGES) + 1}] & {2**62 - 1}) {operator} {number}"
            )
    host = open_host(read_kernel("\n".join([*lines, "    pass", "EXPORTS = ('run',)"]) + "\n"), "wasm")
    cells = host.array("A")
    for a in known:
        cells[2 * len(EDGES)] = cells[2 * len(EDGES) + 1] = a
        if operator == "//" and a == -(2**63):
            continue  # divided by -1 it does not fit into 64 bits
        host.call("run")
        for place, number in enumerate(EDGES):
            expected = OPERATORS[operator](a, number)
            if fits(expected):
                assert cells[place] == expected, (a, operator, number)
            expected = OPERATORS[operator](a & 2**62 - 1, number)
            if fits(expected):
                assert cells[place + len(EDGES)] == expected, (a & 2**62 - 1, operator, number)


ONE = {
    "-a": lambda a: -a,
    "~a": lambda a: ~a,
    "not a": lambda a: int(not a),
    "abs(a)": abs,
    "popcount(a)": lambda a: (a % 2**64).bit_count(),
    "ctz(a)": lambda a: (a & -a).bit_length() - 1 if a else None,
    "mul_wrap(a, 6364136223846793005)": lambda a: wrapped(a * 6364136223846793005),
    "add_wrap(a, a)": lambda a: wrapped(a + a),
    "shr_u(a, 0)": lambda a: wrapped(a),
    "shr_u(a, 1)": lambda a: a % 2**64 >> 1,
    "shr_u(a, 62)": lambda a: a % 2**64 >> 62,
    "min(a, 7)": lambda a: min(a, 7),
    "max(-3, a)": lambda a: max(-3, a),
    "a & 4611686018427387903": lambda a: a & 2**62 - 1,
    "1 if a else 0": lambda a: int(a != 0),
    "0 if a else 1": lambda a: int(a == 0),
    "5 if a > 3 else a": lambda a: 5 if a > 3 else a,
    "a > 3 and a < 100 or a == -1": lambda a: int(3 < a < 100 or a == -1),
    "a >= -7 and a < 100": lambda a: int(-7 <= a < 100),
    "a <= 3 or a > 255": lambda a: int(a <= 3 or a > 255),
    "a < 100 and a > 2 or a < -2147483648 or a > 2147483647": lambda a: int(
        2 < a < 100 or not -(2**31) <= a < 2**31
    ),
    "a > 7 and a < 7": lambda a: 0,
    "a < 8 or a > 7": lambda a: 1,
    "not (a < -4611686018427387904 or a > 4611686018427387904)": lambda a: int(-(2**62) <= a <= 2**62),
    "a > -9223372036854775808 and a < 9223372036854775807": lambda a: int(-(2**63) < a < 2**63 - 1),
    "not (a > 3 and not a == 64)": lambda a: int(not (a > 3 and a != 64)),
    "(a == 1) + (a == 2) * 2": lambda a: (a == 1) + (a == 2) * 2,
}


def wrapped(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("expression", ONE)
def test_expressions_of_one_number(expression: str, engine: str) -> None:
    kernel = f"A = state_i64(2)\ndef run():\n    a = A[0]\n    A[1] = {expression}\nEXPORTS = ('run',)\n"
    host = open_host(read_kernel(kernel), engine)
    cells = host.array("A")
    for a in EDGES:
        expected = ONE[expression](a)
        if fits(expected):
            cells[0] = a
            host.call("run")
            assert cells[1] == expected, a


@pytest.mark.parametrize("expression", ONE)
def test_known_expressions_are_reckoned_in_advance(expression: str) -> None:
    numbers = [a for a in EDGES if fits(ONE[expression](a))]
    lines = [f"A = state_i64({len(numbers)})", "def value(a):", f"    return {expression}", "def run():"]
    lines += [f"    A[{place}] = value({a})" for place, a in enumerate(numbers)]
    host = open_host(read_kernel("\n".join([*lines, "EXPORTS = ('run',)"]) + "\n"), "wasm")
    host.call("run")
    assert host.array("A").tolist() == [ONE[expression](a) for a in numbers]


def parts(text: str) -> dict[str, str]:
    """Bodies by the names that stand before them after a `#`."""
    named = (part.partition("\n") for part in text.strip().removeprefix("# ").split("\n# "))
    return {name: body.rstrip() for name, _, body in named}


HEAD = """
EXPORTS = ("run",)
SNAPSHOTS = 2
LIMIT = -3
T = const_i16((-5, 4, 300))
S = state_i64(8)
H = state_i32(4)
B = state_u8(6)
K = scratch_i16(5)
heap = state_i64(6)
"""

BODIES = parts("""
# for up
for i in range(a, b):
    S[i % 8] += i
return b
# for down
t = 0
for i in range(b, a, -1):
    t = t * 3 + i
return t % 10007
# for step
t = 0
for i in range(a, b, 3):
    t = t * 3 + i
return t % 10007
# for none
t = 9
for i in range(b, a):
    t += 1
return t
# for changed
t = 0
for i in range(0, 9):
    t += i
    i = i * 2
    t += i
return t
# for bound once
t = 0
n = 5
for i in range(0, n):
    n += 1
    t += n
return t
# for kept
i = 77
for i in range(0, a):
    S[0] += i
return i
# for nested
t = 0
for i in range(0, 3):
    for i in range(0, 4):
        t += i
    t += 100 * i
return t
# for twice
t = 0
for i in range(0, a):
    t += i
for i in range(0, b):
    t += i * i
return t
# for written out
for i in range(0, 4):
    if i == a:
        continue
    if i == b:
        break
    S[i] = i + a
return 0
# for once
t = 0
for i in range(3, 4):
    t += i
    if a:
        break
    t += 5
return t
# while
t = 0
while t < 20:
    t += 3
    if t == 9:
        continue
    if t == 15:
        break
return t
# while endless
t = 0
while 1:
    t += 1
    if t > a:
        return t
    elif t == b:
        break
return -t
# while never
t = 0
while 0:
    t += 1
return t
# while long test
t = 0
while S[t % 8] == 0 and t < 50 or S[(t + 1) % 8] > 3 and t < 60:
    S[t % 8] = t
    t += 1
return t
# table
t = 0
for i in range(-3, 9):
    if i == 0:
        t += 1
    elif i == 1 or i == 4:
        t += 20
    elif i == 3:
        t += 300
    elif i == LIMIT:
        t += 4000
    else:
        t += 50000
return t
# table of wide numbers
x = S[0] + 4294967296 * a
if x == 0:
    return 1
elif x == 1:
    return 2
elif x == 2:
    return 3
elif x == 3:
    return 4
return 5
# table then tests
t = 0
for i in range(0, 9):
    if i == 0:
        t += 1
    elif i == 1:
        t += 2
    elif i == 2:
        continue
    elif i == 3:
        break
    elif i > b:
        t += 3
return t
# element changed
S[a] = 40
S[a] += 3
S[a] //= -4
S[a] <<= 2
S[a] ^= 5
S[2] *= 3
S[a] %= 7
return S[a]
# widths
B[1] = 255
B[2] = B[1] - 200
H[0] = -2147483648
H[1] = H[0] + 1
K[4] = -32768
return H[1] // 2 + K[4] + B[1] + T[2]
# index behind
heap[3] = 5
m = a - 3
return heap[m + 4] + heap[m + 4 - 1] + S[a - 1]
# value before index
S[step()] = step() * 10
return S[0]
# arguments in order
return pair(step(), step() * 100)
# copy
fill(S, 0, 8, 3)
S[1] = 9
copy(S, 2, S, 0, 5)
copy(heap, 1, S, 1, a)
copy(K, 0, T, 1, 2)
return K[1]
# copy back
for i in range(0, 6):
    B[i] = i
copy(B, 0, B, 2, 4)
copy(B, 1, B, 0, 0)
return B[1]
# fill
fill(B, 1, b, 7)
fill(K, 0, 5, -1)
fill(H, 1, 2, 99)
fill(S, a, b, a * b)
fill(heap, 0, 6, 0)
return 0
# snapshots
S[0] = 5
heap[0] = 6
heap[3] = 7
save_state(0, 2)
save_state(a - 1, 6)
S[0] = 8
heap[0] = 9
heap[3] = 10
load_state(0, a)
return S[0] * 100 + heap[0]
# if without else
t = 1
if a > b:
    t = 2
if a < b:
    t += 10
return t
# if known
if 1:
    t = 1
else:
    t = 2
if 0:
    t = 5
elif a:
    t += 10
return t
# recursion
return factorial(a + 4)
# mutual
return even(b + 3) * 10 + even(a)
# text
'''What it is for.'''
return 1
# constants
return LIMIT * T[0] + T[a]
# called for nothing
step()
popcount(a)
nothing(a)
return S[0]
# returns in a loop
return search(a) * 100 + search(77)
# what runs once
x = 1
while 1:
    if a == 1:
        x = 5
        break
    x += 10
    if b == 4:
        break
    x += 100
    break
return x
# set or not
x = 7
if a == 1:
    x = b
if a + b > 5 and b != 4:
    x += 1000
if T[1] > b:
    x -= a
return x
# going round
x = 0
t = 0
for i in range(0, 7):
    t = t * 3 + T[x] + a
    x = x + 1 if x < 2 else 0
return t % 1000003
# rotated
x = (a * 2654435761 + b) & 4294967295
n = (a * 5 + b) & 31
return (((x >> n | x << 32 - n) & 4294967295) + ((x >> n | x << 31 - n % 31) & 4294967295)) & 65535
# few copied
for i in range(0, 4):
    S[i] = i * 7 + a
copy(S, 0, S, 1, b % 3 + 1)
copy(S, 1, S, 0, b % 3)
copy(S, a, S, a, b - b)
return S[0] + S[1] * 3 + S[2] * 5 + S[3] * 7
# lowest
S[0] = -9223372036854775808
return S[0] == -9223372036854775808
""")

HELP = """
def step():
    S[0] += 1
    return S[0]
def pair(x, y):
    return x * 2 + y + x
def factorial(n):
    if n < 2:
        return 1
    return n * factorial(n - 1)
def even(n):
    if n == 0:
        return 1
    return odd(n - 1)
def odd(n):
    return 0 if n == 0 else even(n - 1)
def nothing(n):
    if n == 0:
        return
    S[0] += n
def search(x):
    for i in range(0, 3):
        if x == T[i] or x == i + 1:
            return i
    return 9
"""


@pytest.mark.parametrize("name", BODIES)
def test_statements(name: str) -> None:
    body = BODIES[name].replace("\n", "\n    ")
    kernel = read_kernel(f"{HEAD}{HELP}def run(a, b):\n    {body}\n")
    python, wasm = open_host(kernel, "python"), open_host(kernel, "wasm")
    for args in ((1, 3), (2, 4), (1, 5)):
        assert wasm.call("run", *args) == python.call("run", *args)
        assert bytes(wasm.memory) == bytes(python.memory)


@pytest.mark.parametrize("engine", ENGINES)
def test_fault_ends_the_run(engine: str) -> None:
    text = "A = state_i64(1)\ndef run(a):\n    A[0] = a\n    if a > 3:\n        fault(a, 70)\n    return a\n"
    host = open_host(read_kernel(text + "EXPORTS = ('run',)\n"), engine)
    assert host.call("run", 3) == 3
    with pytest.raises(KernelFault) as raised:
        host.call("run", 5)
    assert (raised.value.code, raised.value.origin) == (5, 70)
    assert host.array("fault_code")[0], host.array("fault_origin")[0] == (5, 70)
    assert host.array("A")[0] == 5
    assert host.call("run", 2) == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_function_without_a_value_gives_0(engine: str) -> None:
    host = open_host(read_kernel("EXPORTS = ('run',)\ndef run():\n    return\n"), engine)
    assert host.call("run") == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_another_host_has_a_memory_of_its_own(engine: str) -> None:
    text = "T = const_i32((5,))\nA = state_i32(2)\ndef run(a):\n    A[1] += a + T[0]\n    return A[1]\n"
    host = open_host(read_kernel(text + "EXPORTS = ('run',)\n"), engine)
    host.call("run", 1)
    other = host.again()
    assert other.call("run", 100) == 105
    assert (host.call("run", 1), other.engine) == (12, engine)
