"""The syntax tree of a `.rules` file.

Small frozen nodes, one class per form of the language. A node says what was written and where
(`span`), never what it means: names are still text here, and `5` may turn out to be a number, a
rank or a die. Two trees are equal when they say the same, wherever it stands in the text.
"""

from __future__ import annotations

from attrs import field, frozen

from interpreter.plain import Plain, plain
from ruledsl.source import Span


@plain
class Node(Plain):
    """Anything that was written; `span` does not take part in equality."""

    span: Span = field(eq=False, repr=False, kw_only=True)


# ---------------------------------------------------------------------------------------------
# Expressions and patterns


@plain
class Expr(Node):
    """A value, a test or a pattern."""


@plain
class Name(Expr):
    """A bare name: a local, something declared, a member of an enum, or a predeclared word."""

    id: str


@plain
class Number(Expr):
    """A whole number as written."""

    value: int


@plain
class Text(Expr):
    """A text in double quotes; `value` has the escapes resolved."""

    value: str


@plain
class WrittenValue(Node):
    """One blank-separated value inside `[ ]`, such as `5C`, `*C=5`, `A.G!` or `12`."""

    text: str


@plain
class Written(Expr):
    """`[5C 6S]`: values in the notation of their print codes."""

    values: tuple[WrittenValue, ...]


@plain
class Unary(Expr):
    """`-x` or `not x`; `op` is `-` or `not`."""

    op: str
    operand: Expr


@plain
class Binary(Expr):
    """`op` is one of `+ - * / and or`."""

    op: str
    left: Expr
    right: Expr


@plain
class Test(Expr):
    """`op` is one of `<`, `<=`, `>`, `>=`, `is`, `is not`, `is in`, `is not in`, `has`."""

    op: str
    left: Expr
    right: Expr


@plain
class Alternatives(Expr):
    """`8 | J`: two or more patterns or values."""

    items: tuple[Expr, ...]


@plain
class Range(Expr):
    """`2..9`, or `3..` with `high` None; both ends belong to it."""

    low: Expr
    high: Expr | None


@plain
class Of(Expr):
    """`Q of spades`, `2..9 of hearts`: both sides must fit."""

    value: Expr
    group: Expr


@plain
class IfElse(Expr):
    """`if condition then value else otherwise`."""

    condition: Expr
    value: Expr
    otherwise: Expr


@plain
class Attribute(Expr):
    """`object.name`."""

    object: Expr
    name: str
    name_span: Span = field(eq=False, repr=False)


@plain
class Index(Expr):
    """`object[item, item]`."""

    object: Expr
    items: tuple[Expr, ...]


@plain
class Call(Expr):
    """`function(argument, argument)` where no argument is a generator."""

    function: Name
    arguments: tuple[Expr, ...]


@plain
class All(Expr):
    """`all hand` (the union over a family of zones) or `all deck` (every piece of a kind)."""

    family: Name


@plain
class From(Expr):
    """`hearts from p.hand`: what fits the pattern, in order."""

    pattern: Expr
    zone: Expr


@plain
class Key(Node):
    """One key of an order: `direction` is `most` or `fewest`."""

    direction: str
    value: Expr


@plain
class Where(Node):
    """A condition; `soft` is `if possible`, `reason` the text after `else`."""

    condition: Expr
    soft: bool = False
    reason: Text | None = None


@plain
class Generator(Node):
    """Binds `name` to one value after the other."""

    name: Name


@plain
class Things(Generator):
    """`player p from x`: every member of the named type, here from `start` on."""

    type: Name
    start: Expr | None = None


@plain
class Members(Generator):
    """`c in Z`, `i in 1..5`, `n in 0 | 4`, `c in hearts from Z`, `m in set | run from Z`."""

    collection: Expr


@plain
class Let(Generator):
    """`x = expr`: just a name for a value."""

    value: Expr


@plain
class Subset(Generator):
    """`s in 2 cards from Z` (`low` = `high`), `s in any 1..2 from Z`, `s in any from Z` (both None).

    `exact` tells the first form from the others; `kind` is the word after its number, usually `cards`.
    """

    low: Expr | None
    high: Expr | None
    zone: Expr
    exact: bool = False
    kind: Name | None = None


@plain
class Using(Generator):
    """`m in run using slice from Z and any from Y`; either source may be missing, not both."""

    pattern: Expr
    slice: Expr | None
    any: Expr | None


@plain
class Clause(Node):
    """Generators, the conditions after them, and the order that picks the best."""

    generators: tuple[Generator, ...]
    conditions: tuple[Where, ...] = ()
    keys: tuple[Key, ...] = ()


@plain
class Quantifier(Expr):
    """`count(player q where q.out)`, `sum(c.pips for c in cs)`, `most(q.bet for player q else 0)`.

    `value` is what stands before `for` (None when the clause stands alone), `default` what stands
    after the closing `else`.
    """

    function: Name
    value: Expr | None
    clause: Clause
    default: Expr | None = None


# ---------------------------------------------------------------------------------------------
# Statements


@plain
class Statement(Node):
    """One step of a phase."""


@plain
class Block(Node):
    """`{ ... }`."""

    statements: tuple[Statement | Declaration, ...]


@plain
class Source(Node):
    """The left side of an arrow.

    `c`, `hand`, `pile + m`: only `zone` (the expression itself).
    `8 from stock`: `count`, `zone`. `hearts from p.hand`: `what`, `zone`.
    `2 chip from p`: `count`, `what` (a Name), `zone`. `up_to` allows a shortage.
    """

    zone: Expr
    count: Expr | None = None
    what: Expr | None = None
    up_to: bool = False


@plain
class EachTarget(Node):
    """`each hand`: round the family of zones."""

    family: Name


@plain
class NewTarget(Node):
    """`new laid`: a fresh meld in a `melds` zone."""

    zone: Expr


@plain
class Move(Statement):
    """`source [else fallback] -> target [at position] [face facing] [shuffled]`.

    `position` may be the Name `end`; `facing` is an expression (`up`, `down`, or a computed one).
    """

    source: Source
    target: Expr | EachTarget | NewTarget
    fallback: Expr | None = None
    position: Expr | None = None
    facing: Expr | None = None
    shuffled: bool = False


@plain
class Flip(Statement):
    """`flip what face up`."""

    what: Expr
    facing: Expr


@plain
class Roll(Statement):
    """`roll what`: dice get new values."""

    what: Expr


@plain
class Shuffle(Statement):
    """`shuffle what`."""

    what: Expr


@plain
class Reveal(Statement):
    """`reveal what` or `reveal pattern from zone` (a From): everybody learns these now."""

    what: Expr


@plain
class Sort(Statement):
    """`sort c in zone with keys`: a stable sort of a row."""

    name: Name
    zone: Expr
    keys: tuple[Key, ...]


@plain
class Assign(Statement):
    """`target op value`; `op` is `=`, `+=` or `-=`; target is a Name, Attribute or Index."""

    target: Expr
    op: str
    value: Expr


@plain
class If(Statement):
    """`if condition { } else { }`; an `else if` is a Block with that one If."""

    condition: Expr
    then: Block
    otherwise: Block | None = None


@plain
class Each(Statement):
    """`each clause { } until condition`."""

    clause: Clause
    body: Block
    until: Expr | None = None


@plain
class Turns(Statement):
    """`turns player p from x where ... { } until condition`."""

    clause: Clause
    body: Block
    until: Expr | None = None


@plain
class Repeat(Statement):
    """`repeat count { } until condition`; without count and condition it runs until an `end`.

    `repeat play-or-other-statement` without braces does not exist.
    """

    count: Expr | None
    body: Block
    until: Expr | None = None


@plain
class Together(Statement):
    """`together player p { }`: simultaneous, secret choices."""

    clause: Clause
    body: Block


@plain
class Play(Statement):
    """`play phase(argument, ...)`."""

    phase: Name
    arguments: tuple[Expr, ...] = ()


@plain
class End(Statement):
    """`end turn`, `end round`, `end game`, `end <phase>`."""

    scope: Name


@plain
class Restart(Statement):
    """`restart turn`."""


@plain
class AtEnd(Statement):
    """`at end of turn { }`."""

    scope: Name
    body: Block


@plain
class AtOnce(Statement):
    """`at once { }`: triggers look only after the block."""

    body: Block


@plain
class Reverse(Statement):
    """`reverse turn`."""


@plain
class Misses(Statement):
    """`who misses turn`; `who` is usually `next`."""

    who: Expr


@plain
class Option(Node):
    """One option of a choice: label, what it binds, under which conditions, and what it does."""

    label: Text | None
    clause: Clause
    body: Block
    notes: tuple[str, ...] = ()


@plain
class Choose(Statement):
    """`who chooses ...`; `mode` is `one`, `may` (also "nothing") or `keeps` (until "enough")."""

    who: Expr
    mode: str
    options: tuple[Option, ...]
    otherwise: Block | None = None
    braces: bool = False
    """True for the form `who chooses { option ... }`."""

    notes: tuple[str, ...] = ()
    """The notes before the form with braces; those before the other form are its only option's."""


# ---------------------------------------------------------------------------------------------
# Declarations


@plain
class Declaration(Node):
    """Something with a name, or a fact about the game; `notes` are its `##` lines."""

    notes: tuple[str, ...] = field(default=(), kw_only=True)


@plain
class Game(Declaration):
    """`game "Title" extends "file.rules"`."""

    title: Text
    extends: Text | None = None


@plain
class Players(Declaration):
    """`players 2..5` or `players 4` (`high` is None then)."""

    low: Expr
    high: Expr | None = None


@plain
class Teams(Declaration):
    """`teams 2 across`; `arrangement` is the word after the number, or None."""

    count: Expr
    arrangement: Name | None = None


@plain
class Setting(Declaration):
    """`setting goal: 26..200 = 100`.

    `type` is a Range, Alternatives of Names or Numbers, a type's Name, or Name("yes/no") for `yes/no`.
    """

    name: Name
    type: Expr
    default: Expr


@plain
class Member(Node):
    """One member of an enum: a Name or Number or Range, with its print code."""

    value: Expr
    code: Text | None = None


@plain
class Enum(Declaration):
    """`enum suit: clubs "C", hearts "H"`."""

    name: Name
    members: tuple[Member, ...]


@plain
class Factor(Node):
    """One factor of a product of cards.

    `suit`: name only. `kind (plain | extra)`: `part` is the pattern. `rank 1..9` or `worth 2..4`: `part` is
    a Range. `any rank "*"`: `wild` True and `code`.
    """

    name: Name
    part: Expr | None = None
    wild: bool = False
    code: Text | None = None


@plain
class Product(Node):
    """`suit * rank * 2 copies`, or one single named card (`single`)."""

    factors: tuple[Factor, ...]
    copies: Expr | None = None


@plain
class Cards(Declaration):
    """`cards name per player: product, product`; single named cards are products of one bare factor."""

    name: Name
    per: Name | None
    products: tuple[Product, ...]


@plain
class Tokens(Declaration):
    """`tokens chip: 3 per player, 1 each`."""

    name: Name
    count: Expr
    per: Name | None = None
    each: Expr | None = None


@plain
class Dice(Declaration):
    """`dice die: 2 per player of 1..6`; `faces` is None for an ordinary die."""

    name: Name
    count: Expr
    per: Name | None = None
    faces: Expr | None = None


@plain
class Zone(Declaration):
    """`zone hand per player: row, private`; several keys with commas: `per player, color`."""

    name: Name
    per: tuple[Name, ...]
    kind: Name
    visibility: Name


@plain
class TableRow(Node):
    """`key, key: value value`; `keys` is empty for `else:`."""

    keys: tuple[Expr, ...]
    values: tuple[Expr, ...]


@plain
class Table(Declaration):
    """`table prize[players, place] { rows }`."""

    name: Name
    keys: tuple[Name, ...]
    rows: tuple[TableRow, ...]


@plain
class MeldPart(Node):
    """A part of a meld: `three`, `2 two`, `1 card`, `(set | run)`.

    `kinds` is a Name or Alternatives of Names; None means plain cards. `low` = `high` = None means one;
    `high` None with `low` given and `open` True means "low or more".
    """

    kinds: Expr | None
    low: Expr | None = None
    high: Expr | None = None
    open: bool = False


@plain
class Trait(Node):
    """`same rank`, `different suit`, `consecutive rank`, `total pips 15`, `low A`.

    `word` is the first word, `attribute` the name after it, `value` the number after `total pips` or the
    member after `low`.
    """

    word: str
    attribute: Name | None = None
    value: Expr | None = None


@plain
class MeldShape(Node):
    """One alternative of a meld: its parts (one plain part for `3.. cards`) and traits."""

    parts: tuple[MeldPart, ...]
    traits: tuple[Trait, ...] = ()


@plain
class Meld(Declaration):
    """`meld run(n): shape or shape`."""

    name: Name
    parameters: tuple[Name, ...]
    shapes: tuple[MeldShape, ...]


@plain
class Order(Declaration):
    """`order poker: pair < trips < flush`."""

    name: Name
    kinds: tuple[Name, ...]


@plain
class Define(Declaration):
    """`define beats(m, n) = expr else "reason"`."""

    name: Name
    parameters: tuple[Name, ...]
    value: Expr
    reason: Text | None = None


@plain
class TypeName(Node):
    """`player or none`, `cards`, `number`: a type as written after a colon."""

    name: Name
    optional: bool = False


@plain
class Var(Declaration):
    """`var a, b per player: type = value, each round`; also a local in a block."""

    names: tuple[Name, ...]
    per: tuple[Name, ...] = ()
    type: TypeName | None = None
    value: Expr | None = None
    each: Name | None = None


@plain
class Phase(Declaration):
    """`phase settle(t) { ... }`."""

    name: Name
    parameters: tuple[Name, ...]
    body: Block


@plain
class When(Declaration):
    """`when player p where ... { }` or `when condition { }`; a statement of its block, too."""

    clause: Clause
    condition: Expr | None
    body: Block


@plain
class While(Declaration):
    """`while condition { declarations }`."""

    condition: Expr
    declarations: tuple[Declaration, ...]


@plain
class Result(Declaration):
    """`result player p: most p.score, then fewest p.hand.size`, or one value (a rating)."""

    clause: Clause
    keys: tuple[Key, ...] = ()
    value: Expr | None = None


@plain
class Payoff(Declaration):
    """`payoff player p: p.chips`."""

    clause: Clause
    value: Expr


@plain
class Invariant(Declaration):
    """`invariant player p: p.chip <= 7`; without generators the clause is empty."""

    clause: Clause
    condition: Expr


@plain
class Replace(Declaration):
    """`replace define may_lead(p) = yes`."""

    declaration: Declaration


@plain
class Remove(Declaration):
    """`remove meld trap`; `kind` is the declaration's head word."""

    kind: Name
    name: Name


@plain
class BadDeclaration(Declaration):
    """Text that could not be read as a declaration or statement; it keeps a broken file a tree."""


@plain
class BadStatement(Statement):
    """Text inside a block that could not be read."""


# ---------------------------------------------------------------------------------------------
# Examples


@plain
class Step(Node):
    """One line of an example."""


@plain
class Fact(Node):
    """One fact of `given`."""


@plain
class ValueFact(Fact):
    """`A.hand = [9C]`, `players = 3`, `pile = [5C 6S] as run by B`."""

    target: Expr
    value: Expr
    kind: Name | None = None
    by: Expr | None = None


@plain
class AtFact(Fact):
    """`at turn of A in betting(2)`, `at settle(1)`.

    `scope` is `turn` or a phase's name with `arguments`; `of` the seat whose turn it is, `within` the phase
    (with its arguments) that holds the `turns`.
    """

    scope: Name
    arguments: tuple[Expr, ...] = ()
    of: Expr | None = None
    within: Name | None = None
    within_arguments: tuple[Expr, ...] = ()


@plain
class EndFact(Fact):
    """`at end`: the game is over."""


@plain
class RestFact(Fact):
    """`rest in stock`."""

    zone: Expr


@plain
class KnowsFact(Fact):
    """`A knows [2C] in B.hand`."""

    who: Expr
    values: Expr
    zone: Expr


@plain
class Given(Step):
    """`given [after setup] fact, fact`."""

    facts: tuple[Fact, ...]
    after_setup: bool = False


@plain
class ExampleMove(Step):
    """`A can "Play" [5D] spades`; `verb` is `can`, `cannot` or `does`; `label` None: the only choice."""

    who: Expr
    verb: str
    label: Text | None
    values: tuple[Expr, ...]
    because: Text | None = None


@plain
class Passes(Step):
    """`B passes`."""

    who: Expr


@plain
class Wins(Step):
    """`A wins`, `A, B win`: the game is over, and these and no others share the first place."""

    who: tuple[Expr, ...]


@plain
class Chance(Step):
    """`chance [5 3 6]`."""

    values: Expr


@plain
class Knows(Step):
    """`B knows [2C] in A.hand`; `negated` for `B does not know ...` (written `B knows not [2C] in ...`)."""

    who: Expr
    values: Expr
    zone: Expr
    negated: bool = False


@plain
class Expect(Step):
    """`expect over and B.score is 7`."""

    condition: Expr


@plain
class Example(Declaration):
    """`example "title" { steps }`."""

    title: Text
    steps: tuple[Step, ...]


# ---------------------------------------------------------------------------------------------


@frozen
class Comment:
    """`# text`; `own_line` when nothing else stands on its line."""

    text: str
    own_line: bool = field(eq=False)
    span: Span = field(eq=False, repr=False)


@plain
class File(Node):
    """A whole file: declarations in order, and every comment of the text in order."""

    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(default=(), eq=False)
