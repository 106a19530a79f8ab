"""`ruledsl compile`: the rules of one configuration as a kernel, as WebAssembly text or as a module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from ruledsl.cli.output import harmless, write

if TYPE_CHECKING:
    from interpreter.compiled.kernel import Kernel
    from ruledsl.model.config import Configuration
    from ruledsl.pipeline import Game

FORMS: Final = ("kernel", "wat", "wasm")
"""What can be written: the kernel's source, WebAssembly text, the module itself."""


def compile(  # the command's name is the function's
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ],
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play; the fewest by default.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Choose a setting; may be given several times."),
    ] = None,
    emit: Annotated[
        str, typer.Option("--emit", metavar="FORM", help="kernel, wat or wasm; by default as PATH ends.")
    ] = "",
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="PATH", help="Write it here; printed by default.")
    ] = "",
) -> None:
    """Compile a game, for one number of players and one choice of settings.

    Prints the kernel: the rules as plain integers, in a small part of Python. `--emit wat` prints it as
    WebAssembly text, `-o game.wasm` writes the module, which imports nothing and runs wherever WebAssembly
    does.

    \b
    Examples:
      ruledsl compile mine.rules --players 3
      ruledsl compile mine.rules --emit wat
      ruledsl compile mine.rules -o mine.wasm
    """
    from pathlib import Path

    from interpreter.compiled.code.build import kernel_text
    from interpreter.compiled.kernel import read_kernel
    from ruledsl import pipeline
    from ruledsl.cli.arguments import named_values
    from ruledsl.cli.writing import replace_file

    form = _form(emit, output)
    game = pipeline.load(file)
    config = game.configure(players, named_values(settings or []))
    kernel = read_kernel(_headed(game, config, kernel_text(game.program(config))))
    data = _written(kernel, form)
    if not output:
        write(harmless(data.decode()))
        return
    replace_file(Path(output), data)
    write(f"{harmless(output)}: {_described(kernel, form, len(data))}\n")


def _form(emit: str, output: str) -> str:
    """What is to be written. Raises a usage error for an unknown form, and for a module without a file."""
    from ruledsl.cli.errors import one_of, usage_error

    if emit:
        one_of("--emit", emit, FORMS)
    form = emit or next((form for form in ("wasm", "wat") if output.endswith(f".{form}")), "kernel")
    if form == "wasm" and not output:
        raise usage_error("--emit wasm: a module is not text; say where it goes with -o game.wasm")
    return form


def _headed(game: Game, config: Configuration, source: str) -> str:
    """The kernel with a line that says of what it is one."""
    chosen = "".join(f", {name} = {value}" for name, value in config.settings.items())
    title = " ".join(game.title.split())
    return f"# {title}, players = {config.players}{chosen}; docs/kernel.md tells how to read this\n{source}"


def _written(kernel: Kernel, form: str) -> bytes:
    from interpreter.compiled.wasm.translate import translate, wat

    if form == "wasm":
        return translate(kernel)
    return (wat(kernel) if form == "wat" else kernel.source).encode()


def _described(kernel: Kernel, form: str, size: int) -> str:
    what = f"{size:,} bytes, {len(kernel.functions)} functions"
    return what if form == "kernel" else f"{what}, {kernel.memory // 2**20 + 1} MB of memory, no imports"
