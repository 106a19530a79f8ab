"""What a random game declares: things, cards, zones, variables, tables, melds; and these lines as text."""

from __future__ import annotations

from attrs import define, field

from tests.generators.base import Draws


@define
class Cards:
    """A `cards` or `dice` declaration. `attributes`: printed ones, with their types; `singles`: names."""

    name: str
    attributes: dict[str, str] = field(factory=dict)
    singles: tuple[str, ...] = ()
    owned: bool = False
    dice: bool = False
    codes: tuple[str, ...] = ()
    """some cards as they are written in brackets"""


@define
class Zone:
    """A `zone` declaration; `holds`: `cards` or `dice`."""

    name: str
    keys: tuple[str, ...]
    kind: str
    visibility: str
    holds: str = "cards"


@define
class Var:
    """A `var` declaration; a type with a question mark may be none."""

    name: str
    keys: tuple[str, ...]
    type: str


@define
class Table:
    """A `table`; its keys are types of things, `card`, `players`, `number` or a printed number's name."""

    name: str
    keys: tuple[str, ...]
    type: str


@define
class Define:
    """A `define` with its parameters: (name, type)."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    type: str


@define
class Phase:
    """A phase that can be played: parameters, whether only from turns, whether also in a `together`."""

    name: str
    parameters: tuple[tuple[str, str], ...] = ()
    in_turns: bool = False
    together: bool = False


@define
class World:
    """All that a game declares. `lines` are the declarations, one text each."""

    low: int = 2
    high: int = 2
    teams: int = 0
    enums: dict[str, tuple[str, ...]] = field(factory=dict)
    cards: list[Cards] = field(factory=list)
    counters: list[str] = field(factory=list)
    zones: list[Zone] = field(factory=list)
    variables: list[Var] = field(factory=list)
    tables: list[Table] = field(factory=list)
    melds: list[tuple[str, int]] = field(factory=list)
    """name, number of parameters"""
    orders: list[str] = field(factory=list)
    defines: list[Define] = field(factory=list)
    phases: list[Phase] = field(factory=list)
    settings: dict[str, str] = field(factory=dict)
    lines: list[str] = field(factory=list)
    pots: set[str] = field(factory=set)
    """zones that are emptied of their counted pieces, so that some have to get there"""

    @property
    def things(self) -> list[str]:
        """The types that things can be declared per."""
        return ["player", *self.enums, *(["team"] if self.teams else [])]

    @property
    def dice(self) -> list[Cards]:
        """The kinds of dice."""
        return [kind for kind in self.cards if kind.dice]

    def printed(self, type_: str) -> list[str]:
        """The attributes of cards with values of a type."""
        return sorted({a for kind in self.cards for a, t in kind.attributes.items() if t == type_})

    def zones_of(self, *kinds: str, holds: str = "cards") -> list[Zone]:
        """The zones of these kinds."""
        return [zone for zone in self.zones if zone.kind in kinds and zone.holds == holds]


def declare(draws: Draws) -> World:
    """A world with its lines, without what contains expressions: defines, phases, results."""
    world = World()
    _players(draws, world)
    _settings(draws, world)
    _enums(draws, world)
    _cards(draws, world)
    _counted(draws, world)
    _tables(draws, world)
    _melds(draws, world)
    _zones(draws, world)
    _variables(draws, world)
    return world


def _players(draws: Draws, world: World) -> None:
    world.low, world.high = draws.pick((2, 2), (2, 3), (1, 3), (3, 3), (4, 4), (2, 2), (2, 4))
    if world.low == world.high and world.low % 2 == 0 and draws.chance(60):
        world.teams = 2
        world.lines.append(f"teams 2{draws.pick('', ' across')}")
    span = str(world.low) if world.low == world.high else f"{world.low}..{world.high}"
    world.lines.insert(0, f"players {span}")


def _settings(draws: Draws, world: World) -> None:
    found = {
        "easy": ("truth", f"yes/no = {draws.pick('yes', 'no')}"),
        "goal": ("number", "3..9 = 5"),
        "pace": ("pace", "slow | fast = slow"),
        "starter": ("player", "player = seat(1)"),
        "limit": ("number", "2 | 4 | 8 = 4"),
    }
    for name in draws.some(list(found), 1, 4):
        type_, text = found[name]
        world.settings[name] = type_
        if name == "pace":
            world.enums["pace"] = ("slow", "fast")
        world.lines.append(f"{_note(draws)}setting {name}: {text}")


def _note(draws: Draws) -> str:
    return draws.pick(
        "", "", "", "## A note for players.\n", "## One line.\n##\n## And another.\n", "# Why.\n"
    )


def _enums(draws: Draws, world: World) -> None:
    suits = draws.some(["clubs", "diamonds", "hearts", "spades"], 2, 3)
    world.enums["suit"] = tuple(suits)
    world.lines.append("enum suit: " + ", ".join(f'{suit} "{suit[0].upper()}"' for suit in suits))
    ranks, text = draws.pick(
        (("A", "2", "3", "4", "5"), "A, 2..5"),
        (("2", "3", "4", "J"), "2..4, J"),
        (("4", "5", "Q", "K", "A"), '4, 5, Q "Q", K, A'),
    )
    world.enums["rank"] = ranks
    world.lines.append(f"{_note(draws)}enum rank: {text}")
    if draws.chance(60):
        world.enums["grade"] = ("plain", "extra", "rare")
        world.lines.append('enum grade: plain "", extra "!", rare "?"')
    if draws.chance(60):
        world.enums["stall"] = ("1", "2", "3")
        world.lines.append("enum stall: 1..3")


def _cards(draws: Draws, world: World) -> None:
    suits, ranks = world.enums["suit"], world.enums["rank"]
    few = f"({ranks[0]} | {ranks[2]}..{ranks[-1]})" if draws.chance(20) else ""
    copies = draws.pick("", "", " * 2 copies")
    wild = draws.pick("", "", ', suit * any rank "*"', ', any suit * any rank "*" * 2 copies')
    world.lines.append(f"{_note(draws)}cards deck: suit * rank{few and ' ' + few}{copies}{wild}")
    codes = tuple(f"{rank}{suit[0].upper()}" for suit in suits for rank in (ranks[0], ranks[2]))
    world.cards.append(Cards("deck", {"suit": "suit", "rank": "rank"}, codes=codes))
    if "grade" in world.enums and draws.chance(70):
        owned, number = draws.chance(50), draws.pick("worth", "value")
        per = " per player" if owned else ""
        products = draws.pick(
            f"grade * {number} 1..3",
            f"grade (plain | extra) * {number} 1..3, grade (rare) * {number} 4..5 * 2 copies",
        )
        world.lines.append(f"cards odds{per}: {products}")
        own = ("A.2!", "A.3") if owned else ()
        world.cards.append(
            Cards("odds", {"grade": "grade", number: "number"}, (), owned, codes=("2!", "3", *own))
        )
    if draws.chance(40):
        world.lines.append("cards weather: storm, calm, fog")
        world.cards.append(Cards("weather", {}, ("storm", "calm", "fog"), codes=("storm", "fog")))
    if draws.chance(70):
        name, owned = draws.pick("die", "cube"), draws.chance(40)
        sides = draws.pick("", " of 1..4", " of 0..2")
        per = " per player" if owned else ""
        world.lines.append(f"dice {name}: {draws.pick('1', '2', '1 + 1')}{per}{sides}")
        world.cards.append(Cards(name, {}, (), owned, True))


def _counted(draws: Draws, world: World) -> None:
    world.counters.append("coin")
    per, each = draws.pick(" per player", ""), draws.number(0, 2)
    total = draws.number(2, 5) if per else draws.number(8, 12)
    world.lines.append(f"tokens coin: {total}{per}{f', {each} each' if each else ''}")
    if draws.chance(50):
        world.counters.append("gem")
        world.lines.append(f"{_note(draws)}tokens gem: 3 * players")


def _tables(draws: Draws, world: World) -> None:
    suits, ranks = world.enums["suit"], world.enums["rank"]
    numbers = [rank for rank in ranks if rank.isdigit()]
    add = world.tables.append
    world.lines.append(f"table pips[rank] {{ {numbers[0]}..{numbers[-1]}: itself; {ranks[-1]}: 1; else: 6 }}")
    add(Table("pips", ("rank",), "number"))
    if draws.chance(60):
        world.lines.append(
            "table prize[players, place] {\n    1 | 2: 3 0 -1\n    3..: 3 2 0\n    else: 1 1 1\n}"
        )
        add(Table("prize", ("players", "place"), "number"))
    if draws.chance(60):
        world.lines.append(
            f"table price[card] {{ {ranks[0]} of {suits[0]}: 9; {suits[1]}: 2; else: {draws.number(0, 1)} }}"
        )
        add(Table("price", ("card",), "number"))
    if draws.chance(60):
        world.lines.append(f"table rival[suit] {{ {suits[0]}: {suits[1]}; else: {suits[0]} }}")
        add(Table("rival", ("suit",), "suit"))
    if draws.chance(50):
        world.lines.append('table title[number] { 0..2: "few"; 3..5: "some"; else: "many" }')
        add(Table("title", ("number",), "text"))
    if draws.chance(40):
        world.lines.append(
            f"table beats[suit, rank] {{ {suits[1]}, any: yes; any, {ranks[1]}..{ranks[3]}: no; else: yes }}"
        )
        add(Table("beats", ("suit", "rank"), "truth"))
    printed = [a for kind in world.cards for a, t in kind.attributes.items() if t == "number"]
    if printed and draws.chance(60):
        world.lines.append(f"table load[{printed[0]}] {{ 1: 4; 2..: 2 }}")
        add(Table("load", (printed[0],), "number"))


def _melds(draws: Draws, world: World) -> None:
    ranks = world.enums["rank"]
    note = _note(draws)
    low = draws.pick("", "", f", low {ranks[-1]}")
    suited = draws.pick("", ", same suit", ", different suit")
    lines = [
        f"{note}meld set: {draws.pick('2', '3')}.. cards, same rank{draws.pick('', ', different suit')}",
        f"meld run: {draws.pick('2', '3')}.. cards, consecutive rank{low}{suited}",
    ]
    world.melds = [("set", 0), ("run", 0)]
    if draws.chance(60):
        total = draws.pick(
            "pips", "pips", *(["price"] if any(t.name == "price" for t in world.tables) else [])
        )
        lines.append(f"meld exact(n): 1..3 cards, total {total} n")
        world.melds.append(("exact", 1))
    if draws.chance(60):
        lines += [
            "meld pair: 2 cards, same rank",
            "meld triple: 3 cards, same rank",
            "meld house: triple + pair",
        ]
        lines.append(f"order poker: pair < triple < {'house' if draws.chance(60) else 'run'}")
        world.melds += [("pair", 0), ("triple", 0), ("house", 0)]
        world.orders.append("poker")
    if draws.chance(50):
        lines.append("meld flush: 2..3 cards, same suit or 2 cards, same rank, different suit")
        world.melds.append(("flush", 0))
    if draws.chance(40):
        lines.append("meld spread: 0..2 (set | run)")
        world.melds.append(("spread", 0))
    if draws.chance(30):
        lines.append("meld kicked: set + 1 card or set + 1.. cards, total pips 9")
        world.melds.append(("kicked", 0))
    world.lines += lines


def _zones(draws: Draws, world: World) -> None:
    """The zones that setup counts on, and some more of every kind."""
    zones = [
        Zone("stock", (), "pile", "hidden"),
        Zone("discard", (), "pile", "open"),
        Zone("board", (), "row", "open"),
        Zone("pot", (), "bag", "open"),
        Zone("trick", (), "meld", "open"),
        Zone("laid", (), "melds", "open"),
        Zone("hand", ("player",), draws.pick("row", "row", "bag"), "private"),
        Zone("played", ("player",), "slot", draws.pick("open", "private")),
        Zone(
            "won",
            ("player",),
            draws.pick("pile", "bag", "row"),
            draws.pick("open", "open", "private", "hidden"),
        ),
    ]
    if "stall" in world.enums:
        zones.append(Zone("lane", ("stall",), draws.pick("row", "pile", "slot"), "open"))
    if draws.chance(40):
        zones.append(
            Zone("grid", ("player", "suit"), draws.pick("row", "slot", "bag"), draws.pick("open", "private"))
        )
    if draws.chance(40):
        zones.append(Zone("mine", ("player",), draws.pick("meld", "melds"), draws.pick("open", "private")))
    if world.teams and draws.chance(60):
        zones.append(Zone("heap", ("team",), "pile", draws.pick("open", "hidden")))
    for kind in world.cards:
        if kind.name == "odds":
            zones.append(Zone("shelf", (), draws.pick("row", "pile"), "open", "odds"))
        elif kind.name == "weather":
            zones.append(Zone("sky", (), "row", "open", "weather"))
    if world.dice:
        zones.append(Zone("cup", (), draws.pick("bag", "row"), "open", "dice"))
        zones.append(
            Zone("tray", ("player",), draws.pick("slot", "row"), draws.pick("open", "private"), "dice")
        )
    for zone in draws.shuffled(zones):
        per = f" per {', '.join(zone.keys)}" if zone.keys else ""
        world.lines.append(f"{_note(draws)}zone {zone.name}{per}: {zone.kind}, {zone.visibility}")
    world.zones = zones


def _variables(draws: Draws, world: World) -> None:
    """Variables of every type; some are put back each round or turn."""
    suits = world.enums["suit"]
    reset = lambda: draws.pick("", "", ", each round", ", each turn")  # noqa: E731
    found = [
        (Var("score", ("player",), "number"), f"score per player = {draws.number(0, 1)}"),
        (Var("leader", (), "player"), "leader: player = seat(1)"),
        (Var("mark", (), "suit?"), f"mark: suit or none{reset()}"),
        (Var("total", (), "number"), f"total = {draws.number(0, 9)}{reset()}"),
        (Var("seen", ("player", "suit"), "truth"), "seen per player, suit = no"),
        (Var("heaped", (), "cards"), f"heaped: cards = empty{reset()}"),
        (Var("bid", ("player",), "number?"), f"bid per player: number or none{reset()}"),
        (Var("held", (), "card?"), f"held: card or none{reset()}"),
        (Var("memo", (), "meld?"), "memo: meld or none"),
        (Var("word", (), "text"), 'word = "start"'),
        (Var("trump", (), "suit"), f"trump: suit = {suits[0]}{reset()}"),
        (Var("queue", (), "players"), "queue: players = empty"),
        (Var("level", ("rank",), "number"), "level per rank: number"),
        (Var("steps", (), "numbers"), "steps = [3 1 1]"),
        (Var("maker", (), "player?"), f"maker: player or none{reset()}"),
    ]
    if world.orders:
        found.append((Var("best", (), "meld?"), "best: poker or none"))
    if world.dice:
        name = world.dice[0].name
        found += [
            (Var("lucky", (), "die?"), f"lucky: {name} or none"),
            (Var("thrown", (), "dice"), "thrown: dice"),
        ]
    if "stall" in world.enums:
        found.append((Var("place", ("player",), "stall"), "place per player: stall = 2"))
    if world.teams:
        found.append((Var("ahead", (), "team"), "ahead: team = seat(1).team"))
    needed = found[:4]
    for var, text in [*needed, *draws.some(found[4:], 3, 9)]:
        world.variables.append(var)
        world.lines.append(f"{_note(draws)}var {text}")
