"""Productions of conditions."""

from __future__ import annotations

from tests.generators import clauses, reading
from tests.generators.base import AND, EVERYTHING, NOT, OR, PATTERN, SUM, TEST, Maker, Scope, Value, gives

COMPARISONS = ("<", "<=", ">", ">=", "is", "is not")


@gives("truth", weight=3)
def compared(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.make("number", scope, depth - 1), m.make("number", scope, depth - 1)
    return Value(f"{a.at(SUM)} {m.draws.one_of(COMPARISONS)} {b.at(SUM)}", TEST)


@gives("truth")
def in_range(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, low = m.make("number", scope, depth - 1), m.draws.number(0, 3)
    pattern = m.draws.pick(f"{low} | {low + 2}", f"{low}..{low + 3}", f"0 | {low + 2}..9")
    return Value(f"{a.at(SUM)} is {m.draws.pick('', 'not ')}{pattern}", TEST)


@gives("truth", weight=3)
def emptiness(m: Maker, scope: Scope, depth: int) -> Value | None:
    zone = reading.zone(m, scope, depth, "pile", "row", "bag", "slot", "meld", "melds")
    return Value(f"{zone} is {m.draws.pick('', 'not ')}empty", TEST) if zone else None


@gives("truth", weight=1)
def fixed(m: Maker, scope: Scope, depth: int) -> Value | None:
    found = [name for name, type_ in m.world.settings.items() if type_ == "truth"]
    return (
        Value(m.draws.pick("yes", "no", "players is 2", *found))
        if not found
        else Value(m.draws.one_of(found))
    )


@gives("truth", weight=1)
def local(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("truth")
    return Value(m.draws.one_of(names)) if names else None


@gives("truth")
def variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.variable(m, scope, "truth", depth)


@gives("truth", weight=1)
def is_over(m: Maker, scope: Scope, depth: int) -> Value | None:
    return None if scope.fixed or scope.own else Value("over")


@gives("truth")
def is_none(m: Maker, scope: Scope, depth: int) -> Value | None:
    type_ = m.draws.pick("card?", "card?", "player?", "meld?", "number?", "suit?", "die?")
    maybe = reading.variable(m, scope, type_, 0) if m.draws.chance(50) and not scope.own else None
    maybe = maybe or m.try_(type_, scope, depth - 1)
    if maybe is None or (scope.reader != EVERYTHING and type_ in ("card?", "meld?", "die?") and depth < 1):
        return None
    return Value(f"{maybe.at(SUM)} is {m.draws.pick('', 'not ')}none", TEST)


@gives("truth", 1, 4)
def logic(m: Maker, scope: Scope, depth: int) -> Value | None:
    word, level = m.draws.pick(("and", AND), ("or", OR))
    parts = [m.make("truth", scope, depth - 1) for _ in range(m.draws.number(2, 3))]
    return Value(f" {word} ".join(part.at(level + 1) for part in parts), level)


@gives("truth", 1)
def negated(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(f"not {m.make('truth', scope, depth - 1).at(NOT)}", NOT)


@gives("truth", 1, 4)
def card_fits(m: Maker, scope: Scope, depth: int) -> Value | None:
    card = m.first_of(lambda: m.try_("card", scope, depth - 1), lambda: m.try_("card?", scope, depth - 1))
    if card is None:
        return None
    other = m.try_("card?", scope, depth - 1)
    pattern = str(clauses.face_pattern(m, scope, depth - 1, joined=True))
    if other is not None and m.draws.chance(30):
        pattern = other.at(PATTERN)
    return Value(f"{card.at(SUM)} is {m.draws.pick('', 'not ')}{pattern}", TEST)


@gives("truth", 1, 3)
def list_has(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.try_("cards", scope, depth - 1)
    if cards is None:
        return None
    other = m.try_("card?", scope, depth - 1)
    kind = m.draws.one_of([k for k in m.world.cards if k.codes])
    codes = " ".join(m.draws.some(kind.codes, 1, 2))
    ways = [
        f"has {clauses.face_pattern(m, scope, depth - 1, joined=True)}",
        f"has [{codes}]",
        f"is [{codes}]",
    ]
    if other is not None:
        ways.append(f"has {other.at(PATTERN)}")
    return Value(f"{cards.at(SUM)} {m.draws.one_of(ways)}", TEST)


@gives("truth", 1)
def contained(m: Maker, scope: Scope, depth: int) -> Value | None:
    type_ = m.draws.pick("card", "card", "player", "number")
    one = m.try_(type_, scope, depth - 1)
    several = m.try_({"card": "cards", "player": "players", "number": "numbers"}[type_], scope, depth - 1)
    if one is None or several is None:
        return None
    return Value(f"{one.at(SUM)} is {m.draws.pick('', 'not ')}in {several.at(PATTERN)}", TEST)


@gives("truth", 1)
def same_cards(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.try_("cards", scope, depth - 1), m.try_("cards", scope, depth - 1)
    return Value(f"{a.at(SUM)} is {b.at(PATTERN)}", TEST) if a and b else None


@gives("truth", 1, 3)
def forms_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.first_of(lambda: m.try_("cards", scope, depth - 1), lambda: m.try_("meld", scope, depth - 1))
    if cards is None:
        return None
    return Value(f"{cards.at(SUM)} is {m.draws.pick('', '', 'not ')}{clauses.meld_pattern(m, scope)}", TEST)


@gives("truth", 1, 3)
def of_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    meld = m.try_("meld", scope, depth - 1)
    perhaps = m.try_("meld?", scope, depth - 1)
    found = meld or perhaps
    if found is None:
        return None
    kind = m.draws.one_of([name for name, _ in m.world.melds])
    low = m.draws.number(0, 4)
    tests = [f"{found.atom}.kind is {kind}", f"{found.atom}.by is {m.make('player', scope, 0).at(PATTERN)}"]
    guard = f"{found.at(SUM)} is not none and "
    tests.append(f"{'' if meld else guard}{found.atom}.size > {low}")
    tests.append(f"{'' if meld else guard}{found.atom}.parts.size is {low}")
    return Value(f"({m.draws.one_of(tests)})")


@gives("truth", 1, 4)
def meld_reading(m: Maker, scope: Scope, depth: int) -> Value | None:
    """What all cards of a meld share, and its highest card."""
    meld = m.try_("meld", scope, depth - 1)
    if meld is None:
        return None
    rank = m.draws.one_of(m.world.enums["rank"])
    if m.draws.chance(50):
        return Value(f"({meld.at(SUM)} is set and {meld.atom}.rank is {rank})")
    return Value(f"({meld.at(SUM)} is set | run and {meld.atom}.top > {m.draws.number(0, 3)})")


@gives("truth", 1)
def stronger(m: Maker, scope: Scope, depth: int) -> Value | None:
    """Melds by a declared order."""
    cards = m.try_("cards", scope, 0) if m.world.orders else None
    if cards is None:
        return None
    name = m.fresh("m")
    best = f"most({name} for {name} in poker from {cards.at(SUM)} else none)"
    other = m.try_("meld?", scope, 0)
    if other is None:
        return Value(f"{best} is none", TEST)
    return Value(f"({other.at(SUM)} is none or {best} {m.draws.pick('<', '>', '>=')} {other.at(SUM)})")


@gives("truth", 1, 3)
def of_members(m: Maker, scope: Scope, depth: int) -> Value | None:
    type_ = m.draws.one_of([t for t in ("suit", "rank", "stall", "pace") if t in m.world.enums])
    variables = [v.name for v in m.world.variables if v.type == type_ and not v.keys]
    names = [*scope.of(type_), *([] if scope.fixed else variables)]
    card = m.try_("card", scope, depth - 1) if type_ in ("suit", "rank") else None
    if type_ == "pace" and "pace" in m.world.settings:
        names.append("pace")
    if card is not None:
        names.append(f"{card.atom}.{type_}")
    if not names:
        return None
    member = m.make(type_, scope, depth - 1)
    first, second = m.world.enums[type_][:2]
    return m.draws.pick(
        Value(f"{m.draws.one_of(names)} {m.draws.one_of(COMPARISONS)} {member.at(SUM)}", TEST),
        Value(f"{m.draws.one_of(names)} is {first} | {second}", TEST),
        Value(f"{m.draws.one_of(names)} is {first}..{second}", TEST),
    )


@gives("truth", 1)
def of_players(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.make("player", scope, depth - 1), m.make("player", scope, depth - 1)
    team = m.try_("team", scope, depth - 1)
    if team is not None and m.draws.chance(50):
        return Value(f"{a.atom}.team is {team.at(PATTERN)}", TEST)
    return Value(f"{a.at(SUM)} is {m.draws.pick('', 'not ')}{b.at(PATTERN)}", TEST)


@gives("truth", 1, 4)
def of_place(m: Maker, scope: Scope, depth: int) -> Value | None:
    """Where a card lies, and how."""
    card = m.try_("card", scope, depth - 1)
    zone = reading.zone(m, scope, 0, "row", "pile", "bag")
    if card is None or zone is None:
        return None
    owned = scope.of("owned")
    mine = [f"{m.draws.one_of(owned)}.owner is {m.make('player', scope, 0).at(PATTERN)}"] if owned else []
    tests = [
        f"{card.atom}.holder is {zone}",
        f"{card.atom}.face is {m.make('facing', scope, depth - 1).at(PATTERN)}",
    ]
    return Value(m.draws.pick(*tests, *mine), TEST)


@gives("truth", 1)
def named_card(m: Maker, scope: Scope, depth: int) -> Value | None:
    """A single named card, fixed or found during play."""
    if not any(zone.name == "sky" for zone in m.world.zones) or scope.own or scope.fixed:
        return None
    either = f"(if {m.make('truth', scope, depth - 1)} then storm else calm)"
    return Value(
        f"sky.{m.draws.pick('first', 'top')} is {m.draws.pick('storm', 'fog | calm', either, either)}", TEST
    )


@gives("truth", 1)
def of_owner(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not scope.of("owned"):
        return None
    return Value(
        f"{m.draws.one_of(scope.of('owned'))}.owner is {m.make('player', scope, 0).at(PATTERN)}", TEST
    )


@gives("truth", 1)
def of_dice(m: Maker, scope: Scope, depth: int) -> Value | None:
    die, dice = (
        m.try_("die", scope, depth - 1),
        reading.zone(m, scope, 0, "row", "bag", holds="dice", seen=True),
    )
    if dice is None:
        return None
    low = m.draws.number(1, 3)
    written = [f"cup has [{low} 4]", f"cup is [{low}]"]
    ways = [*written, f"{dice} has {low}", f"{dice} has {low}..{low + 1}"]
    if die is not None:
        ways += [
            f"{die.at(SUM)} is {low}",
            f"{die.at(SUM)} is {low} | {low + 2}..6",
            f"{die.at(SUM)} is {low}..{low + 2}",
        ]
    return Value(m.draws.one_of(ways), TEST)


@gives("truth", 1)
def of_texts(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.make("text", scope, depth - 1), m.make("text", scope, depth - 1)
    return Value(f"{a.at(SUM)} is {b.at(PATTERN)}", TEST)


@gives("truth", 1)
def of_numbers(m: Maker, scope: Scope, depth: int) -> Value | None:
    numbers = m.make("numbers", scope, depth - 1)
    if m.draws.chance(50):
        return Value(f"{numbers.at(SUM)} has {m.draws.pick('2', '1 | 3', '4..6')}", TEST)
    return Value(f"{numbers.at(SUM)} is {m.make('numbers', scope, 0).at(PATTERN)}", TEST)


@gives("truth", 1, 3)
def some(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(f"some({clauses.quantifier(m, scope, depth - 1).text})")


@gives("truth", 1)
def from_table(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.table(m, scope, "truth", depth)


@gives("truth", 1, 3)
def from_define(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.define(m, scope, "truth", depth)
