"""Sessions, a screen that is told beforehand what will be typed, and small games for the tests of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from interpreter.chance import below, seed_generator
from interpreter.choices import Option
from ruledsl.cli.table.host import Host
from ruledsl.cli.table.screen import Scene
from ruledsl.pipeline import Game, load, load_text
from ruledsl.tools.session import Session

GAMES = Path(__file__).parents[2] / "games"

NAMES = ("haunted_mouse", "mice_to_meet_you", "head_of_mousehold", "haunted_mini_mouse")

HIGH_CARD = """\
## Whoever has played the most points wins.
game "High Card"
players 2..3
setting rounds: 1..9 = 2
enum suit: red "R", blue "B"
cards deck: suit * rank 1..5
zone stock: pile, hidden
zone hand per player: row, private
zone table per player: row, open
var score per player = 0

phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    repeat rounds { play round }
}

phase round {
    each player p {
        ## A low card is worth nothing.
        p chooses "Play": c in p.hand where c.rank > 1 else "a one is too low"
            { c -> p.table; p.score += c.rank }
            otherwise { }
    }
}

result player p: most p.score
"""
"""Every choice shows a card."""

NIM = """\
game "Nim"
players 2
tokens stone: 11
var taken per player = 0

phase game {
    turns player p from seat(1) {
        p chooses "How many": n in 1..fewest(3, supply.stone) { play take(p, n) }
    } until supply.stone is 0
}

phase take(p, n) {
    n stone from supply -> p
    p may choose "Boast": m in 1..3 { p.taken = m }
}

result player p: most p.stone
"""
"""Nothing is hidden and nothing is left to chance."""

SECRET_BIDS = """\
game "Secret Bids"
players 2..3
cards bid per player: rank 1..6
zone hand per player: bag, private
zone bet per player: slot, open
zone gone: pile, hidden
var score per player = 0

phase game {
    each bid c { c -> c.owner.hand }
    repeat 3 {
        together player p { p chooses "Bid": c in p.hand { c -> p.bet } }
        each player p { p.score += p.bet.rank; p.bet -> gone }
    }
}

result player p: most p.score
"""
"""Everybody chooses at the same time."""

LANES = """\
game "Lanes"
players 2..3
enum lane: left, middle, right
cards spy per player: value 1..4
cards prize: worth 1..3 * 2 copies
tokens coin: 200, 60 each
zone pool: bag, hidden
zone stake per lane: bag, open
zone line per lane: row, open
zone hand per player: bag, private
zone won per player: pile, open
var bold per player = no
var watched per lane = 0
var last: lane or none

define side(l) = if mod(l.line.size, 2) is 0 then down else up

phase game {
    each spy c { c -> c.owner.hand }
    all prize -> pool
    each lane l { 1 from pool -> l.stake }
    turns player p from seat(1) {
        p chooses {
            option "Place": c in p.hand, lane l { c -> l.line face l.side; last = l; l.watched += 1 }
            option "Pay": n in 1..fewest(30, p.coin) { n coin from p -> supply; p.bold = yes }
        }
    } until all hand is empty
}
result player p: most p.coin
"""
"""Zones by an enum, sets with owners, cards lying face down, many coins."""

MELDS = """\
game "Melds"
players 2
enum suit: red "R", blue "B", green "G"
cards deck: suit * rank 1..7 * 2 copies
meld set: 2.. cards, same rank
meld run: 2.. cards, consecutive rank
zone stock: pile, hidden
zone board: row, open
zone top: meld, open
zone hand per player: row, private

phase game {
    all deck -> stock shuffled
    7 from stock -> each hand
    14 from stock -> board
    turns player p from seat(1) {
        p chooses "Meld": m in set | run using slice from p.hand and any from board
            { top -> stock; m -> top }
            otherwise { end game }
    } until some(player q where q.hand is empty)
}

result player p: fewest p.hand.size
"""
"""Hundreds of melds may be played."""

BROKEN = """\
game "Broken"
players 2
enum rank: 1..4
cards deck: rank
zone stock: pile, hidden
zone hand per player: row, private

phase game {
    all deck -> stock shuffled
    turns player p from seat(1) {
        p chooses { option "Draw" { 3 from stock -> p.hand } }
    }
}
"""
"""Fails at the second choice."""


@cache
def game(name: str) -> Game:
    """A game that comes along, read once."""
    return load(str(GAMES / f"{name}.rules"))


@cache
def small(text: str) -> Game:
    """A small game, read once."""
    return load_text(text, "small.rules")


def session(of: Game, seats: Sequence[str], seed: int | str = 1) -> Session:
    """A session with these seats."""
    return Session(of, of.configure(len(seats)), seats, seed)


def play_on(session: Session, choices: int, seed: str = "test") -> Session:
    """Makes so many choices, any that are offered; fewer when the game ends."""
    generator = seed_generator(seed)
    for _ in range(choices):
        if session.over:
            break
        options = session.options
        session.take(options[below(generator, len(options))])
    return session


def play_until(session: Session, wanted: Callable[[Session], bool], seed: str = "test") -> Session:
    """Plays on until something holds; fails when the game ends before."""
    generator = seed_generator(seed)
    while not wanted(session):
        assert not session.over
        options = session.options
        session.take(options[below(generator, len(options))])
    return session


def option(session: Session, text: str) -> Option:
    """The option of this text."""
    return session.options[session.texts.index(text)]


class Script:
    """A screen whose answers are known beforehand; it keeps what it was shown."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.scenes: list[Scene] = []
        self.said: list[str] = []
        self.prompts: list[str] = []
        self.handed: list[str] = []
        self.words: Sequence[str] = ()

    def draw(self, scene: Scene) -> None:
        self.scenes.append(scene)

    def say(self, lines: Sequence[str]) -> None:
        self.said += lines

    def page(self, lines: Sequence[str]) -> None:
        self.said += lines

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self.prompts.append(prompt)
        self.words = words
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def hand_over(self, name: str) -> None:
        self.handed.append(name)

    @property
    def everything(self) -> list[str]:
        """All answers that were shown, below the table and on pages."""
        return [*self.said, *[note for scene in self.scenes for note in scene.notes]]

    @property
    def notes(self) -> str:
        """The answers that were shown last."""
        return "\n".join(self.scenes[-1].notes)


def host(of: Session, *answers: str) -> tuple[Host, Script]:
    """A host whose screen types these answers."""
    screen = Script(*answers)
    return Host(of, screen, lambda path: f"Saved {path or 'somewhere'}"), screen


def type_in(of: Session, *answers: str) -> Script:
    """Plays until the answers are used up."""
    made, screen = host(of, *answers)
    try:
        made.run()
    except EOFError:
        return screen
    return screen
