"""`ruledsl compile`: what it prints and writes, and that a module runs by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from interpreter.chance import seed_generator
from interpreter.compiled.code.build import kernel_text
from interpreter.compiled.kernel import read_kernel
from interpreter.compiled.machine import CompiledMachine
from ruledsl.cli import writing
from ruledsl.pipeline import load
from tests.cli.conftest import Command

NODE = shutil.which("node")

PLAY = """
const fs = require("fs");
const [path, tally, length, bot, state, stream] = process.argv.slice(2);
const compiled = new WebAssembly.Module(fs.readFileSync(path));
if (WebAssembly.Module.imports(compiled).length) throw new Error("it imports something");
const { memory, setup, games } = new WebAssembly.Instance(compiled).exports;
setup();
new BigInt64Array(memory.buffer, Number(bot), 2).set([BigInt(state), BigInt(stream)]);
games(50, 10000);
console.log(new BigInt64Array(memory.buffer, Number(tally), Number(length)).join(" "));
"""


def test_the_kernel_is_printed(ruledsl: Command, folder: Path) -> None:
    done = ruledsl("compile", "mini.rules", "--players", "3", "--set", "goal=2")
    assert done.status == 0
    assert done.out.startswith("# Mini, players = 3, goal = 2; ")
    program = (game := load("mini.rules")).program(game.configure(3, {"goal": 2}))
    assert done.out.partition("\n")[2].rstrip() == kernel_text(program).rstrip()
    assert read_kernel(done.out).exports


def test_webassembly_text_is_printed(ruledsl: Command, folder: Path) -> None:
    done = ruledsl("compile", "mini.rules", "--emit", "wat")
    assert done.status == 0
    assert done.out.startswith("(module\n") and '(export "memory")' in done.out


@pytest.mark.parametrize(
    ("arguments", "begin"),
    [
        (["-o", "a.wasm"], b"\0asm\1\0\0\0"),
        (["-o", "a.wat"], b"(module"),
        (["-o", "a.py"], b"# Mini"),
        (["--output", "a", "--emit", "wasm"], b"\0asm"),
    ],
)
def test_it_is_written(ruledsl: Command, folder: Path, arguments: list[str], begin: bytes) -> None:
    done = ruledsl("compile", "mini.rules", *arguments)
    assert done.status == 0 and "functions" in done.out
    assert next(folder.glob("a*")).read_bytes().startswith(begin)


def test_bad_input_is_told(ruledsl: Command, folder: Path) -> None:
    for arguments, status, said in (
        (["--emit", "elf"], 2, "kernel, wat, wasm"),
        (["--emit", "wasm"], 2, "-o game.wasm"),
        (["--players", "9"], 2, "2 to 3"),
        (["-o", "nowhere/a.wasm"], 1, "nowhere/a.wasm"),
        (["-o", "."], 1, "it is a folder"),
    ):
        done = ruledsl("compile", "mini.rules", *arguments)
        assert done.status == status and said in done.err, arguments
    assert ruledsl("compile", "nothing.rules").status == 1


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there are no devices")
def test_a_device_is_not_replaced(ruledsl: Command, folder: Path) -> None:
    done = ruledsl("compile", "mini.rules", "-o", "/dev/null")
    assert done.status == 1 and "it is a device" in done.err
    assert not os.path.isfile("/dev/null")


def test_a_full_disk_leaves_the_old_module(
    ruledsl: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    (folder / "a.wasm").write_bytes(b"old")
    monkeypatch.setattr(writing.os, "fsync", full)
    done = ruledsl("compile", "mini.rules", "-o", "a.wasm")
    assert done.status == 1 and "no space left on device" in done.err
    assert (folder / "a.wasm").read_bytes() == b"old"
    assert not list(folder.glob(".*.part"))


@pytest.mark.skipif(NODE is None, reason="node is not there")
@pytest.mark.parametrize(("name", "players"), [("crazy_eights", 3), ("head_of_mousehold", 2)])
def test_a_module_plays_the_same_games_under_node(
    ruledsl: Command, folder: Path, name: str, players: int
) -> None:
    assert ruledsl("compile", name, "--players", str(players), "-o", "game.wasm").status == 0
    game = load(name)
    machine = CompiledMachine(game.program(game.configure(players)))
    machine.games(50, "node")
    expected = list(machine.host.array("tally"))
    arrays = machine.kernel.arrays
    (folder / "play.cjs").write_text(PLAY, encoding="utf-8")
    tally = arrays["tally"]
    numbers = [tally.offset, tally.length, arrays["bot"].offset, *seed_generator("node")]
    command = [NODE or "", "play.cjs", "game.wasm", *map(str, numbers)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert [int(number) for number in done.stdout.split()] == expected
    assert expected[0] == 50
