"""The classic games: how long their texts are, that they end, and that they count as other people count.

That each is without findings, that its examples hold and that it has the properties of every game is tested
with all other rules files.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from interpreter.machine import ChanceNode, Machine, Option
from interpreter.position import Position
from ruledsl.pipeline import Game, load_text
from ruledsl.tools.testing import run_examples
from tests.games.support import Table
from tests.support.rules_files import ROOT, game_at

FOLDER = ROOT / "examples" / "classics"

RECYCLE = {
    "agram": 54, "blackjack": 110, "crazy_eights": 67, "cribbage": 155, "cuckoo": 66, "go_fish": 75,
    "golf": 85, "goofspiel": 54, "hearts": 86, "leduc_poker": 76, "president": 59, "rummy": 93, "scopa": 94,
    "whist": 69,
}  # fmt: skip
"""Lines of code of the same games in RECYCLE, each for one number of players.

From github.com/mgoadric/valet, `assets/games/*.rcy` at commit 94c4607, without blank lines and comments.
"""

OTHERS = ("gin_rummy", "golf_solitaire", "kuhn_poker", "liars_dice", "pig")

SHORT = {
    "blackjack": {"rounds": 2}, "crazy_eights": {"goal": 1}, "cribbage": {"goal": 31}, "cuckoo": {"lives": 2},
    "gin_rummy": {"goal": 1}, "golf": {"holes": 1}, "hearts": {"goal": 26}, "liars_dice": {"dice_each": 3},
    "pig": {"goal": 20}, "president": {"goal": 3}, "rummy": {"goal": 1}, "scopa": {"goal": 1},
    "whist": {"goal": 1},
}  # fmt: skip
"""Settings for a short game."""

LONGEST = 3_000
"""Decisions of a short game at most; what goes on longer by far does not end."""


def classic(name: str) -> Game:
    """One of the classics."""
    return game_at(FOLDER / f"{name}.rules")


def code_lines(path: Path) -> int:
    """Lines of a rules file without blank ones, comments, notes and examples."""
    lines, in_example = 0, False
    for line in path.read_text(encoding="utf-8").splitlines():
        in_example = in_example or line.startswith("example ")
        if not in_example and line.strip() and not line.lstrip().startswith("#"):
            lines += 1
        if line.startswith("}"):
            in_example = False
    return lines


def test_the_texts_are_short() -> None:
    lines = {name: code_lines(FOLDER / f"{name}.rules") for name in RECYCLE}
    assert [name for name in RECYCLE if lines[name] > 0.95 * RECYCLE[name]] == []
    assert sum(lines.values()) <= sum(RECYCLE.values()) / 2


def row_of_the_table(name: str) -> list[str]:
    """What the table of the document has to say about a game: where it is, its players, lines and share."""
    game, lines, theirs = classic(name), code_lines(FOLDER / f"{name}.rules"), RECYCLE.get(name)
    players = " to ".join(str(n) for n in sorted({game.players[0], game.players[-1]}))
    share = f"{lines / theirs:.0%}" if theirs else "–"
    return [
        f"[{game.title}](../examples/classics/{name}.rules)",
        players,
        str(lines),
        str(theirs or "–"),
        share,
    ]


def test_the_table_of_the_document_is_current() -> None:
    document = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
    table = document.partition("\n| game | players |")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    ours, theirs = sum(code_lines(FOLDER / f"{name}.rules") for name in RECYCLE), sum(RECYCLE.values())
    assert [[row[0], row[1], *row[3:]] for row in rows[:-1]] == [
        row_of_the_table(name) for name in sorted([*RECYCLE, *OTHERS])
    ]
    assert all(row[2] for row in rows[:-1]), "what the game shows"
    assert rows[-1][3:] == [str(ours), str(theirs), f"{ours / theirs:.0%}"]


@pytest.mark.parametrize("name", [*RECYCLE, *OTHERS])
def test_each_says_where_its_rules_are_from_and_has_examples(name: str) -> None:
    text = (FOLDER / f"{name}.rules").read_text(encoding="utf-8")
    comment, _, rest = text.partition("\n\n##")
    assert all(line.startswith("#") for line in comment.splitlines())
    assert "rules as" in comment or "poker" in comment
    assert f'\ngame "{classic(name).title}"\nplayers' in rest.partition("\n\n")[0], "a note on the game"
    assert len(run_examples(classic(name))) >= 2


def test_there_are_no_other_files() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*RECYCLE, *OTHERS}


# ---------------------------------------------------------------------------------------------
# Random games


def sensible(machine: Machine, options: list[Option]) -> list[Option]:
    """Those options that lead to an end: chance alone hardly ever knocks, melds or keeps low cards."""
    eager = [option for option in options if option.label in ("Knock", "Meld")]
    discards = [option for option in options if option.label == "Discard" and option.bindings]
    if eager or not discards:
        return eager or options
    layout = machine.layout
    worth = [pips(layout.face_code[layout.piece_face[option.bindings[0]]]) for option in discards]
    return [option for option, points in zip(discards, worth, strict=True) if points == max(worth)]


def random_game(machine: Machine, seed: int) -> Position:
    """Plays a game, nearly at random."""
    rng = random.Random(seed)
    pos = machine.initial(seed)
    while not pos.over:
        assert pos.decisions < LONGEST
        machine.apply_in_place(pos, rng.choice(sensible(machine, machine.options(pos))))
        assert machine.check_invariants(pos) == []
    assert not pos.no_result
    return pos


def short_games(name: str, seeds: int) -> Iterator[tuple[Machine, Position]]:
    """Short games that have ended, for every number of players."""
    for players in classic(name).players:
        machine = Machine(classic(name).program(classic(name).configure(players, SHORT.get(name))))
        for seed in range(seeds):
            yield machine, random_game(machine, seed)


@pytest.mark.parametrize("name", [*RECYCLE, *OTHERS])
def test_random_games_end(name: str) -> None:
    for machine, pos in short_games(name, 1):
        assert machine.outcome(pos).ranking


@pytest.mark.slow
@pytest.mark.parametrize("name", [*RECYCLE, *OTHERS])
def test_many_random_games_end(name: str) -> None:
    for machine, pos in short_games(name, 200):
        assert machine.outcome(pos).ranking


def numbers(machine: Machine, pos: Position, name: str) -> list[int]:
    """The values of a variable that is a number for each player."""
    return [value for value in Table(machine, pos).variable(name) if isinstance(value, int)]


def test_whist_shows_the_last_card_and_gives_it_to_the_dealer() -> None:
    machine = Machine(classic("whist").program())
    for seed in range(5):
        table = Table(machine, machine.initial(seed))
        known = [piece for piece in table.zone("D.hand") if table.pos.known[piece] == 0b1111]
        suits = [machine.layout.face_values[0][machine.layout.piece_face[piece]] for piece in known]
        assert suits == table.variable("trump")


POINTS = {"A": 1, "2": -2, "T": 10, "J": 10, "Q": 10, "K": 0}


def test_golf_counts_columns() -> None:
    for machine, pos in short_games("golf", 3):
        table = Table(machine, pos)
        for seat, score in zip(machine.layout.seat_names, table.variable("score"), strict=True):
            total = 0
            for column in (1, 2, 3):
                ranks = [table.faces(f"{seat}.grid[{column}, {line}]")[0][0] for line in ("upper", "lower")]
                if ranks[0] != ranks[1]:
                    total += sum(POINTS[r] if r in POINTS else int(r) for r in ranks)
            assert score == total


# ---------------------------------------------------------------------------------------------
# Hands, counted by plain enumeration

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def pips(card: str) -> int:
    """What a card counts: aces 1, court cards 10."""
    return min(10, "A23456789TJQK".index(card[0]) + 1)


def hands(name: str, given: str, told: list[tuple[str, str]]) -> None:
    """Examples: the cards of each pair, parts between slashes, stand in `given`; the rest is expected."""
    text = classic(name).text.partition("\nexample ")[0]
    for number, (cards, expected) in enumerate(told):
        position = given.format(*cards.split("/"))
        text += f'\nexample "{number}" {{\n    given {position}\n    expect {expected}\n}}\n'
    failures = [
        f"{told[int(r.title)]}: {r.failure.actual}" for r in run_examples(load_text(text)) if r.failure
    ]
    assert failures == []


def cribbage_points(four: list[str], start: str, crib: bool = False) -> int:
    """The points of a hand of cribbage, or of the crib."""
    five = [*four, start]
    parts = [part for size in range(2, 6) for part in combinations(five, size)]
    points = sum(2 for part in parts if sum(map(pips, part)) == 15)
    points += sum(2 for one, other in combinations(five, 2) if one[0] == other[0])
    for size in (5, 4, 3):
        runs = 0
        for part in parts:
            places = sorted("A23456789TJQK".index(card[0]) for card in part)
            runs += len(part) == size and places == list(range(places[0], places[0] + size))
        if runs:
            points += runs * size
            break
    if len({card[1] for card in four}) == 1:
        points += 5 if four[0][1] == start[1] else 0 if crib else 4
    return points + (f"J{start[1]}" in four)


KNOWN = {
    "5C 5D 5S JH/5H": 29, "5C 5D 5S 5H/KD": 28, "4C 4D 5S 5H/6D": 24, "7C 7D 8S 8H/9D": 24,
    "6C 6D 7S 8H/8D": 20, "3C 3D 3S 9H/3H": 24, "5C 5D 5S 5H/2D": 20, "AC 2D 2S 3H/3D": 16,
    "7C 7D 7S AH/7H": 24, "AC 2C 3C 4C/5C": 12, "2C 4D 6S 8C/KH": 0, "AC 3D 7S 9H/JD": 0, "2C 4C 6C 8C/KC": 5,
    "2C 4C 6C 8C/KH": 4, "JC 2D 4S 6H/8C": 1,
}  # fmt: skip
"""Hands with the points that players know by heart; a slash stands before the card turned up."""


def test_cribbage_hands() -> None:
    rng = random.Random(19)
    dealt = [rng.sample(DECK, 5) for _ in range(80)]
    told = [(" ".join(five[:4]) + "/" + five[4], cribbage_points(five[:4], five[4])) for five in dealt]
    for cards, points in KNOWN.items():
        four, start = cards.split("/")
        assert cribbage_points(four.split(), start) == points
    expected = [(cards, f"A.score is {points}") for cards, points in [*KNOWN.items(), *told]]
    hands("cribbage", "players = 2, start = [{1}], A.played = [{0}], at show(A, A.played, no)", expected)


def pegged(line: list[str]) -> int:
    """What the last card of a line scores while cards are played, without the point for the last card."""
    places = ["A23456789TJQK".index(card[0]) for card in line]
    points = 2 * (sum(map(pips, line)) in (15, 31))
    alike = next((n for n, place in enumerate(reversed(places)) if place != places[-1]), len(places))
    points += alike * (alike - 1)
    for size in range(len(places), 2, -1):
        if sorted(places[-size:]) == list(range(min(places[-size:]), min(places[-size:]) + size)):
            return points + size
    return points


@pytest.mark.parametrize("players", [2, 3])
def test_cribbage_is_scored_move_by_move(players: int) -> None:
    """Somebody else keeps the score of random games: the line, goes, hands in order, and the crib."""
    machine = Machine(classic("cribbage").program(classic("cribbage").configure(players)))
    seats, rng = machine.layout.seat_names, random.Random(players)
    for seed in range(4):
        pos, line, dealer = machine.initial(seed), list[str](), players - 1
        while not pos.over:
            table = Table(machine, pos)
            seat, option = table.seat, rng.choice(machine.options(pos))
            after = machine.apply(pos, option)
            gained = [0] * players
            if option.label == "Play":
                card = machine.layout.face_code[machine.layout.piece_face[option.bindings[0]]]
                left = [c for name in seats for c in table.faces(f"{name}.hand") if c != card]
                line.append(card)
                gained[seat] += pegged(line)
                if all(pips(c) + sum(map(pips, line)) > 31 for c in left):
                    gained[seat] += sum(map(pips, line)) < 31
                    line = []
                if not left:
                    start = table.faces("start")[0]
                    for number, name in enumerate(seats):
                        four = table.faces(f"{name}.played") + [card] * (number == seat)
                        gained[number] += cribbage_points(four, start)
                    gained[dealer] += cribbage_points(table.faces("crib"), start, crib=True)
                    dealer = (dealer + 1) % players
            elif Table(machine, after).faces("start"):
                gained[dealer] += 2 * (Table(machine, after).faces("start")[0][0] == "J")
            told = zip(numbers(machine, after, "score"), numbers(machine, pos, "score"), strict=True)
            assert after.over or [now - before for now, before in told] == gained
            pos = after
        assert max(numbers(machine, pos, "score")) >= 121


def melds(cards: list[str]) -> Iterator[tuple[str, ...]]:
    """Every set and run of these cards."""
    for size in range(3, len(cards) + 1):
        for part in combinations(cards, size):
            places = sorted("A23456789TJQK".index(card[0]) for card in part)
            run = len({c[1] for c in part}) == 1 and places == list(range(places[0], places[0] + size))
            if run or len(set(places)) == 1:
                yield part


def deadwood(cards: list[str]) -> int:
    """The fewest points that melds leave."""
    found = [set(meld) for meld in melds(cards)]
    best = [0]

    def add(number: int, taken: set[str]) -> None:
        best[0] = max(best[0], sum(map(pips, taken)))
        for later in range(number, len(found)):
            if taken.isdisjoint(found[later]):
                add(later + 1, taken | found[later])

    add(0, set())
    return sum(map(pips, cards)) - best[0]


def test_gin_rummy_deadwood() -> None:
    rng = random.Random(31)
    near = [card for card in DECK if card[0] in "34567" or card[1] == "H"]
    dealt = [rng.sample(near if number % 2 else DECK, 10) for number in range(40)]
    expected = [(" ".join(ten), f"A.hand.deadwood is {deadwood(ten)}") for ten in dealt]
    hands("gin_rummy", "A.hand = [{0}], refused = 3, rest in stock, at turn of A in round", expected)


# ---------------------------------------------------------------------------------------------
# Whole trees


def tree(machine: Machine) -> tuple[dict[str, int], Fraction]:
    """How many nodes there are of each kind; what random play is worth to the first player."""
    counts = {"terminal": 0, "chance": 0, "decision": 0}

    def value(node: Position | ChanceNode) -> Fraction:
        if isinstance(node, ChanceNode):
            counts["chance"] += 1
            event = node.event
            weights = [Fraction(weight, event.total) for weight in event.weights]
            return sum((w * value(node.resolve(i)) for i, w in enumerate(weights)), Fraction(0))
        if node.over:
            counts["terminal"] += 1
            payoffs = machine.outcome(node).payoffs
            assert sum(payoffs) == 0
            return Fraction(payoffs[0])
        counts["decision"] += 1
        options = machine.options(node)
        return sum((value(machine.advance(node, option)) for option in options), Fraction(0)) / len(options)

    return counts, value(machine.begin())


@pytest.mark.parametrize(
    ("name", "players", "counts", "worth"),
    [
        ("kuhn_poker", 2, (30, 4, 24), Fraction(1, 8)),
        ("kuhn_poker", 3, (312, 17, 288), Fraction(15, 64)),
        ("leduc_poker", 2, (1_116, 49, 774), Fraction(-5, 64)),
    ],
)
def test_trees(name: str, players: int, counts: tuple[int, int, int], worth: Fraction) -> None:
    """The numbers are OpenSpiel's, for Leduc with equal cards as one."""
    game = classic(name)
    found, value = tree(Machine(game.program(game.configure(players))))
    assert tuple(found.values()) == counts
    assert value == worth
