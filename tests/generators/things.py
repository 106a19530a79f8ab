"""Productions of members, players, teams, holders, cards, dice, melds and lists of them."""

from __future__ import annotations

from tests.generators import clauses, reading
from tests.generators.base import EVERYTHING, IF, PRODUCT, SUM, Maker, Scope, Value, gives


def members(type_: str) -> None:
    """The productions of a declared enum's members."""

    @gives(type_, weight=3)
    def named(m: Maker, scope: Scope, depth: int) -> Value | None:
        return Value(m.draws.one_of(m.world.enums[type_])) if type_ in m.world.enums else None

    @gives(type_, weight=3)
    def local(m: Maker, scope: Scope, depth: int) -> Value | None:
        names = scope.of(type_)
        return Value(m.draws.one_of(names)) if names else None

    @gives(type_)
    def variable(m: Maker, scope: Scope, depth: int) -> Value | None:
        return reading.variable(m, scope, type_, depth)

    @gives(type_, 1)
    def printed(m: Maker, scope: Scope, depth: int) -> Value | None:
        card = m.try_("card", scope, depth - 1) if type_ in ("suit", "rank") else None
        return Value(f"{card.atom}.{type_}") if card else None

    @gives(type_, 1)
    def beside(m: Maker, scope: Scope, depth: int) -> Value | None:
        names = scope.of(type_) or ([v.name for v in m.world.variables if v.type == type_ and not v.keys])
        if not names or scope.fixed:
            return None
        name = m.draws.one_of(names)
        step = m.make("number", scope, depth - 1)
        return Value(m.draws.pick(f"{name}.left", f"{name}.right", f"left({name}, {step})"))

    @gives(type_, 1)
    def from_table(m: Maker, scope: Scope, depth: int) -> Value | None:
        return reading.table(m, scope, type_, depth)

    @gives(type_, 1, 1)
    def best(m: Maker, scope: Scope, depth: int) -> Value | None:
        if type_ not in m.world.enums or type_ == "pace":
            return None
        name = m.fresh("e")
        inner = scope.with_((type_, name))
        key = m.make("number", inner, depth - 1)
        member = m.draws.one_of(m.world.enums[type_])
        if type_ == "stall":
            return Value(f"{m.draws.pick('most', 'fewest')}({name} for {type_} {name})")
        return m.draws.pick(
            Value(f"{m.draws.pick('most', 'fewest')}({name} for {type_} {name})"),
            Value(f"first({type_} {name} with {m.draws.pick('most', 'fewest')} {key})"),
            Value(f"the({type_} {name} where {name} is {member})"),
        )


for each in ("suit", "rank", "stall", "pace"):
    members(each)


# -- players ---------------------------------------------------------------------------------------


@gives("player", weight=6)
def local_player(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("player")
    return Value(scope.own or m.draws.one_of(names)) if names else None


@gives("player")
def some_player(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return Value(scope.own)
    if scope.fixed:
        return Value("seat(1)")
    started = [name for name, type_ in m.world.settings.items() if type_ == "player"]
    return Value(m.draws.pick("leader", "seat(1)", "seat(players)", *started))


@gives("player", 1)
def neighbour(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or scope.fixed:
        return None
    of = m.make("player", scope, depth - 1)
    step = m.make("number", scope, depth - 1)
    number = m.make("number", scope, depth - 1)
    partner = [f"{of.atom}.partner"] * 3 if m.world.teams and m.world.low == 4 else []
    some = [f"{of.atom}.left", f"{of.atom}.right", f"left({of}, {step})", f"seat(1 + mod({number}, players))"]
    return Value(m.draws.pick(*some, *partner, "next"))


@gives("player", 1, 1)
def chosen_player(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or scope.fixed:
        return None
    q = m.fresh("q")
    inner = scope.with_(("player", q))
    key, test = m.make("number", inner, depth - 1), m.make("truth", inner, depth - 1)
    return m.draws.pick(
        Value(f"first(player {q} with {m.draws.pick('most', 'fewest')} {key})"),
        Value(f"the(player {q} where {q} is {m.make('player', scope, 0)})"),
        Value(f"first(player {q} from leader.left where {test} or {q} is leader)"),
    )


@gives("player", 1, 1)
def surely_player(m: Maker, scope: Scope, depth: int) -> Value | None:
    """One that may be nobody, with another one for that case."""
    maybe = m.try_("player?", scope, depth - 1)
    if maybe is None or scope.own or scope.fixed:
        return None
    return Value(f"if {maybe.at(SUM)} is none then leader else {maybe}", IF)


@gives("player", 1, 1)
def owner(m: Maker, scope: Scope, depth: int) -> Value | None:
    """Whose set a card is of; only where every card has an owner."""
    if scope.own or not scope.of("owned"):
        return None
    return Value(f"{m.draws.one_of(scope.of('owned'))}.owner")


@gives("player?")
def perhaps_player(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.variable(m, scope, "player?", depth)


@gives("player?")
def whose_turn(m: Maker, scope: Scope, depth: int) -> Value | None:
    return None if scope.fixed or scope.own else Value("turn")


@gives("player?", 1)
def found_player(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or scope.fixed:
        return None
    q = m.fresh("q")
    inner = scope.with_(("player", q))
    test, key = m.make("truth", inner, depth - 1), m.make("number", inner, depth - 1)
    meld = reading.zone(m, scope, 0, "meld")
    return m.draws.pick(
        Value(f"first(player {q} where {test})"),
        Value(f"sole(player {q} with {m.draws.pick('most', 'fewest')} {key})"),
        Value(f"{m.make('players', scope, depth - 1).atom}.{m.draws.pick('first', 'last', 'top')}"),
        Value(f"{meld or 'trick'}.by"),
    )


@gives("players")
def others(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or scope.fixed:
        return None
    q = m.fresh("q")
    test = m.make("truth", scope.with_(("player", q)), depth - 1)
    some = m.make("player", scope, 0)
    others_ = f"{some.atom}.others"
    queued = reading.variable(m, scope, "players", 0) or others_
    return m.draws.pick(
        Value(others_), Value(f"all(player {q} where {test})"), Value(queued),
        Value(f"{others_} + {m.make('player', scope, 0).at(PRODUCT)}", SUM),
        Value(f"{queued} - {m.make('player', scope, 0).at(PRODUCT)}", SUM),
    )  # fmt: skip


@gives("team")
def team(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not m.world.teams or scope.own or scope.fixed:
        return None
    of = Value(f"{m.make('player', scope, max(depth - 1, 0)).atom}.team")
    return Value(m.draws.pick(of, of, *scope.of("team"), f"{of}.left"))


@gives("holder")
def holder(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return Value(m.draws.pick(scope.own, scope.own, "supply"))
    zone = reading.zone(m, scope, 0, "bag", "pile", "row")
    return Value(m.draws.pick(m.make("player", scope, 0).atom, "supply", "pot", str(zone or "pot")))


# -- cards -----------------------------------------------------------------------------------------


@gives("card", weight=6)
def local_card(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("card")
    return Value(m.draws.one_of(names)) if names else None


@gives("card?", weight=3)
def end_of_zone(m: Maker, scope: Scope, depth: int) -> Value | None:
    zone = reading.zone(m, scope, depth, "pile", "row", seen=True)
    slot = reading.zone(m, scope, depth, "slot", seen=True)
    ends = [f"{zone}.{m.draws.pick('top', 'first', 'last')}"] if zone else []
    found = [*ends, *([str(slot)] if slot else [])]
    return Value(m.draws.one_of(found)) if found else None


@gives("card?")
def card_variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    return (
        reading.variable(m, scope, "card?", depth) if scope.reader == EVERYTHING and not scope.own else None
    )


@gives("card?", 1)
def card_of_list(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.try_("cards", scope, depth - 1)
    if cards is None:
        return None
    c = m.fresh("c")
    inner = scope.with_(("card", c))
    test, key = m.make("truth", inner, depth - 1), m.make("number", inner, depth - 1)
    return m.draws.pick(
        Value(f"{cards.atom}.{m.draws.pick('first', 'last', 'top')}")
        if not reading.is_bag(m, cards)
        else Value(f"first({c} in {cards.at(SUM)})"),
        Value(f"first({c} in {cards.at(SUM)} where {test})"),
        Value(f"sole({c} in {cards.at(SUM)} with {m.draws.pick('most', 'fewest')} {key})"),
    )


@gives("cards", weight=6)
def zone_of_cards(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.zone(m, scope, depth, "row", "bag", "pile", seen=True)


@gives("cards", weight=3)
def local_cards(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("cards")
    return Value(m.draws.one_of(names)) if names else None


@gives("cards", weight=1)
def cards_of_family(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or scope.fixed:
        return None
    zones = [z for z in m.world.zones_of("pile", "row", "bag", "slot") if z.keys]
    families = [z.name for z in zones if z.visibility == "open" or scope.reader == EVERYTHING]
    kinds = [k.name for k in m.world.cards if not k.dice] if scope.reader == EVERYTHING else []
    found = [*families, *kinds]
    return Value(f"all {m.draws.one_of(found)}") if found else None


@gives("cards", weight=1)
def cards_variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    return (
        reading.variable(m, scope, "cards", depth) if scope.reader == EVERYTHING and not scope.own else None
    )


@gives("cards", 1, 4)
def joined(m: Maker, scope: Scope, depth: int) -> Value | None:
    a, b = m.try_("cards", scope, depth - 1), m.try_(m.draws.pick("cards", "cards", "card"), scope, depth - 1)
    if a is None or b is None:
        return None
    return Value(f"{a.at(SUM)} {m.draws.pick('+', '-')} {b.at(PRODUCT)}", SUM)


@gives("cards", 1)
def last_ones(m: Maker, scope: Scope, depth: int) -> Value | None:
    zone = reading.zone(m, scope, depth, "row", "pile", seen=True)
    return Value(f"last({zone}, {m.draws.number(0, 3)})") if zone else None


@gives("cards", 1, 3)
def fitting(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.try_("cards", scope, depth - 1)
    if cards is None:
        return None
    return Value(f"{clauses.face_pattern(m, scope, depth - 1)} from {cards.at(SUM)}", IF)


@gives("cards", 1)
def collected(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.try_("cards", scope, depth - 1)
    if cards is None:
        return None
    c = m.fresh("c")
    test = m.make("truth", scope.with_(("card", c)), depth - 1)
    return Value(f"all({c} in {cards.at(SUM)} where {test})")


@gives("cards", 1, 1)
def cards_of_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    meld = m.try_("meld", scope, depth - 1)
    return Value(f"{meld.at(SUM)} - {meld.atom}.first", SUM) if meld else None


# -- dice ------------------------------------------------------------------------------------------


@gives("die", weight=3)
def local_die(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("die")
    return Value(m.draws.one_of(names)) if names else None


@gives("dice", weight=4)
def zone_of_dice(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.zone(m, scope, depth, "row", "bag", holds="dice", seen=True)


@gives("dice")
def dice_of_kind(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not m.world.dice or scope.own or scope.fixed or scope.reader != EVERYTHING:
        return None
    return Value(f"all {m.draws.one_of(m.world.dice).name}")


@gives("dice", 1, 1)
def collected_dice(m: Maker, scope: Scope, depth: int) -> Value | None:
    dice = m.try_("dice", scope, depth - 1)
    if dice is None:
        return None
    d = m.fresh("d")
    test = m.make("truth", scope.with_(("die", d)), depth - 1)
    return Value(f"all({d} in {dice.at(SUM)} where {test})")


# -- melds -----------------------------------------------------------------------------------------


@gives("meld", weight=4)
def local_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    names = scope.of("meld")
    return Value(m.draws.one_of(names)) if names else None


@gives("meld?")
def laid_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.zone(m, scope, depth, "meld", seen=True)


@gives("meld?")
def meld_variable(m: Maker, scope: Scope, depth: int) -> Value | None:
    return (
        reading.variable(m, scope, "meld?", depth) if not scope.own and scope.reader == EVERYTHING else None
    )


@gives("meld?", 1)
def meld_of_cards(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards, melds = m.try_("cards", scope, 0), m.try_("melds", scope, depth - 1)
    ways = []
    if cards is not None:
        name = m.fresh("m")
        pattern = clauses.meld_pattern(m, scope)
        ways.append(Value(f"{m.draws.pick('first', 'sole')}({name} in {pattern} from {cards.at(SUM)})"))
        if m.world.orders:
            ways.append(Value(f"most({name} for {name} in poker from {cards.at(SUM)} else none)"))
    if melds is not None:
        ways.append(Value(f"{melds.atom}.{m.draws.pick('first', 'last')}"))
    return m.draws.one_of(ways) if ways else None


@gives("melds", 0)
def laid_melds(m: Maker, scope: Scope, depth: int) -> Value | None:
    return reading.zone(m, scope, depth, "melds", seen=True)


@gives("melds", 1)
def melds_of_cards(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.try_("cards", scope, 0)
    meld = m.try_("meld", scope, 0)
    ways = []
    if cards is not None:
        ways.append(Value(f"{clauses.meld_pattern(m, scope)} from {cards.at(SUM)}", IF))
    if meld is not None:
        ways.append(Value(f"{meld.atom}.parts"))
    return m.draws.one_of(ways) if ways else None


# -- other lists, faces ----------------------------------------------------------------------------


@gives("numbers")
def written_numbers(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(m.draws.pick("[3 1 1]", "[2]", "[0 -1 4]"))


@gives("numbers", 1)
def more_numbers(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own or scope.fixed:
        return None
    name = m.fresh("n")
    test = m.make("truth", scope.with_(("number", name)), depth - 1)
    q = m.fresh("q")
    value = m.make("number", scope.with_(("player", q)), 0)
    return m.draws.pick(
        Value(f"all({name} in 1..4 where {test})"),
        Value(f"all({value} for player {q})"),
        reading.variable(m, scope, "numbers", 0) or Value("[1]"),
        Value(f"[4 4] {m.draws.pick('+', '-')} {m.make('number', scope, depth - 1).at(PRODUCT)}", SUM),
    )


@gives("facing")
def facing(m: Maker, scope: Scope, depth: int) -> Value | None:
    return Value(m.draws.pick("up", "down"))


@gives("facing", 1)
def facing_of(m: Maker, scope: Scope, depth: int) -> Value | None:
    card = m.try_("card", scope, depth - 1)
    return Value(f"{card.atom}.face") if card else None
