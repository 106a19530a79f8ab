"""Random games that are valid: they check without errors and can be played.

`game_text(seed)` writes a whole file. It draws on every kind of declaration, statement, generator and
expression, with the types right; whether a game makes sense is another matter, so it may well fault in play
(a deck runs dry), but it may never trouble the checker, the engine or the formatter.
"""

# ruff: noqa: E501 -- templates of rules text are easier to read on one line

from __future__ import annotations

from random import Random

from attrs import define, field


@define
class Names:
    """What is in scope: names by type."""

    players: list[str] = field(factory=list)
    cards: list[str] = field(factory=list)
    lists: list[str] = field(factory=list)
    numbers: list[str] = field(factory=list)
    suits: list[str] = field(factory=list)
    melds: list[str] = field(factory=list)
    chooser: str = ""

    def inner(self) -> Names:
        """A copy to be added to."""
        return Names(
            list(self.players), list(self.cards), list(self.lists), list(self.numbers), list(self.suits),
            list(self.melds), self.chooser,
        )  # fmt: skip


class Writer:
    """Writes one game from a seed."""

    def __init__(self, seed: int) -> None:
        self.r = Random(seed)
        self.count = 0
        self.lines: list[str] = []
        self.hand = self.r.choice(["row", "bag"])
        self.in_turns = False
        self.in_together = False

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def pick(self, *choices: str) -> str:
        return self.r.choice(choices)

    # -- expressions --------------------------------------------------------------------------

    def number(self, names: Names, depth: int = 2) -> str:
        simple = [str(self.r.randint(0, 4)), "stock.size", "players", "supply.coin", "total", "goal"]
        simple += [
            *names.numbers,
            *(f"{p}.score" for p in names.players),
            *(f"{p}.coin" for p in names.players),
        ]
        simple += [f"{p}.hand.size" for p in names.players] + [f"{c}.pips" for c in names.cards]
        if depth <= 0:
            return self.r.choice(simple)
        a, b = self.number(names, depth - 1), self.number(names, depth - 1)
        q, c = self.fresh("q"), self.fresh("c")
        inner = names.inner()
        inner.players.append(q)
        return self.r.choice(
            [
                *simple, f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"mod({a}, 3)", f"abs({a} - {b})",
                f"{self.pick('most', 'fewest')}({a}, {b})", f"(if {self.test(names, 0)} then {a} else {b})",
                f"count(player {q} where {self.test(inner, 0)})", f"sum({c}.pips for {c} in {self.cards(names)})",
                f"most({q}.score for player {q})", f"count({self.suit(names)} from {self.cards(names)})",
                f"most({c}.pips for {c} in {self.cards(names)} else 0)", "all hand.size", f"({a})",
                f"weight({self.cards(names)})", f"prize[players, {self.r.randint(1, 2)}]",
            ]
        )  # fmt: skip

    def test(self, names: Names, depth: int = 2) -> str:
        simple = [
            f"{self.number(names, 0)} {self.pick('<', '<=', '>', '>=', 'is', 'is not')} {self.number(names, 0)}",
            f"{self.zone(names)} is {self.pick('', 'not ')}empty",
            "mark is none",
            "easy",
            f"{self.number(names, 0)} is {self.r.randint(0, 3)} | {self.r.randint(4, 9)}",
        ]
        for card in names.cards:
            simple += [
                f"{card} is {self.suit(names)}",
                f"{card} is {self.r.randint(2, 5)} | A",
                f"{card} is 2..4",
            ]
        for p in names.players:
            simple += [
                f"{p}.rich",
                f"leader is {p}",
                f"{p}.played is {self.pick('A', 'hearts', 'A of hearts')}",
            ]
        if depth <= 0:
            return self.r.choice(simple)
        a, b = self.test(names, depth - 1), self.test(names, depth - 1)
        q = self.fresh("q")
        inner = names.inner()
        inner.players.append(q)
        return self.r.choice(
            [
                *simple, f"({a} and {b})", f"({a} or {b})", f"not {a}", f"{self.cards(names)} has {self.suit(names)}",
                f"some(player {q} where {self.test(inner, depth - 1)})", f"{self.cards(names)} is set | run",
                f"sole(player {q} with most {q}.score) is {self.pick('none', 'leader')}",
                f"first(player {q} where {self.test(inner, 0)}) is not none",
            ]
        )  # fmt: skip

    def suit(self, names: Names) -> str:
        return self.r.choice(["clubs", "hearts", *names.suits])

    def seat(self, names: Names) -> str:
        some = self.r.choice([*names.players, "leader", "seat(1)"])
        return self.pick(some, f"{some}.left", f"{some}.right", f"left({some}, 2)")

    def zone(self, names: Names) -> str:
        open_ = ["discard", "board", "pot"]
        return self.r.choice(
            [*open_, *(f"{p}.won" for p in names.players), *(f"{p}.played" for p in names.players)]
        )

    def cards(self, names: Names) -> str:
        """Cards that everybody may look at, or the chooser's own."""
        own = [f"{names.chooser}.hand"] if names.chooser else [f"{p}.hand" for p in names.players]
        plain = [*own, "board", "discard", *names.lists, *(f"{p}.won" for p in names.players)]
        a, b = self.r.choice(plain), self.r.choice(plain)
        return self.r.choice(
            [*plain, f"({a} + {b})", f"({a} - {b})", f"last({self.pick('board', 'discard')}, 2)"]
        )

    # -- statements ---------------------------------------------------------------------------

    def block(self, names: Names, depth: int, least: int = 1) -> str:
        body = [self.statement(names, depth) for _ in range(self.r.randint(least, 3))]
        return "{\n" + "\n".join(body) + "\n}"

    def statement(self, names: Names, depth: int) -> str:
        simple = [self.moving, self.moving, self.setting, self.setting, self.showing]
        nested = [self.choosing, self.choosing, self.looping, self.branching]
        return self.r.choice(simple + (nested if depth > 0 else []))(names, depth)

    def moving(self, names: Names, depth: int) -> str:
        p = self.seat(names)
        options = [
            f"up to {self.number(names, 0)} from stock -> {p}.hand", "up to 2 from stock -> board",
            f"up to {self.r.randint(1, 3)} from stock -> each hand", "discard -> stock shuffled",
            f"{self.suit(names)} from board -> discard", "board -> discard", f"{p}.won -> discard",
            f"up to {self.r.randint(1, 3)} coin from {p} -> {self.pick('supply', 'pot')}",
            f"up to 1 coin from supply else pot -> {p}", "up to 1 from stock -> board face down",
            f"if {p}.played is not empty {{ {p}.played -> {self.pick('discard', f'{p}.won', 'board at end')} }}",
            "all played -> discard", "pot -> pot", "flip all won face up", "trick -> discard",
        ]  # fmt: skip
        return self.r.choice(options)

    def setting(self, names: Names, depth: int) -> str:
        p = self.seat(names)
        local = self.fresh("v")
        return self.pick(
            f"{p}.score += {self.number(names)}", f"{p}.score = {self.number(names)}", f"leader = {self.seat(names)}",
            f"mark = {self.pick('none', self.suit(names))}", f"total -= {self.number(names, 1)}",
            f"seen[{p}, {self.suit(names)}] = {self.test(names, 1)}", f"var {local} = {self.number(names)}",
            f"pile_up += {self.cards(names)}", "pile_up = empty",
        )  # fmt: skip

    def showing(self, names: Names, depth: int) -> str:
        p = self.seat(names)
        c = self.fresh("c")
        return self.pick(
            f"reveal {p}.hand", f"reveal hearts from {p}.hand", "roll all die", "shuffle stock",
            f"sort {c} in board with {self.pick('most', 'fewest')} {c}.pips", "play tidy", "reverse turn",
            "at once { board -> discard; up to 1 from stock -> board }", f"play reward({p}, {self.number(names, 0)})",
        )  # fmt: skip

    def branching(self, names: Names, depth: int) -> str:
        text = f"if {self.test(names)} {self.block(names, depth - 1)}"
        if self.r.random() < 0.5:
            text += f" else {self.block(names, depth - 1)}"
        return text

    def looping(self, names: Names, depth: int) -> str:
        inner = names.inner()
        until = f" until {self.test(names, 1)}" if self.r.random() < 0.3 else ""
        kind = self.r.randint(0, 4)
        if kind == 0:
            return f"repeat {self.r.randint(1, 3)} {self.block(names, depth - 1)}{until}"
        if kind == 1:
            q = self.fresh("q")
            inner.players.append(q)
            where = f" where {self.test(inner, 0)}" if self.r.random() < 0.5 else ""
            return f"each player {q} from leader{where} {self.block(inner, depth - 1)}{until}"
        if kind == 2:
            c = self.fresh("c")
            inner.cards.append(c)
            return f"each {c} in {self.cards(names)} {self.block(inner, depth - 1)}{until}"
        if kind == 3:
            n = self.fresh("n")
            inner.numbers.append(n)
            return f"each {n} in {self.pick('1..3', '[3 1 1]', '0 | 2')} {self.block(inner, depth - 1)}"
        s = self.fresh("s")
        inner.suits.append(s)
        return f"each suit {s} {self.block(inner, depth - 1)}"

    def choosing(self, names: Names, depth: int) -> str:
        who = self.r.choice(names.players) if names.players else "leader"
        inner = names.inner()
        inner.chooser = who
        if self.r.random() < 0.5:
            clause, body = self.option(inner, who, depth)
            verb = self.pick("chooses", "may choose")
            end = " otherwise { }" if verb == "chooses" else ""
            return f'{who} {verb} "{self.fresh("Do ")}": {clause}\n{body}{end}'
        options = []
        for _ in range(self.r.randint(1, 3)):
            clause, body = self.option(inner, who, depth)
            note = "## A note for players.\n" if self.r.random() < 0.3 else ""
            options.append(f'{note}option "{self.fresh("Do ")}": {clause}\n{body}')
        return f"{who} chooses {{\n" + "\n".join(options) + "\notherwise { }\n}"

    def option(self, names: Names, who: str, depth: int) -> tuple[str, str]:
        inner = names.inner()
        source = self.pick(f"{who}.hand", f"{who}.hand", "board", f"{who}.hand + board")
        kind = self.r.randint(0, 5)
        if kind == 0:
            c = self.fresh("c")
            inner.cards.append(c)
            gen, act = f"{c} in {source}", self.pick(f"{c} -> discard", f"{c} -> board", f"{c} -> {who}.won")
        elif kind == 1:
            s = self.fresh("s")
            inner.suits.append(s)
            gen, act = f"suit {s}", f"mark = {s}"
        elif kind == 2:
            x = self.fresh("x")
            inner.lists.append(x)
            size = self.pick("2 cards", "any 1..2", "any 0..1")
            gen, act = f"{x} in {size} from {source}", f"{x} -> discard"
        elif kind == 3:
            m = self.fresh("m")
            pattern = self.pick("set | run", "run", "exact(5)", "set")
            using = self.hand == "row" and self.r.random() < 0.5
            gen = f"{m} in {pattern} from {source}"
            if using:
                gen = f"{m} in {pattern} using slice from {who}.hand and any from board"
            act = self.pick(f"trick -> discard\n{m} -> trick", f"{m} -> new laid", f"{m} -> discard")
        elif kind == 4:
            n, y = self.fresh("n"), self.fresh("y")
            inner.numbers += [n, y]
            gen, act = f"{n} in 1..3, {y} = {n} * 2", f"{who}.score += {y}"
        else:
            q = self.fresh("q")
            inner.players.append(q)
            gen, act = f"{q} in {who}.others", f"{q}.score += 1"
        wheres = [f" where {self.test(inner, 1)}{self.reason()}" for _ in range(self.r.randint(0, 2))]
        keys = " with most " + self.number(inner, 0) if self.r.random() < 0.15 else ""
        more = "\n" + self.statement(inner, depth - 1) if self.r.random() < 0.5 else ""
        return gen + "".join(wheres) + keys, "{\n" + act + more + "\n}"

    def reason(self) -> str:
        return self.pick("", ' else "not now"', ' if possible else "better not"')

    # -- the file -----------------------------------------------------------------------------

    def text(self) -> str:
        names = Names(players=["p"])
        steps = "\n".join(self.statement(names, 2) for _ in range(self.r.randint(1, 3)))
        tidy = "\n".join(self.moving(Names(), 0) for _ in range(2))
        together = (
            'together player p {\np chooses "Bid": c in p.hand { c -> p.won } otherwise { }\n}\n'
            if self.r.random() < 0.4
            else ""
        )
        when_names = Names(players=["q"])
        return f"""# A game that nobody would play.
game "Random"
players {self.pick("2", "2..3", "1..4")}
setting easy: yes/no = {self.pick("yes", "no")}
setting goal: 3..9 = 5

enum suit: clubs "C", hearts "H"
enum rank: A, 2..5
table pips[rank] {{ A: 1; 2..5: itself }}
table prize[players, place] {{
    1 | 2: 3 0
    any: 2 1
}}
cards deck: suit * rank * {self.r.randint(1, 2)} copies{self.pick("", ', suit * any rank "*"')}
tokens coin: {self.r.randint(2, 5)} per player, {self.r.randint(0, 2)} each
dice die: {self.r.randint(1, 3)}

meld set: {self.pick("1", "2")}.. cards, same rank
meld run: 2.. cards, consecutive rank{self.pick("", ", same suit")}{self.pick("", ", low A")}
meld exact(n): 1..{self.r.randint(2, 3)} cards, total worth n

zone stock: pile, hidden
zone discard: pile, open
zone board: row, open
zone pot: bag, open
zone trick: meld, open
zone laid: melds, open
zone cup: bag, open
## What you hold.
zone hand per player: {self.hand}, private
zone played per player: slot, open
zone won per player: {self.pick("pile", "bag", "row")}, {self.pick("open", "open", "private")}

var score per player = 0
var leader: player = seat(1)
var mark: suit or none{self.pick("", ", each turn")}
var total = {self.r.randint(0, 9)}{self.pick("", ", each round")}
var seen per player, suit = no
var pile_up: cards = empty

define rich(q) = q.coin > 2 or q.score > goal
define weight(cs) = cs.size * 2
define worth(c) = if c is A | 2..5 then 2 else 1

while easy {{ define rich(q) = base and q.score > 1 }}
when player q where {self.test(when_names, 1)} {{
    q.score += 1
    {self.pick("", "play tidy", "end round")}
}}

phase game {{
    all deck -> stock shuffled
    all die -> cup
    up to 3 from stock -> each hand
    repeat {self.r.randint(1, 3)} {{ play round }}
}}
phase round {{
    {together}turns player p from leader {{
        {self.pick("", "at end of turn { up to 1 from stock -> board }")}
        p chooses "Lead": c in p.hand {{ c -> discard }} otherwise {{ end game }}
        {steps}
        {self.pick("", 'p may choose "Again" { restart turn }', "next misses turn", "if p.rich { end turn }")}
    }} until p.score > goal or p.hand is empty or total > 20
}}
phase tidy {{
    {tidy}
}}
phase reward(who, n) {{
    if n > 2 {{ who.score += n }} else {{ who.score -= 1 }}
}}
result player p: most p.score, then fewest p.hand.size
{self.pick("", "payoff player p: p.score")}
invariant player p: p.coin >= 0
"""


def game_text(seed: int) -> str:
    """A valid game, always the same for the same seed."""
    return Writer(seed).text()
