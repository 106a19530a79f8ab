"""The binary format of WebAssembly: numbers, instructions and sections."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

I32: Final = 0x7F
I64: Final = 0x7E
NOTHING: Final = 0x40
"""The types of a block."""

MARK: Final = 0xFE
"""Not an instruction: the translation marks lines with it where text is wanted (`text.py`)."""

MARK_SIZE: Final = 4

# Control
UNREACHABLE = b"\x00"
BLOCK, LOOP, IF = 0x02, 0x03, 0x04
ELSE = b"\x05"
END = b"\x0b"
RETURN = b"\x0f"
DROP = b"\x1a"
SELECT = b"\x1b"

# Numbers of 32 bits: addresses and conditions
I32_EQZ = b"\x45"
I32_LESS, I32_GREATER, I32_GREATER_EQUAL = b"\x49", b"\x4b", b"\x4f"
I32_ADD = b"\x6a"
I32_SUB = b"\x6b"
I32_MUL = b"\x6c"
I32_DIV_UNSIGNED, I32_REM_UNSIGNED = b"\x6e", b"\x70"
I32_AND = b"\x71"
I32_OR = b"\x72"
I32_SHL = b"\x74"
I32_ROTATE_RIGHT = b"\x78"
WRAP = b"\xa7"
EXTEND = b"\xac"
EXTEND_UNSIGNED = b"\xad"

# Numbers of 64 bits: values
EQZ = b"\x50"
EQ, NE = b"\x51", b"\x52"
LESS, GREATER_EQUAL_UNSIGNED = b"\x53", b"\x5a"
GREATER_UNSIGNED, LESS_EQUAL_UNSIGNED = b"\x56", b"\x58"
GREATER, LESS_EQUAL, GREATER_EQUAL = b"\x55", b"\x57", b"\x59"
CTZ, POPCNT = b"\x7a", b"\x7b"
ADD, SUB, MUL = b"\x7c", b"\x7d", b"\x7e"
DIV, DIV_UNSIGNED, REM, REM_UNSIGNED = b"\x7f", b"\x80", b"\x81", b"\x82"
AND, OR, XOR = b"\x83", b"\x84", b"\x85"
SHL, SHR, SHR_UNSIGNED = b"\x86", b"\x87", b"\x88"

MEMORY_COPY = b"\xfc\x0a\x00\x00"
MEMORY_FILL = b"\xfc\x0b\x00"

LOADS: Final = {"i64": b"\x29\x03", "i32": b"\x34\x02", "i16": b"\x32\x01", "u8": b"\x31\x00"}
STORES: Final = {"i64": b"\x37\x03", "i32": b"\x3e\x02", "i16": b"\x3d\x01", "u8": b"\x3c\x00"}
"""Instruction and alignment for each width of an array; the offset follows."""


@lru_cache(maxsize=4096)
def unsigned(number: int) -> bytes:
    """A number from 0 on, as LEB128."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


@lru_cache(maxsize=4096)
def signed(number: int) -> bytes:
    """Any number, as signed LEB128."""
    out = bytearray()
    while not -64 <= number < 64:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number & 0x7F)
    return bytes(out)


@lru_cache(maxsize=4096)
def const(number: int) -> bytes:
    """Pushes a number of 64 bits."""
    return b"\x42" + signed(number)


@lru_cache(maxsize=4096)
def const32(number: int) -> bytes:
    """Pushes a number of 32 bits."""
    return b"\x41" + signed(number if number < 2**31 else number - 2**32)


@lru_cache(maxsize=1024)
def get(local: int) -> bytes:
    """Pushes a local."""
    return b"\x20" + unsigned(local)


@lru_cache(maxsize=1024)
def put(local: int) -> bytes:
    """Pops into a local."""
    return b"\x21" + unsigned(local)


@lru_cache(maxsize=1024)
def tee(local: int) -> bytes:
    """Writes a local and keeps the value on the stack."""
    return b"\x22" + unsigned(local)


def begin(kind: int, result: int = NOTHING) -> bytes:
    """The start of a block, a loop or an if."""
    return bytes((kind, result))


def jump(depth: int) -> bytes:
    """To the end of the block so many levels up (the start, if it is a loop)."""
    return b"\x0c" + unsigned(depth)


def jump_if(depth: int) -> bytes:
    """The same if the number of 32 bits on the stack is not 0."""
    return b"\x0d" + unsigned(depth)


def jump_table(depths: Iterable[int], otherwise: int) -> bytes:
    """The same, chosen by the number of 32 bits on the stack."""
    return b"\x0e" + vector([unsigned(depth) for depth in depths]) + unsigned(otherwise)


def call(function: int) -> bytes:
    """Calls a function by its number."""
    return b"\x10" + unsigned(function)


def mark(line: int) -> bytes:
    """Says that what follows was written for this line."""
    return bytes((MARK, line & 0xFF, line >> 8 & 0xFF, line >> 16 & 0xFF))


def vector(items: list[bytes]) -> bytes:
    """A list: how many, then each."""
    return unsigned(len(items)) + b"".join(items)


def sized(content: bytes) -> bytes:
    """Content with its length before it."""
    return unsigned(len(content)) + content


def text(name: str) -> bytes:
    """A name."""
    return sized(name.encode())


def section(number: int, content: bytes) -> bytes:
    """A section of a module."""
    return bytes((number,)) + sized(content)
