"""Programs put together by hand, with short names for what they are made of.

A `Builder` gathers declarations and numbers them; the functions make expressions and clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from attrs import evolve

from interpreter.program import (
    Alternative,
    Attribute,
    Block,
    Choose,
    Clause,
    Cond,
    Counter,
    Domain,
    Draw,
    Expr,
    Face,
    Family,
    Function,
    Gen,
    Invariant,
    Key,
    MeldKind,
    MeldOrder,
    Move,
    PayoffRule,
    Phase,
    Piece,
    Program,
    ResultRule,
    SetVar,
    Statement,
    Table,
    Target,
    Trigger,
    VarFamily,
    ZoneFamily,
)

PLAYER, FACING, TEAM = 0, 1, 2
SEATS = "ABCDEFGHIJ"


# ---------------------------------------------------------------------------------------------
# Expressions


def op(
    name: str, *args: Any, static: Sequence[Any] = (), clause: Clause | None = None, origin: int = -1
) -> Expr:
    return Expr(name, tuple(lift(a) for a in args), tuple(static), clause, origin)


def lift(value: Any) -> Expr:
    return value if isinstance(value, Expr) else Expr("const", (), (value,))


def cell(number: int) -> Expr:
    return Expr("cell", (), (number,))


def var(family: int, *keys: Any) -> Expr:
    return op("var", *keys, static=(family,))


def zone(family: int, *keys: Any) -> Expr:
    return op("zone", *keys, static=(family,))


def pieces(z: Expr) -> Expr:
    return op("zone_pieces", z)


def top(z: Expr) -> Expr:
    return op("zone_top", z)


def size(z: Expr) -> Expr:
    return op("zone_size", z)


def empty(z: Expr) -> Expr:
    return op("eq", size(z), 0)


def attr(piece: Expr, attribute: int) -> Expr:
    return op("attr", piece, static=(attribute,))


def both(*args: Any) -> Expr:
    return op("and", *args)


def held(holder: Expr, counter: int = 0) -> Expr:
    return op("held", holder, static=(counter,))


def of_seat(seat: Any) -> Expr:
    return op("seat_holder", seat)


def quantify(
    name: str, *steps: Gen | Cond, value: Any = None, keys: Sequence[Key] = (), static: Sequence[Any] = ()
) -> Expr:
    args = () if value is None else (value,)
    return op(name, *args, static=static, clause=Clause(tuple(steps), tuple(keys)))


# ---------------------------------------------------------------------------------------------
# Clauses


def things(number: int, domain: int = PLAYER, start: Any = None, name: str = "p") -> Gen:
    args = () if start is None else (lift(start),)
    kind = {PLAYER: "domain:player", FACING: "domain:facing", TEAM: "domain:team"}.get(
        domain, f"domain:{domain}"
    )
    return Gen("things", number, args, (domain,), name, kind)


def among(number: int, values: Any, name: str = "c", kind: str = "piece") -> Gen:
    return Gen("list", number, (lift(values),), (), name, kind)


def numbers(number: int, low: Any, high: Any, name: str = "n") -> Gen:
    return Gen("range", number, (lift(low), lift(high)), (), name, "number")


def values(number: int, *args: Any, kind: str = "number", name: str = "v") -> Gen:
    return Gen("values", number, tuple(lift(a) for a in args), (), name, kind)


def let(number: int, value: Any, kind: str = "number", name: str = "x") -> Gen:
    return Gen("let", number, (lift(value),), (), name, kind)


def subsets(number: int, of: Any, low: Any = None, high: Any = None, name: str = "s") -> Gen:
    args = [lift(of)] + [lift(bound) for bound in (low, high) if bound is not None]
    return Gen("subsets", number, tuple(args), (low is not None, high is not None), name, "pieces")


def melds(number: int, kinds: Sequence[int], loose: Any, row: Any = (), name: str = "m") -> Gen:
    return Gen("melds", number, (lift(row), lift(loose)), tuple((k, 0) for k in kinds), name, "meld")


def where(test: Any, reason: str = "", soft: bool = False, origin: int = -1) -> Cond:
    return Cond(lift(test), reason, soft, origin)


def clause(*steps: Gen | Cond, keys: Sequence[Key] = ()) -> Clause:
    return Clause(tuple(steps), tuple(keys))


def most(value: Any) -> Key:
    return Key(True, lift(value))


def fewest(value: Any) -> Key:
    return Key(False, lift(value))


# ---------------------------------------------------------------------------------------------
# Statements


def to(z: Expr, **more: Any) -> Target:
    return Target("zone", z, **more)


def move(what: Any, target: Expr | Target, **more: Any) -> Move:
    return Move(lift(what), target if isinstance(target, Target) else to(target), **more)


def draw(count: Any, source: Expr, target: Expr | Target, **more: Any) -> Draw:
    return Draw(lift(count), source, target if isinstance(target, Target) else to(target), **more)


def put(family: int, value: Any, *keys: Any, how: str = "=", origin: int = -1) -> SetVar:
    return SetVar(family, tuple(lift(k) for k in keys), how, lift(value), origin)


def alternative(
    label: str, body: int, *steps: Gen | Cond, keys: Sequence[Key] = (), origin: int = -1
) -> Alternative:
    return Alternative(label, clause(*steps, keys=keys), body, "", origin)


def choose(
    who: Any, *alternatives: Alternative, mode: str = "one", otherwise: int | None = None, origin: int = -1
) -> Choose:
    return Choose(lift(who), mode, tuple(alternatives), otherwise, origin)


# ---------------------------------------------------------------------------------------------
# Programs


class Builder:
    """Gathers the declarations of a Program; each method gives the number of what it adds."""

    def __init__(self, players: int = 2, teams: int = 0) -> None:
        seats = tuple(SEATS[:players])
        team_names = tuple(str(n + 1) for n in range(teams))
        self.players = players
        self.teams = teams
        self.domains = [
            Domain("player", seats, seats, tuple(range(1, players + 1))),
            Domain("facing", ("down", "up"), ("down", "up"), (None, None)),
            Domain("team", team_names, team_names, tuple(range(1, teams + 1))),
        ]
        self.attributes: list[Attribute] = []
        self.families: list[Family] = []
        self.faces: list[Face] = []
        self.pieces: list[Piece] = []
        self.counters: list[Counter] = []
        self.zones: list[ZoneFamily] = []
        self.variables: list[VarFamily] = []
        self.cells: list[str] = []
        self.tables: list[Table] = []
        self.functions: list[Function] = []
        self.melds: list[MeldKind] = []
        self.orders: list[MeldOrder] = []
        self.blocks: list[Block] = []
        self.phases: list[Phase] = []
        self.triggers: list[Trigger] = []
        self.results: list[ResultRule] = []
        self.payoffs: list[PayoffRule] = []
        self.invariants: list[Invariant] = []

    def domain(self, name: str, members: str) -> int:
        names = tuple(members.split())
        numbers = tuple(int(n) if n.isdigit() else None for n in names)
        self.domains.append(Domain(name, names, tuple(n[0].upper() for n in names), numbers))
        return len(self.domains) - 1

    def attribute(self, name: str, domain: int | None = None, low: int = 0, high: int = 0) -> int:
        self.attributes.append(Attribute(name, domain, low, high))
        return len(self.attributes) - 1

    def cards(self, name: str, copies: int = 1, per_player: bool = False, **attributes: Sequence[Any]) -> int:
        """A product of values of attributes (declared before, by name)."""
        family = len(self.families)
        self.families.append(Family(name, False, per_player))
        known = [a.name for a in self.attributes]
        for combination in product(*attributes.values()):
            given = dict(zip(attributes, combination, strict=True))
            face = tuple(given.get(n) for n in known)
            code = "".join(self._code(known.index(n), v) for n, v in given.items())
            self.faces.append(Face(family, face, code, ""))
            for owner in range(self.players) if per_player else (None,):
                self.pieces += [Piece(len(self.faces) - 1, owner)] * copies
        return family

    def _code(self, attribute: int, value: Any) -> str:
        domain = self.attributes[attribute].domain
        return str(value) if domain is None else self.domains[domain].codes[value]

    def dice(self, name: str, count: int, low: int = 1, high: int = 6) -> int:
        family = len(self.families)
        self.families.append(Family(name, True, False, (low, high)))
        self.faces.append(Face(family, (None,) * len(self.attributes), name, name))
        self.pieces += [Piece(len(self.faces) - 1)] * count
        return family

    def counter(self, name: str, total: int, each: int = 0) -> int:
        self.counters.append(Counter(name, total, each))
        return len(self.counters) - 1

    def zone(self, name: str, kind: str, visibility: str = "open", *keys: int) -> int:
        base = self.zones[-1].base + self.zones[-1].count if self.zones else 0
        count = 1
        for key in keys:
            count *= len(self.domains[key].members)
        owner = keys.index(PLAYER) if PLAYER in keys else None
        self.zones.append(ZoneFamily(name, keys, kind, visibility, base, count, owner))
        return len(self.zones) - 1

    def var(self, name: str, initial: Any = 0, *keys: int, kind: str = "number", **more: Any) -> int:
        base = self.variables[-1].base + self.variables[-1].count if self.variables else 0
        count = 1
        for key in keys:
            count *= len(self.domains[key].members)
        self.variables.append(VarFamily(name, keys, base, count, lift(initial), kind, **more))
        return len(self.variables) - 1

    def cell(self, name: str = "x") -> int:
        self.cells.append(name)
        return len(self.cells) - 1

    def function(self, name: str, parameters: Sequence[int], body: Expr, reason: str = "") -> int:
        self.functions.append(Function(name, tuple(parameters), body, reason))
        return len(self.functions) - 1

    def block(self, *statements: Statement, **more: Any) -> int:
        self.blocks.append(Block(tuple(statements), **more))
        number = len(self.blocks) - 1
        for trigger in more.get("triggers", ()):
            self.triggers[trigger] = evolve(self.triggers[trigger], scope=number)
        return number

    def phase(self, name: str, body: int, parameters: Sequence[int] = (), resets: Sequence[int] = ()) -> int:
        self.phases.append(Phase(name, tuple(parameters), body, tuple(resets)))
        return len(self.phases) - 1

    def trigger(self, body: int, *steps: Gen | Cond) -> int:
        """A trigger of the whole game, until a block takes it as its own."""
        self.triggers.append(Trigger(clause(*steps), body))
        return len(self.triggers) - 1

    def result(self, number: int, *keys: Key, domain: int = PLAYER, **more: Any) -> None:
        self.results.append(ResultRule(more.pop("condition", None), number, domain, tuple(keys), **more))

    def payoff(self, number: int, value: Any) -> None:
        self.payoffs.append(PayoffRule(None, number, lift(value)))

    def build(self, main: int | None = None) -> Program:
        """The Program; `main` is the body of the phase `game`, unless there is one."""
        phases = list(self.phases)
        if main is not None:
            phases.append(Phase("game", (), main))
        names = [phase.name for phase in phases]
        return Program(
            title="A test",
            players=self.players,
            settings=(),
            teams=self.teams,
            domains=tuple(self.domains),
            attributes=tuple(self.attributes),
            families=tuple(self.families),
            faces=tuple(self.faces),
            pieces=tuple(self.pieces),
            counters=tuple(self.counters),
            zones=tuple(self.zones),
            variables=tuple(self.variables),
            cells=tuple(self.cells),
            tables=tuple(self.tables),
            functions=tuple(self.functions),
            melds=tuple(self.melds),
            orders=tuple(self.orders),
            blocks=tuple(self.blocks),
            phases=tuple(phases),
            main=names.index("game"),
            triggers=tuple(self.triggers),
            results=tuple(self.results),
            payoffs=tuple(self.payoffs),
            invariants=tuple(self.invariants),
        )


def kuhn(players: int = 2) -> Program:
    """Kuhn poker: one card each out of one more than there are players, one bet."""
    from interpreter.program import Each, If, SetCell, Turns

    b = Builder(players)
    rank = b.domain("rank", " ".join(str(n) for n in range(players + 1)))
    ranks = b.attribute("rank", rank)
    b.domains[rank] = evolve(b.domains[rank], codes=b.domains[rank].members)
    deck = b.cards("deck", rank=range(players + 1))
    stock = b.zone("stock", "pile", "hidden")
    hand = b.zone("hand", "slot", "private", PLAYER)
    bet = b.var("bet", 1, PLAYER)
    chips = b.var("chips", 0, PLAYER)
    folded = b.var("folded", False, PLAYER, kind="yes/no")
    answered = b.var("answered", 0)
    q, p, winner, payee = b.cell("q"), b.cell("p"), b.cell("winner"), b.cell("payee")
    high = b.function("high", (), quantify("most", things(q), value=var(bet, cell(q)), static=(False, None)))
    is_high = op("call", static=(high,))
    passing = b.block(put(folded, op("lt", var(bet, cell(p)), is_high), cell(p)))
    reopened = b.block(put(answered, 1))
    betting = b.block(
        If(op("eq", var(bet, cell(p)), is_high), reopened),
        put(bet, 2, cell(p)),
    )
    turn = b.block(
        put(answered, 1, how="+="),
        choose(cell(p), alternative("Pass", passing), alternative("Bet", betting)),
    )
    paying = b.block(put(chips, var(bet, cell(q)), cell(q), how="-="))
    strongest = quantify(
        "the",
        things(q),
        where(op("not", var(folded, cell(q)))),
        keys=[most(attr(top(zone(hand, cell(q))), ranks))],
    )
    main = b.block(
        move(op("pieces_of", static=(deck,)), to(zone(stock), shuffled=True), everything=True),
        draw(1, zone(stock), Target("family", family=hand)),
        Turns(p, None, (), turn, op("eq", var(answered), players)),
        SetCell(winner, "=", strongest),
        put(chips, quantify("sum", things(q), value=var(bet, cell(q))), cell(winner)),
        Each(clause(things(q)), paying),
        cells=(winner,),
    )
    b.result(payee, most(var(chips, cell(payee))))
    b.payoff(payee, var(chips, cell(payee)))
    return b.build(main)
