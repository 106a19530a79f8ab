"""The commands by name, and how the one that is called is found, run and guarded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Annotated, Any, Final

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup

import ruledsl
from ruledsl.cli.errors import guarded

COMMANDS: Final = {
    "play": "Play a game in the terminal, against bots or friends.",
    "check": "Find everything that is wrong with rules files.",
    "fmt": "Put rules files into the common form.",
    "test": "Run the examples in rules files.",
    "options": "List the legal moves of a position, or say why a move is refused.",
    "replay": "Show a recorded game move by move, and verify it.",
    "show": "Print a game as it is in force, after all that it extends.",
    "diff": "Tell what one game changes in another, in the words of the rules.",
    "simulate": "Play a game many times with bots, and say what came of it.",
    "compare": "Play two variants or settings of a game, and say what differs.",
    "fuzz": "Look for what is wrong with a game, by playing it in all kinds of ways.",
    "mutate": "Say how good a game's examples and invariants are, by changing its rules.",
    "compile": "Compile a game to a kernel, to WebAssembly text or to a module.",
    "tree": "Count the whole game tree of a small game, with explicit chance.",
    "explain": "Explain a code such as E102, with a bad and a good example.",
}
"""Every command with its line in the help; its function has its name, in the file of that name."""

EPILOG: Final = """\b
FILE is a path, or the name of a game that comes along:
  ruledsl play NAME
  ruledsl check mine.rules
  ruledsl explain E102

\b
Exit status: 0 all is well, 1 problems were found, 2 the command was
called in a wrong way, 70 a fault in ruledsl itself, 130 interrupted."""


class Command(TyperCommand):
    """A command whose failures become messages and exit statuses."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; see `errors.guarded`."""
        with guarded(self._wants_json(ctx)):
            return super().invoke(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """As inherited, without the braces around what must be given: `FILE...`."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes arguments as name and help, then the options as inherited."""
        arguments = [p for p in self.params if p.param_type_name == "argument"]
        options = [p.get_help_record(ctx) for p in self.get_params(ctx) if p.param_type_name == "option"]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(p.metavar or p.name.upper(), getattr(p, "help", "")) for p in arguments])
        with formatter.section("Options"):
            formatter.write_dl([record for record in options if record is not None])

    def _wants_json(self, ctx: Any) -> bool:
        for parameter in self.params:
            value = ctx.params.get(parameter.name)
            if ("--json" in parameter.opts and value is True) or (
                "--format" in parameter.opts and value == "json"
            ):
                return True
        return False


class Commands(TyperGroup):
    """The group of all commands; only the one that is called is imported."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; None when there is none."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As inherited, with the names that may have been meant."""
        name = args[0] if args else ""
        if name not in COMMANDS and not name.startswith("-"):
            from ruledsl.diagnostics.neutral import neutral
            from ruledsl.diagnostics.suggest import did_you_mean
            from ruledsl.diagnostics.words import did_you_mean_text

            said = f"there is no command `{neutral(name)}`"
            guess = did_you_mean_text(did_you_mean(name, COMMANDS))
            if not guess:
                guess = "`ruledsl play FILE` plays it" if name.endswith(".rules") else ""
            ctx.fail(f"{said}; {guess}" if guess else said)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that is called; also what goes wrong while it is imported is guarded."""
        with guarded(as_json=False):
            return super().invoke(ctx)


def load_command(name: str) -> Any:
    """Imports a command's file and makes the command of its function."""
    function = getattr(import_module(f"ruledsl.cli.{name}"), name)
    single = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    single.command(
        name, cls=Command, short_help=COMMANDS[name], context_settings={"help_option_names": ["--help", "-h"]}
    )(function)
    return _without_conversions(typer.main.get_command(single))


def _without_conversions(made: Any) -> Any:
    """Leaves out the conversion of texts to texts, for which Typer would import a large library."""
    with typer.Context(made, **made.context_settings) as ctx:
        help_option = made.get_help_option(ctx)
    for parameter in (*made.params, help_option):
        is_text = parameter.type_descriptor.annotation in (str, list[str])
        parameter.get_runtime_param = partial(_Conversion, parameter.get_runtime_param, is_text)
    return made


class _Conversion:
    """Typer's conversion of a parameter, looked up only when there is something to convert."""

    def __init__(self, convert: Callable[[], Any], is_text: bool) -> None:
        self.convert, self.is_text = convert, is_text

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command's function takes it."""
        several = param.multiple or param.nargs == -1
        if self.is_text or value is None:
            return list(value or ()) if several else value
        return self.convert().coerce(value, param=param, ctx=ctx)


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=EPILOG,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ruledsl {ruledsl.__version__}")
        raise typer.Exit


@app.callback()
def ruledsl_command(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Write, check, play, test and study the rules of card games."""


def command() -> Any:
    """The whole command line, to be called with arguments."""
    return _without_conversions(typer.main.get_command(app))
