"""The Program: what a game's rules are once the language is gone.

A Program is written for one configuration (a number of players and a value for every setting), so
every table, enum, zone and set of cards has a fixed size and every condition that can be decided at
set-up has been decided. It is a tree of frozen plain data; `to_json` / `from_json` carry it anywhere.

Values at run time
    number: int; yes/no: bool; text: str; none: None
    member of a domain (rank, suit, player, team, ...): int, its index in the domain, from 0
    piece (card or die): int, its id; a list of anything: tuple
    zone: int, its number; meld: `interpreter.melds.Meld`
    A list of pieces lists them first to last; a pile's top and a row's end are last.

Every node carries `origin`, a number that the source map translates to a place in the text.
`primitives.py` has a row for each expression form.
"""

from __future__ import annotations

from typing import Any

from attrs import field

from interpreter.plain import Plain, plain

VERSION = 1

Scalar = bool | int | str | None


# ---------------------------------------------------------------------------------------------
# Things, pieces, places


@plain
class Domain(Plain):
    """A closed list of members: an enum, `player`, `team`, `facing`, or a number range used as a key."""

    name: str
    members: tuple[str, ...]
    codes: tuple[str, ...]
    numbers: tuple[int | None, ...]
    """The number a member's name reads as (`7`), or None."""
    note: str = ""


@plain
class Attribute(Plain):
    """An attribute of pieces. `domain` None: a number within `low..high`."""

    name: str
    domain: int | None
    low: int = 0
    high: int = 0


@plain
class Family(Plain):
    """A `cards` or `dice` declaration. Dice have `sides = (low, high)`."""

    name: str
    dice: bool
    per_player: bool
    sides: tuple[int, int] | None = None
    note: str = ""


@plain
class Face(Plain):
    """What is printed on a piece.

    `values[a]` is the value of attribute `a`, None where it has none; `wild` lists the attributes that may be
    read as anything. A `virtual` face is on no piece: it is only what a wild may be read as.
    """

    family: int
    values: tuple[int | None, ...]
    code: str
    name: str
    wild: tuple[int, ...] = ()
    virtual: bool = False


@plain
class Piece(Plain):
    """One physical card or die; ids ascend face by face, so twins are neighbours. `owner` is a seat or
    None.
    """

    face: int
    owner: int | None = None


@plain
class Counter(Plain):
    """A `tokens` declaration: `total` pieces, `each` of them with every player at the start, the rest in
    supply.
    """

    name: str
    total: int
    each: int
    note: str = ""


@plain
class ZoneFamily(Plain):
    """Zones `base .. base + count - 1`, one for each combination of the key domains (last key fastest)."""

    name: str
    keys: tuple[int, ...]
    kind: str
    """pile, row, bag, slot, meld or melds"""
    visibility: str
    """hidden, private or open"""
    base: int
    count: int
    owner_key: int | None = None
    """Which key is the owner (a player), for private zones and for showing; None: nobody's."""
    note: str = ""


@plain
class VarFamily(Plain):
    """Variables `base .. base + count - 1`. `type` is number, yes/no, text, domain:<name>, piece, pieces,
    list, meld or zone.

    `reset` is None, "turn" or a phase's name: when its initial value is put back.
    `local`: declared inside a block; it is set by `InitVar` and cleared when `block` is left.
    """

    name: str
    keys: tuple[int, ...]
    base: int
    count: int
    initial: Expr
    type: str
    reset: str | None = None
    local: bool = False
    low: int | None = None
    high: int | None = None
    note: str = ""


# ---------------------------------------------------------------------------------------------
# Expressions


@plain
class Expr(Plain):
    """One expression: the form's name, its arguments, and what is fixed (`static`, by form).

    `clause` is there for quantifiers only.
    """

    op: str
    args: tuple[Expr, ...] = ()
    static: tuple[Any, ...] = ()
    clause: Clause | None = None
    origin: int = -1


@plain
class Gen(Plain):
    """Binds `cell` to one value after the other.

    kind      args                      static
    things    (start?)                  (domain,)            every member, from `start` round
    list      (list,)                   ()                   the elements of a list (a snapshot)
    range     (low, high)               ()                   numbers, both ends included
    values    (v, v, ...)               ()                   these values
    let       (value,)                  ()                   one value
    subsets   (list, low?, high?)       (has_low, has_high)  sublists in order; sizes low..high (0..all)
    melds     (slice, any, param ...)   ((kind, n_params), ...)  `slice`: a contiguous run of this list,
    maybe empty; `any`: any cards of this list, put in anywhere
    """

    kind: str
    cell: int
    args: tuple[Expr, ...] = ()
    static: tuple[Any, ...] = ()
    name: str = ""
    type: str = ""
    """The type of what is bound, in the words of VarFamily.type; drives notation and keys."""
    origin: int = -1


@plain
class Cond(Plain):
    """A condition among generators. `soft`: binds only if some binding satisfies it and the soft ones
    before.
    """

    test: Expr
    reason: str = ""
    soft: bool = False
    origin: int = -1


@plain
class Key(Plain):
    """`most` is True for the greatest first; `type` is the value's, in the words of `VarFamily.type`."""

    most: bool
    value: Expr
    type: str = ""


@plain
class Clause(Plain):
    """Generators and conditions, each condition as early as its names are bound; soft ones last.

    `keys`: keep only the bindings that are best by these (ties are all kept).
    """

    steps: tuple[Gen | Cond, ...]
    keys: tuple[Key, ...] = ()


# ---------------------------------------------------------------------------------------------
# Statements


@plain
class Target(Plain):
    """Where things go.

    kind: zone (`place` is a zone), family (`family`: round its zones), new (`place` is a `melds` zone),
    meld (`place` is a laid meld), holder (`place` is a holder, counters only).
    `at`: 1-based position, counted after removal; `end`: at the end; neither: end of a row, top of a pile.
    """

    kind: str
    place: Expr | None = None
    family: int | None = None
    at: Expr | None = None
    facing: Expr | None = None
    """a member of `facing`: 0 down, 1 up; None: as the zone says"""
    shuffled: bool = False


@plain
class Move(Plain):
    """All pieces of `what` (piece, list, meld, or zone with `whole`) go in one step.

    `whole`: `what` is a zone, moved as it is (also when empty); with a family as target it is dealt out.
    `everything`: `what` is all pieces of a kind from wherever they are.
    A piece that is none is a fault.
    """

    what: Expr
    target: Target
    whole: bool = False
    everything: bool = False
    origin: int = -1


@plain
class Draw(Plain):
    """`count` pieces from zone `source`, one at a time, triggers in between; to each zone of a family:
    round it.

    From a pile: the top; from a bag: by chance; from a row: a fault. `family` restricts to one kind of piece.
    `up_to`: fewer will do (looked at again before each piece).
    """

    count: Expr
    source: Expr
    target: Target
    up_to: bool = False
    family: int | None = None
    origin: int = -1


@plain
class Transfer(Plain):
    """`count` counted pieces from holder to holder; `fallback` is asked for what `source` lacks (all or
    nothing

    for each single piece). Too few is a fault unless `up_to`. One step.
    """

    counter: int
    count: Expr
    source: Expr
    target: Expr
    fallback: Expr | None = None
    up_to: bool = False
    origin: int = -1


@plain
class Flip(Plain):
    """All pieces of `what` (list or piece) lie face `facing` (0 down, 1 up)."""

    what: Expr
    facing: Expr
    origin: int = -1


@plain
class Roll(Plain):
    """Each die of the list `what`, in order, gets a new value by chance."""

    what: Expr
    origin: int = -1


@plain
class Shuffle(Plain):
    """The zone's order becomes undecided."""

    zone: Expr
    origin: int = -1


@plain
class Reveal(Plain):
    """Everybody learns these pieces now."""

    what: Expr
    origin: int = -1


@plain
class Sort(Plain):
    """A stable sort of a row; `cell` is bound to each piece while keys are taken."""

    zone: Expr
    cell: int
    keys: tuple[Key, ...]
    origin: int = -1


@plain
class SetVar(Plain):
    """`op` is `=`, `+=` or `-=`; on a list `+=` appends, `-=` removes."""

    var: int
    keys: tuple[Expr, ...]
    op: str
    value: Expr
    origin: int = -1


@plain
class InitVar(Plain):
    """A local variable family gets its initial value."""

    var: int
    origin: int = -1


@plain
class SetCell(Plain):
    """A local gets a value; `op` as in SetVar."""

    cell: int
    op: str
    value: Expr
    origin: int = -1


@plain
class If(Plain):
    """Blocks are numbers; `otherwise` None: nothing."""

    test: Expr
    then: int
    otherwise: int | None = None
    origin: int = -1


@plain
class Each(Plain):
    """The body for each binding of the clause, taken as a snapshot; `until` is tested after every pass."""

    clause: Clause
    body: int
    until: Expr | None = None
    origin: int = -1


@plain
class Turns(Plain):
    """Visits every seat in turn order from `start`, skips those that fail `conditions`.

    Stops when a whole circle is skipped, or `until` (after every pass). `resets`: variables put back for
    each turn.
    """

    cell: int
    start: Expr | None
    conditions: tuple[Cond, ...]
    body: int
    until: Expr | None = None
    resets: tuple[int, ...] = ()
    origin: int = -1


@plain
class Repeat(Plain):
    """`count` times (None: no limit), `until` tested after every pass."""

    count: Expr | None
    body: int
    until: Expr | None = None
    origin: int = -1


@plain
class Together(Plain):
    """Each seat of the clause runs `body` on its own against the same position; effects happen when all
    are in.
    """

    clause: Clause
    body: int
    origin: int = -1


@plain
class Call(Plain):
    """Runs a phase."""

    phase: int
    args: tuple[Expr, ...] = ()
    origin: int = -1


@plain
class End(Plain):
    """`scope` is "turn", "game" or a phase's name."""

    scope: str
    origin: int = -1


@plain
class Restart(Plain):
    """The same player acts once more in the same turn."""

    origin: int = -1


@plain
class AtEnd(Plain):
    """`body` runs when the turn ends (not when a phase or the game is ended). Set once, stays set once."""

    body: int
    origin: int = -1


@plain
class AtOnce(Plain):
    """Triggers look only after the block."""

    body: int
    origin: int = -1


@plain
class Reverse(Plain):
    """Turn order runs the other way."""

    origin: int = -1


@plain
class Misses(Plain):
    """`who` is passed over the next time it would be their turn."""

    who: Expr
    origin: int = -1


@plain
class Alternative(Plain):
    """One option of a choice. `label` is unique within the choice."""

    label: str
    clause: Clause
    body: int
    note: str = ""
    origin: int = -1


@plain
class Choose(Plain):
    """`mode`: one, may (also "nothing") or keeps (again until "enough" or nothing fits).

    `otherwise` is the block for no option at all; None: a fault for `one`, nothing to do for `may` and
    `keeps`.
    """

    who: Expr
    mode: str
    alternatives: tuple[Alternative, ...]
    otherwise: int | None = None
    origin: int = -1


Statement = (
    Move
    | Draw
    | Transfer
    | Flip
    | Roll
    | Shuffle
    | Reveal
    | Sort
    | SetVar
    | InitVar
    | SetCell
    | If
    | Each
    | Turns
    | Repeat
    | Together
    | Call
    | End
    | Restart
    | AtEnd
    | AtOnce
    | Reverse
    | Misses
    | Choose
)


@plain
class Block(Plain):
    """A sequence. `cells` and `vars` (local families) are cleared when it is left; `triggers` live from
    its entry.
    """

    statements: tuple[Statement, ...]
    cells: tuple[int, ...] = ()
    vars: tuple[int, ...] = ()
    triggers: tuple[int, ...] = ()


@plain
class Phase(Plain):
    """`resets`: variables that get their initial value on entry."""

    name: str
    parameters: tuple[int, ...]
    body: int
    resets: tuple[int, ...] = ()
    note: str = ""
    origin: int = -1


@plain
class Trigger(Plain):
    """Fires for each binding on the edge from false to true.

    Generators are `things` and `let` only. `scope` is the block it lives in, None for the whole game.
    """

    clause: Clause
    body: int
    scope: int | None = None
    origin: int = -1


@plain
class Function(Plain):
    """A `define` with arguments; `parameters` are cells. `reason` travels with a condition that calls it."""

    name: str
    parameters: tuple[int, ...]
    body: Expr
    reason: str = ""
    origin: int = -1


@plain
class TableRow(Plain):
    """One row: for each key a tuple of (low, high) ranges (high None: no end), None for any; the value."""

    keys: tuple[tuple[tuple[int, int | None], ...] | None, ...]
    value: Expr


@plain
class Table(Plain):
    """First row that matches wins; none is a fault. Key values are numbers, member indexes or face
    numbers.
    """

    name: str
    keys: tuple[str, ...]
    key_domains: tuple[int | None, ...]
    """The domain a key's values are of; None: numbers; -1: faces."""
    rows: tuple[TableRow, ...]
    origin: int = -1


# ---------------------------------------------------------------------------------------------
# Melds


@plain
class Part(Plain):
    """A part of a meld: `low..high` times (`high` None: no limit) one of `kinds`; no kinds: plain cards."""

    kinds: tuple[int, ...]
    low: int
    high: int | None


@plain
class Shape(Plain):
    """One alternative of a meld.

    `same`, `different`: attributes; `consecutive`: an attribute, `low_member` the member that may also stand
    below the lowest. `total`: the sum over the cards of `measure` (an expression over `measure_cell`) is
    `total`.
    """

    parts: tuple[Part, ...]
    same: tuple[int, ...] = ()
    different: tuple[int, ...] = ()
    consecutive: int | None = None
    low_member: int | None = None
    measure: Expr | None = None
    measure_cell: int | None = None
    total: Expr | None = None


@plain
class MeldKind(Plain):
    """`parameters` are cells that `total` may read."""

    name: str
    parameters: tuple[int, ...]
    shapes: tuple[Shape, ...]
    note: str = ""


@plain
class MeldOrder(Plain):
    """Kinds from weak to strong."""

    name: str
    kinds: tuple[int, ...]


# ---------------------------------------------------------------------------------------------
# Outcome


@plain
class ResultRule(Plain):
    """How a finished game is judged; the last rule whose `condition` holds (None: always) counts.

    Ranking: `keys` over `cell` = a player (or team). Rating: `rating` over the same cell gives a value to
    show, of the type `rating_type`.
    """

    condition: Expr | None
    cell: int
    domain: int
    keys: tuple[Key, ...] = ()
    rating: Expr | None = None
    rating_type: str = ""
    origin: int = -1


@plain
class PayoffRule(Plain):
    """What the game is worth to the player in `cell`."""

    condition: Expr | None
    cell: int
    value: Expr
    origin: int = -1


@plain
class Invariant(Plain):
    """`test` holds for every binding of `clause` whenever a decision is due and at the end."""

    clause: Clause
    test: Expr
    text: str = ""
    origin: int = -1


@plain
class Remark(Plain):
    """What players are told for as long as `test` holds: the note of a `while` or a `when`."""

    test: Expr
    note: str
    origin: int = -1


@plain
class Program(Plain):
    """A game for one number of players and one choice of settings."""

    title: str
    players: int
    settings: tuple[tuple[str, Scalar], ...]
    teams: int
    """0: no teams; else seat s belongs to team s mod teams."""
    domains: tuple[Domain, ...]
    attributes: tuple[Attribute, ...]
    families: tuple[Family, ...]
    faces: tuple[Face, ...]
    pieces: tuple[Piece, ...]
    counters: tuple[Counter, ...]
    zones: tuple[ZoneFamily, ...]
    variables: tuple[VarFamily, ...]
    cells: tuple[str, ...]
    """The name of each local, for messages."""
    tables: tuple[Table, ...]
    functions: tuple[Function, ...]
    melds: tuple[MeldKind, ...]
    orders: tuple[MeldOrder, ...]
    blocks: tuple[Block, ...]
    phases: tuple[Phase, ...]
    main: int
    """the phase `game`"""
    triggers: tuple[Trigger, ...]
    results: tuple[ResultRule, ...]
    payoffs: tuple[PayoffRule, ...]
    invariants: tuple[Invariant, ...]
    remarks: tuple[Remark, ...] = ()
    note: str = ""
    version: int = VERSION
    _cache: dict[str, Any] = field(factory=dict, init=False, eq=False, repr=False, hash=False)

    @property
    def zone_count(self) -> int:
        """How many zones there are, over all families."""
        return sum(z.count for z in self.zones)

    @property
    def variable_count(self) -> int:
        """How many variables there are, over all families."""
        return sum(v.count for v in self.variables)

    @property
    def hash(self) -> str:
        """A SHA-256 of the whole Program, the same on any machine."""
        if "hash" not in self._cache:
            # Not at the top: `check` needs none of these; and codec.py imports this module.
            import hashlib
            import json

            from interpreter.codec import to_json

            text = json.dumps(to_json(self), sort_keys=True, separators=(",", ":"))
            self._cache["hash"] = hashlib.sha256(text.encode()).hexdigest()
        return str(self._cache["hash"])


PLAYER_DOMAIN = 0
"""`player` is always domain 0; `facing` (down, up) is always domain 1; `team` is domain 2."""
FACING_DOMAIN = 1
TEAM_DOMAIN = 2
