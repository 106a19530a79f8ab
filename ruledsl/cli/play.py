"""`ruledsl play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruledsl.cli.arguments import Think

if TYPE_CHECKING:
    from ruledsl.bots import Limit
    from ruledsl.tools.session import Session


def play(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play; the fewest by default.")
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="WHO,WHO,...",
            help="Who sits where: you, random, greedy, ismcts, or with a limit: ismcts:1000, ismcts:0.5s. "
            "By default you; other seats are greedy bots.",
        ),
    ] = "",
    think: Think = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="Makes the same game again; told at the end.")
    ] = "",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game; may be given again."),
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let bots play, and watch.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines: no colours, no pictures; for screen readers.")
    ] = False,
    save: Annotated[
        str, typer.Option("--save", metavar="PATH", help="Write the game here when it ends or is left.")
    ] = "",
    resume: Annotated[str, typer.Option("--resume", metavar="PATH", help="Go on with a saved game.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, for programs.")] = False,
) -> None:
    """Play a game in the terminal, against bots or friends.

    Type the number of what you choose or the move itself; `?` tells more. Several people at one terminal
    take turns before the screen, which hides their cards in between. From a pipe each line is a choice.

    \b
    Examples:
      ruledsl play mine.rules
      ruledsl play mine.rules --players 3 --seats you,greedy,random
      ruledsl play mine.rules --seats you,ismcts --think 0.5s
      ruledsl play mine.rules --auto --seed 7
      ruledsl play --resume game.json
    """
    from ruledsl.bots import BEST_BOT, bot_named
    from ruledsl.cli.arguments import limit_of
    from ruledsl.cli.errors import usage_error
    from ruledsl.cli.table.running import Run

    if save and not Path(save).absolute().parent.is_dir():
        raise usage_error(f"--save {save}: there is no folder {Path(save).parent}")
    chosen = settings or []
    limit = limit_of(think, timed=True)
    session = _session(file, players, seats, limit, seed, chosen, auto, resume, bool(save) or not auto)
    session.hinting = bot_named(BEST_BOT, limit)
    again = "" if resume else _again(session, file, chosen)
    Run(session, plain=plain, save_path=save, as_json=as_json, again=again).play()


def _session(
    file: str,
    players: int | None,
    seats: str,
    think: Limit | None,
    seed: str,
    settings: list[str],
    auto: bool,
    resume: str,
    keep_record: bool,
) -> Session:
    """The game to play, new or saved."""
    from ruledsl.cli.arguments import named_values
    from ruledsl.cli.errors import usage_error
    from ruledsl.pipeline import load
    from ruledsl.tools.seeds import fresh_seed
    from ruledsl.tools.session import Session

    if resume:
        if players is not None or seed or settings:
            raise usage_error("--resume goes on with what was saved: leave out --players, --seed and --set")
        return _resumed(file, resume, _seats(seats, think), auto)
    if not file:
        raise usage_error("name a rules file or a game that comes along, or --resume a saved game")
    game = load(file)
    wanted = _seats(seats, think)
    count = max(len(wanted), game.players.start) if players is None else players
    config = game.configure(count, named_values(settings))
    sitting = _sitting(wanted, config.players, auto)
    return Session(game, config, sitting, seed or fresh_seed(), keep_record=keep_record)


def _resumed(file: str, resume: str, seats: list[str], auto: bool) -> Session:
    from ruledsl.cli.errors import Problem, usage_error
    from ruledsl.cli.records import same_rules
    from ruledsl.tools.saved import RecordError
    from ruledsl.tools.session import PERSON, Session

    try:
        data = Path(resume).read_bytes()
    except OSError as error:
        raise usage_error(f"--resume {resume}: {error.strerror or error}") from error
    try:
        session = Session.resume(resume, data, seats or None)
    except RecordError as error:
        raise Problem(*error.diagnostics) from error
    except ValueError as error:
        raise usage_error(f"--seats {','.join(seats)}: {error}") from error
    if file:
        same_rules(file, session.game, resume)
    if auto and PERSON in session.seats:
        return Session.resume(resume, data, _sitting([], session.program.players, True))
    return session


def _seats(text: str, think: Limit | None) -> list[str]:
    from ruledsl.cli.arguments import bots_named
    from ruledsl.tools.session import PERSON

    return bots_named(text, think, timed=True, others=(PERSON,)) if text else []


def _sitting(wanted: list[str], players: int, auto: bool) -> list[str]:
    """Who sits where, for the number of players."""
    from ruledsl.cli.errors import usage_error
    from ruledsl.tools.session import PERSON

    if len(wanted) > players:
        raise usage_error(f"--seats names {len(wanted)} for {players} players")
    if auto and PERSON in wanted:
        raise usage_error("--auto is for bots only: leave out `you` in --seats")
    if not wanted and not auto:
        wanted = [PERSON]
    return wanted + ["greedy"] * (players - len(wanted))


def _again(session: Session, file: str, settings: list[str]) -> str:
    """The command that plays the same game again."""
    import shlex

    words = ["ruledsl", "play", file, "--players", str(session.program.players)]
    words += ["--seats", ",".join(session.seats), "--seed", session.seed]
    for text in settings:
        words += ["--set", text]
    if not session.people:
        words.append("--auto")
    return " ".join(shlex.quote(word) for word in words)
