"""Generators, conditions and orders; patterns of cards and melds."""

from __future__ import annotations

from attrs import define

from tests.generators.base import IF, PATTERN, SUM, Maker, Scope, Value


@define
class Clause:
    """A clause as text, and the scope in which its names are bound."""

    text: str
    scope: Scope


def face_pattern(m: Maker, scope: Scope, depth: int, joined: bool = False) -> Value:
    """What a card may fit; before `from` no number stands alone, for that would be how many."""
    suits, ranks = m.world.enums["suit"], m.world.enums["rank"]
    high = m.draws.number(1, len(ranks) - 1)
    low = m.draws.number(0, high - 1)
    words = [rank for rank in ranks if not rank.isdigit()]
    suit = m.make("suit", scope, max(depth - 1, 0)) if m.draws.chance(40) else Value(m.draws.one_of(suits))
    singles = [single for kind in m.world.cards for single in kind.singles]
    found = [
        m.draws.one_of(suits), f"{ranks[low]}..{ranks[high]}", f"{ranks[low]} | {ranks[high]}",
        f"{ranks[low]}..{ranks[high]} of {suits[0]}", f"{words[0]} of {suit.at(SUM)}",
        f"{words[0]} of {suits[1]} | {suits[0]}", words[0], *singles[:1],
    ]  # fmt: skip
    marked = [v.name for v in m.world.variables if v.type == "suit?"]
    if joined and not scope.own and not scope.fixed:
        found += [ranks[low], *marked, *scope.of("suit"), *scope.of("rank"), f"{suit.at(SUM)} | {ranks[low]}"]
    return Value(m.draws.one_of(found), PATTERN)


def meld_pattern(m: Maker, scope: Scope) -> str:
    """Kinds of melds."""
    found = ["set", "run", "set | run"]
    number = m.make("number", scope, 0)
    found += [f"{name}({number})" if parameters else name for name, parameters in m.world.melds]
    return m.draws.one_of([*found, *m.world.orders])


def generator(m: Maker, scope: Scope, depth: int, wide: bool = True) -> Clause | None:
    """One generator that binds a new name. `wide`: also ways that may bind very many."""
    ways = [_player, _member, _member, _card, _card, _number, _values, _let, _let]
    if wide:
        ways += [_subset, _meld, _meld, _piece, _fitting, _die, _laid]
    return m.draws.one_of(ways)(m, scope, depth)


def _bound(m: Maker, scope: Scope, stem: str, type_: str, text: str, *more: tuple[str, str]) -> Clause:
    name = m.fresh(stem)
    text = text.replace("@", name)
    return Clause(text, scope.with_((type_, name), *((kind, name) for kind, _ in more)))


def _player(m: Maker, scope: Scope, depth: int) -> Clause | None:
    if scope.own or scope.fixed:
        return None
    start = m.draws.pick("", "", f" from {m.make('player', scope, 0).at(SUM)}")
    others = m.try_("players", scope, depth) if m.draws.chance(30) else None
    text = f"@ in {others.at(PATTERN)}" if others else f"player @{start}"
    return _bound(m, scope, "q", "player", text)


def _member(m: Maker, scope: Scope, depth: int) -> Clause | None:
    type_ = m.draws.one_of([t for t in ("suit", "rank", "stall") if t in m.world.enums])
    first, second = m.world.enums[type_][:2]
    start = f" from {m.make(type_, scope, 0).at(SUM)}" if m.draws.chance(40) else ""
    text = f"{type_} @{start}"
    if type_ != "stall" and m.draws.chance(30):
        text = (
            f"@ in {m.world.enums['suit'][0]} | {m.make('suit', scope, 0).at(SUM)}"
            if type_ == "suit"
            else text
        )
        words = [r for r in m.world.enums["rank"] if not r.isdigit()]
        text = f"@ in {words[0]} | {words[-1]}" if type_ == "rank" and len(words) > 1 else text
    elif type_ == "suit" and m.draws.chance(50):
        text = f"@ in {first}..{second}"
    if m.world.teams and not scope.own and m.draws.chance(20):
        return _bound(m, scope, "t", "team", "team @")
    return _bound(m, scope, type_[0], type_, text)


def _card(m: Maker, scope: Scope, depth: int) -> Clause | None:
    cards = m.try_("cards", scope, depth)
    return _bound(m, scope, "c", "card", f"@ in {cards.at(SUM)}") if cards and not scope.fixed else None


def _piece(m: Maker, scope: Scope, depth: int) -> Clause | None:
    """Every card or die of a kind, wherever it is: only for those who may know everything."""
    if scope.reader or scope.own or scope.fixed:
        return None
    kind = m.draws.one_of(m.world.cards)
    if kind.dice:
        return _bound(m, scope, "d", "die", f"{kind.name} @")
    more = [("owned", "")] if kind.owned else []
    type_ = "card" if kind.name == "deck" else "odd"
    return _bound(m, scope, "c", type_, f"{kind.name} @", *more)


def _fitting(m: Maker, scope: Scope, depth: int) -> Clause | None:
    cards = m.try_("cards", scope, depth)
    if cards is None or scope.fixed:
        return None
    return _bound(m, scope, "c", "card", f"@ in {face_pattern(m, scope, depth)} from {cards.at(SUM)}")


def _die(m: Maker, scope: Scope, depth: int) -> Clause | None:
    dice = m.try_("dice", scope, depth)
    if dice is None or scope.fixed:
        return None
    if m.draws.chance(30):
        return _bound(m, scope, "s", "dice", f"@ in any 0..2 from {dice.at(SUM)}")
    return _bound(m, scope, "d", "die", f"@ in {dice.at(SUM)}")


def _number(m: Maker, scope: Scope, depth: int) -> Clause | None:
    low = m.draws.number(0, 2)
    high = str(low + m.draws.number(0, 3)) if m.draws.chance(60) else m.make("number", scope, 0).at(SUM)
    if (high.isdigit() and int(high) < low) or high.startswith("("):
        high = str(low + 1)
    return _bound(m, scope, "n", "number", f"@ in {low}..{high}")


def _values(m: Maker, scope: Scope, depth: int) -> Clause | None:
    number = m.make("number", scope, depth)
    numbers = m.make("numbers", scope, depth) if not scope.own else Value("[1 2]")
    return m.draws.pick(
        _bound(m, scope, "n", "number", f"@ in 0 | {number.at(SUM)}"),
        _bound(m, scope, "n", "number", f"@ in {numbers.at(PATTERN)}"),
        _bound(m, scope, "b", "truth", "@ in no | yes"),
    )


def _let(m: Maker, scope: Scope, depth: int) -> Clause | None:
    type_ = m.draws.pick("number", "number", "truth", "cards", "player", "suit")
    value = m.try_(type_, scope, depth)
    return _bound(m, scope, "x", type_, f"@ = {value}") if value is not None else None


def _subset(m: Maker, scope: Scope, depth: int) -> Clause | None:
    cards = m.try_("cards", scope, depth)
    if cards is None or scope.fixed:
        return None
    high = m.make("number", scope, 0)
    high = high if not high.lstrip("-(").isdigit() else Value("2")
    size = m.draws.pick(
        "2 cards", "1 card", "any", "any 1..2", "any 0..1", f"any 0..{high.at(SUM)}", "1 deck"
    )
    zone = cards.at(SUM)
    if size == "any":
        zone = f"last({m.draws.pick('board', 'discard')}, 3)"
    return _bound(m, scope, "s", "cards", f"@ in {size} from {zone}")


def _meld(m: Maker, scope: Scope, depth: int) -> Clause | None:
    cards = m.try_("cards", scope, 0)
    if cards is None or scope.fixed:
        return None
    pattern = meld_pattern(m, scope)
    reader = scope.reader or (scope.of("player") or ("leader",))[0]
    rows = [z for z in m.world.zones if z.name == "hand" and z.kind == "row"]
    slice_ = f"{reader}.hand" if rows and reader.isalnum() and reader != "open" else "board"
    using = m.draws.pick(
        f" using slice from {slice_} and any from {cards.at(SUM)}", f" using slice from {slice_}",
        f" using any from {cards.at(SUM)}", f" from {cards.at(SUM)}", f" from {cards.at(SUM)}",
    )  # fmt: skip
    return _bound(m, scope, "m", "meld", f"@ in {pattern}{using}")


def _laid(m: Maker, scope: Scope, depth: int) -> Clause | None:
    melds = m.try_("melds", scope, depth)
    if melds is None or scope.fixed or melds.level == IF:
        return None
    return _bound(m, scope, "m", "meld", f"@ in {melds.at(SUM)}")


def clause(m: Maker, scope: Scope, depth: int, most: int = 2, wide: bool = True) -> Clause:
    """One generator or more, with conditions and perhaps an order."""
    texts: list[str] = []
    while not texts:
        for _ in range(m.draws.number(1, most)):
            made = generator(m, scope, depth, wide)
            if made is not None:
                texts.append(made.text)
                scope = made.scope
    text = ", ".join(texts)
    if m.draws.chance(50):
        text += f" where {m.make('truth', scope, depth)}"
    return Clause(text + order(m, scope, depth, 15), scope)


def ranked(value: Value, bare: bool = True) -> str:
    """A value where `most` and `fewest` would begin a key."""
    return f"({value})" if bare and value.startswith(("most", "fewest")) else str(value)


def order(m: Maker, scope: Scope, depth: int, percent: int) -> str:
    """`with most ..., then fewest ...`."""
    if not m.draws.chance(percent):
        return ""
    keys = f" with {m.draws.pick('most', 'fewest')} {m.make('number', scope, depth)}"
    if m.draws.chance(40):
        then = m.draws.pick("most ", "fewest ", "")
        value = ranked(m.make(m.draws.pick("number", "truth"), scope, depth), not then)
        keys += f", then {then}{value}"
    return keys


def quantifier(m: Maker, scope: Scope, depth: int) -> Clause:
    """The clause of a quantifier."""
    return clause(m, scope, max(depth, 0), 2, m.draws.chance(60))
