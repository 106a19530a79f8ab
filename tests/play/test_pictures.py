"""How the table looks: snapshots of several games for terminals of two widths, and as plain lines."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from ruledsl.cli.table.choices import Choices
from ruledsl.cli.table.host import Host
from ruledsl.cli.table.paint import ASCII, PALETTE, UNICODE, Painter
from ruledsl.cli.table.screen import PlainScreen, Scene
from ruledsl.cli.table.sheet import Spot
from ruledsl.cli.table.terminal import TerminalScreen
from ruledsl.pipeline import load_text
from ruledsl.tools.session import Session
from tests.play.support import HIGH_CARD, LANES, NAMES, Script, game, play_until, session, small

MOMENTS = [("haunted_mouse", 3, 30), ("mice_to_meet_you", 4, 14), ("lanes", 3, 7)]
SMALL = {"lanes": LANES}


def scene_of(played: Session) -> Scene:
    """What the person who is due is shown."""
    seat = played.decision.seat
    choices = Choices(played, played.view(seat))
    made = Host(played, Script(), str)
    return made._scene(seat, choices, choices.start())


def moment(name: str, players: int, choices: int) -> Session:
    """A game after some choices, when the person is due."""
    of = small(SMALL[name]) if name in SMALL else game(name)
    played = session(of, ["you"] + ["random"] * (players - 1), 5)
    return play_until(
        played, lambda s: len(s.chosen) >= choices and s.decision.seat == 0 and len(s.options) > 2
    )


def drawn(played: Session, width: int, height: int, unicode: bool = True) -> str:
    console = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    screen = TerminalScreen(played.program, console)
    screen.paint = Painter(played.program, unicode)
    return "\n".join(line.plain.rstrip() for line in screen.lines(scene_of(played), width, height))


def plain(played: Session) -> str:
    target = io.StringIO()
    PlainScreen(io.StringIO(), target).draw(scene_of(played))
    return target.getvalue()


@pytest.mark.parametrize(("name", "players", "choices"), MOMENTS)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_pictures(
    name: str, players: int, choices: int, width: int, height: int, snapshot: SnapshotAssertion
) -> None:
    assert drawn(moment(name, players, choices), width, height) == snapshot


@pytest.mark.parametrize(("name", "players", "choices"), MOMENTS)
def test_plain_lines(name: str, players: int, choices: int, snapshot: SnapshotAssertion) -> None:
    assert plain(moment(name, players, choices)) == snapshot


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_window(name: str, width: int) -> None:
    played = session(game(name), ["you", "random", "random"], 3)
    for number in range(25):
        if played.over:
            break
        if played.decision.seat == 0:
            for line in drawn(played, width, 24).splitlines():
                assert len(line) <= width, line
        options = played.options
        played.take(options[(number * 7) % len(options)])


@pytest.mark.parametrize("name", ["haunted_mouse", "mice_to_meet_you", "haunted_mini_mouse"])
def test_a_picture_fits_a_small_window(name: str) -> None:
    players = game(name).players[-1]
    played = session(game(name), ["you"] + ["random"] * (players - 1), 3)
    for number in range(60):
        if played.over:
            break
        if played.decision.seat == 0:
            assert len(drawn(played, 80, 24).splitlines()) <= 22
        options = played.options
        played.take(options[(number * 5) % len(options)])


@pytest.mark.parametrize("name", NAMES)
def test_plain_lines_are_ascii_without_terminal_codes(name: str) -> None:
    played = session(game(name), ["you", "random", "random"], 4)
    for number in range(20):
        if played.over:
            break
        if played.decision.seat == 0:
            assert plain(played).isascii()
        options = played.options
        played.take(options[(number * 3) % len(options)])
    if not played.over and played.decision.seat == 0:
        assert drawn(played, 80, 24, unicode=False).isascii()


def test_suits_differ_by_letter_and_by_colour() -> None:
    played = session(game("haunted_mouse"), ["you", "random"], 1)
    painter = Painter(played.program)
    styles = {}
    for number, face in enumerate(played.program.faces):
        styles.setdefault(face.code[-1], set()).add(painter.style(number))
    assert len(styles) == 4
    assert all(len(found) == 1 for found in styles.values())
    assert len({style for found in styles.values() for style in found}) == 4
    assert all(style.removeprefix("bold ") in PALETTE for found in styles.values() for style in found)


NUMBERS = ["1", "2", "3", "4"]


def test_cards_keep_their_order_and_their_numbers() -> None:
    painter = Painter(session(small(HIGH_CARD), ["you", "random"]).program)
    spots = [Spot(text) for text in ("1R", "2B", "", "5R")]
    assert [line.plain for line in painter.boxes(spots, 80, NUMBERS)] == [
        "╭───╮╭───╮╭───╮╭───╮",
        "│1R ││2B ││▒▒ ││5R │",
        "╰───╯╰───╯╰───╯╰───╯",
        " 1    2    3    4",
    ]
    assert [line.plain for line in painter.boxes(spots, 16, NUMBERS)] == [
        "╭──╭──╭──╭───╮",
        "│1R│2B│▒▒│5R │",
        "╰──╰──╰──╰───╯",
        " 1  2  3  4",
    ]
    wrapped = [line.plain for line in painter.boxes(spots * 5, 24, [str(n) for n in range(1, 21)])]
    assert len(wrapped) == 12 and all(len(line) <= 24 for line in wrapped)
    assert wrapped[-1].split() == ["15", "16", "17", "18", "19", "20"]


def test_dice_show_faces() -> None:
    played = session(game("mice_to_meet_you"), ["you", "random"])
    die = Spot("5", face=0, die=True)
    assert Painter(played.program).spot(die).plain == "⚄ 5"
    assert Painter(played.program, unicode=False).spot(die).plain == "<5>"
    assert Painter(played.program).boxes([die], 80)[0].plain.startswith(UNICODE.dice[0])


def test_counted_pieces_are_bars() -> None:
    painter = Painter(session(small(HIGH_CARD), ["you", "random"]).program)
    assert painter.bar(3, 7).plain == "■■■ 3"
    assert painter.bar(0, 7).plain == "0"
    assert painter.bar(100, 200).plain == "████     100"
    ascii_painter = Painter(painter.program, unicode=False)
    assert ascii_painter.bar(3, 7).plain == f"{ASCII.square * 3} 3"
    assert ascii_painter.bar(100, 200).plain.isascii()


EVIL = """\
## A note with \\x1b[2Jescapes and [bold red]markup[/bold red].
game "Evil \\x1b[31m[red]title"
players 2
enum suit: red "[b]", blue "\\x1bB"
cards deck: suit * rank 1..3
zone stock: pile, hidden
zone hand per player: row, private
zone table: row, open

phase game {
    all deck -> stock shuffled
    2 from stock -> each hand
    turns player p from seat(1) {
        ## Notes too: \\x1b]0;title\\x07.
        p chooses "\\x1b[5m[blink]Play": c in p.hand { c -> table } otherwise { }
    } until all hand is empty
}
result player p: most p.hand.size
"""


def test_texts_of_a_file_cannot_steer_the_terminal() -> None:
    from ruledsl.pipeline import RulesError

    text = EVIL.replace("\\x1b", "\x1b").replace("\\x07", "\x07")
    try:
        of = load_text(text, "evil.rules")
        played = session(of, ["you", "random"])
    except RulesError:  # refused already when it was read
        text = re.sub(r"[\x1b\x07]", "\u202e", text)
        of = load_text(text, "evil.rules")
        played = session(of, ["you", "random"])
    console = Console(file=io.StringIO(), width=80, height=30, force_terminal=True, color_system="truecolor")
    screen = TerminalScreen(played.program, console)
    screen.draw(scene_of(played))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    rest = re.sub(r"\x1b\[[0-9;]*[mHJ]", "", shown)
    assert "\x1b" not in rest and "\x07" not in rest and "\u202e" not in rest
    assert "\x1b[5m" not in shown and "\x1b]0" not in shown
    assert "[red]title" in rest
    assert not re.search(r"[\x1b\x07\u202e]", plain(played))
