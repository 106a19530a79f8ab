"""Positions in and out of a kernel's memory: what lies where, who knows it, counted pieces, the generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from interpreter.compiled.features import WORD, Features
from interpreter.compiled.kernel import Kernel
from interpreter.faults import EngineBug
from interpreter.knowledge import sight
from interpreter.layout import Layout, empty_position
from interpreter.position import NOWHERE, UNDECIDED, LaidMeld, Position

_UNSIGNED = 2**64


class Host(Protocol):
    """What runs a kernel; see `python_host` and `wasm_host`."""

    kernel: Kernel

    def array(self, name: str) -> Any:
        """The elements of an array, to be read and written."""


class BeyondKernel(Exception):
    """A position that has no place in the kernel's arrays; the reference can play on from it."""


def write_position(host: Host, layout: Layout, features: Features, pos: Position) -> None:
    """Puts a position into a kernel; BeyondKernel where it does not fit in."""
    for zone in range(layout.zone_count):
        _write_zone(host, layout, features, pos, zone)
    _write_list(host, "place", pos.place)
    for name, values, plain in (
        ("facing", pos.facing, 0),
        ("shown", pos.shown, 0),
        ("known", pos.known, None),
    ):
        if name in host.kernel.arrays:
            _write_list(host, name, values)
        elif plain is not None and any(value != plain for value in values):
            raise BeyondKernel(f"the kernel of this game knows nothing of `{name}`")
    if "counters" in host.kernel.arrays:
        _write_list(host, "counters", [number for held in pos.counters for number in held])
    if "serial" in host.kernel.arrays:
        host.array("serial")[0] = pos.serial
    generator = pos.generator or [0, 0]
    _write_list(host, "generator", [_signed(number) for number in generator])


def _signed(number: int) -> int:
    return number - _UNSIGNED if number >= _UNSIGNED // 2 else number


def _write_list(host: Host, name: str, values: Sequence[int], start: int = 0) -> None:
    array = host.array(name)
    for index, value in enumerate(values, start):
        array[index] = value


def _write_zone(host: Host, layout: Layout, features: Features, pos: Position, zone: int) -> None:
    places, waiting = pos.zones[zone], pos.bags[zone]
    if len(places) > features.room[zone]:
        raise BeyondKernel(f"{layout.zone_label[zone]} holds more than the rules can bring there")
    for piece in (*places, *waiting):
        if piece != UNDECIDED and layout.piece_family[piece] not in features.holds[zone]:
            raise BeyondKernel(f"{layout.zone_label[zone]} holds a piece that the rules cannot bring there")
    host.array("zone_size")[zone] = len(places)
    if features.is_mask[layout.zone_family[zone]]:
        words = [0] * features.words
        for piece in places:
            words[piece // WORD] |= 1 << piece % WORD
        _write_list(host, "zone_mask", words, zone * features.words)
        return
    if places:
        _write_list(host, "zone_row", places, features.start[zone])
    if features.may_wait[zone] and features.wait_size:
        host.array("undecided_size")[zone] = len(waiting)
        _write_list(host, "undecided_row", waiting, features.wait_start[zone])
    elif waiting:
        raise BeyondKernel(f"{layout.zone_label[zone]} cannot be undecided")
    if layout.is_meld[zone] and features.melds:
        _write_melds(host, features, zone, pos.laid[zone])


def _write_melds(host: Host, features: Features, zone: int, laid: Sequence[LaidMeld]) -> None:
    host.array("laid_size")[zone] = len(laid)
    start = features.start[zone]
    for name, values in (
        ("laid_kind", [meld.kind for meld in laid]),
        ("laid_shape", [meld.shape for meld in laid]),
        ("laid_by", [-1 if meld.by is None else meld.by for meld in laid]),
        ("laid_serial", [meld.serial for meld in laid]),
        ("laid_length", [len(meld.faces) for meld in laid]),
        ("laid_face", [face for meld in laid for face in meld.faces]),
    ):
        _write_list(host, name, values, start)


def read_position(host: Host, layout: Layout, features: Features) -> Position:
    """The position in a kernel. Where it has no masks of knowledge everybody knows what they see now."""
    pos = empty_position(layout)
    for zone in range(layout.zone_count):
        pos.zones[zone], pos.bags[zone] = _read_zone(host, layout, features, zone)
        if layout.is_meld[zone] and features.melds:
            pos.laid[zone] = _read_melds(host, features, zone)
    pos.place = list(host.array("place"))[: layout.piece_count]
    for name, values in (("facing", pos.facing), ("shown", pos.shown), ("known", pos.known)):
        if name in host.kernel.arrays:
            values[:] = list(host.array(name))[: layout.piece_count]
    if "known" not in host.kernel.arrays:
        pos.known = [sight(layout, zone, lies) for zone, lies in zip(pos.place, pos.facing, strict=True)]
    if "counters" in host.kernel.arrays:
        flat = list(host.array("counters"))
        size = layout.holder_count
        pos.counters = [flat[at * size : (at + 1) * size] for at in range(layout.counter_count)]
    if "serial" in host.kernel.arrays:
        pos.serial = host.array("serial")[0]
    pos.generator = [number % _UNSIGNED for number in host.array("generator")]
    return pos


def _read_zone(host: Host, layout: Layout, features: Features, zone: int) -> tuple[list[int], list[int]]:
    size = host.array("zone_size")[zone]
    if features.is_mask[layout.zone_family[zone]]:
        words = host.array("zone_mask")
        found = [
            piece
            for piece in range(layout.piece_count)
            if words[zone * features.words + piece // WORD] >> piece % WORD & 1
        ]
        if len(found) != size:
            raise EngineBug(f"{layout.zone_label[zone]} has {len(found)} pieces and says {size}")
        return found, []
    if not size:
        return [], []
    start = features.start[zone]
    places = list(host.array("zone_row")[start : start + size])
    if not features.may_wait[zone]:
        return places, []
    start = features.wait_start[zone]
    return places, list(host.array("undecided_row")[start : start + host.array("undecided_size")[zone]])


def _read_melds(host: Host, features: Features, zone: int) -> list[LaidMeld]:
    melds: list[LaidMeld] = []
    start = at = features.start[zone]
    for index in range(start, start + host.array("laid_size")[zone]):
        length = host.array("laid_length")[index]
        by = host.array("laid_by")[index]
        melds.append(
            LaidMeld(
                host.array("laid_serial")[index],
                host.array("laid_kind")[index],
                None if by == NOWHERE else by,
                list(host.array("laid_face")[at : at + length]),
                host.array("laid_shape")[index],
            )
        )
        at += length
    return melds
