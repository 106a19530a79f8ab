"""Random games that are valid: they check without errors and can be played.

`random_rules(seed)` writes a whole file, always the same for a seed. It draws on every kind of declaration,
statement, generator and expression, with the types right. Whether a game makes sense is another matter, so it
may well fault in play (a place is taken, a card is not there), but it may never trouble parser, checker,
formatter or engine. `rules_text(random)` is the same for a `Random` of one's own, such as one of hypothesis.
"""

from __future__ import annotations

import re
from random import Random

from attrs import evolve

from tests.generators import clauses, numbers, reading, statements, things, truths  # noqa: F401  (they fill the table of productions)
from tests.generators.base import OPEN, Draws, Maker, Scope, Value
from tests.generators.layout import indented
from tests.generators.world import Define, Phase, World, declare


def random_rules(seed: int) -> str:
    """A valid game, always the same for the same seed."""
    return rules_text(Random(seed))


def rules_text(random: Random) -> str:
    """A valid game from a source of random numbers."""
    draws = Draws(random)
    return _written(Maker(draws, declare(draws)))


def random_variant(seed: int) -> tuple[str, str]:
    """A valid game, to be written into `base.rules`, and a valid variant of it."""
    draws = Draws(Random(f"variant {seed}"))
    maker = Maker(draws, declare(draws))
    base = _written(maker) + "define spare = 1\n"
    return base, indented("\n".join(_variant(maker)))


def _written(maker: Maker) -> str:
    """The whole file for a world."""
    lines = ['game "Random"', *maker.world.lines]
    for _ in range(maker.draws.number(2, 5)):
        lines.append(_define(maker))
    lines += _phases(maker)
    lines += _watching(maker)
    lines += _layers(maker)
    outcome = _outcome(maker)
    lines += outcome
    lines += _examples(maker, any(" most " in line for line in outcome if line.startswith("result")))
    return indented("\n".join(lines))


def _variant(m: Maker) -> list[str]:
    """A file that states only what differs."""
    lines = [
        'game "Variant" extends "base.rules"',
        "remove define spare",
        "replace tokens coin: 9 per player",
    ]
    if "goal" in m.world.settings:
        lines.append("setting goal: 3..12 = 4")
    defines, m.world.defines = m.world.defines, []
    for define in m.draws.some(defines, 0, 2):
        scope = Scope({}, reader=OPEN)
        for name, kind in define.parameters:
            scope = scope.with_((kind, name))
        parameters = f"({', '.join(name for name, _ in define.parameters)})" if define.parameters else ""
        value = m.draws.pick("base", f"if {m.make('truth', scope, 1)} then base else base")
        lines.append(f"replace define {define.name}{parameters} = {value}")
    lines.append(f"replace phase tidy {statements.block(m, Scope(ends=('tidy',)), 1)}")
    lines.append(f"replace var total = {m.draws.number(0, 5)}")
    return lines


def _define(m: Maker) -> str:
    """A define; it may ask for those before it."""
    name = m.fresh("f")
    kinds = m.draws.pick(
        (),
        ("player",),
        ("player",),
        ("card",),
        ("cards",),
        ("number", "suit"),
        ("meld",),
        ("player", "cards"),
    )
    parameters = tuple((m.fresh("a"), kind) for kind in kinds)
    type_ = m.draws.pick("truth", "truth", "number", "number", "cards", "suit", "player", "text")
    scope = Scope({}, reader=OPEN)
    for parameter, kind in parameters:
        scope = scope.with_((kind, parameter))
    value = m.try_(type_, scope, 2)
    if value is None:
        type_, value = "number", m.make("number", scope, 1)
    reason = ' else "because of it"' if type_ == "truth" and m.draws.chance(40) else ""
    m.world.defines.append(Define(name, parameters, type_))
    head = f"{name}({', '.join(p for p, _ in parameters)})" if parameters else name
    return f"define {head} = {value}{reason}"


# -- phases ----------------------------------------------------------------------------------------


def _phases(m: Maker) -> list[str]:
    """The phases, those first that play no other, and the one where play starts."""
    found: list[str] = []
    answer = Phase("answer", (("who", "player"),), together=True)
    inside = Scope({"player": ("who",)}, own="who")
    found.append(f"phase answer(who) {statements.block(m, inside, 1, 1, 2)}")
    m.world.phases.append(answer)
    tidy = Scope(ends=("tidy",))
    found.append(f"phase tidy {statements.block(m, tidy, 1)}")
    reward = Scope({"player": ("who",), "number": ("n",)}, ends=("reward",), plays=(Phase("tidy"),))
    found.append(f"phase reward(who, n) {statements.block(m, reward, 1)}")
    plays = (Phase("tidy"), Phase("reward", (("who", "player"), ("n", "number"))))
    act = Scope({"player": ("p",)}, in_turns=True, ends=("turn", "act", "round"), plays=plays)
    found.append(f"phase act(p) {statements.block(m, act, 2)}")
    found.append(_round(m, plays))
    found.append(_game(m, plays))
    unplayed = {"tidy": "play tidy", "reward": "play reward(leader, 2)"}
    text = "\n".join(found)
    extra = [f"if total > 99 {{ {play} }}" for name, play in unplayed.items() if f"play {name}" not in text]
    found[-1] = found[-1].removesuffix("}") + "\n".join([*extra, "}"])
    return found


def _round(m: Maker, plays: tuple[Phase, ...]) -> str:
    """A phase with turns, perhaps with simultaneous choices before them."""
    scope = Scope(ends=("round",), plays=plays)
    before = str(m.try_("loop", scope, 1)) + "\n" if m.draws.chance(40) else ""
    together = f"{statements.together(m, scope, 2)}\n" if m.draws.chance(50) else ""
    inner = evolve(scope.with_(("player", "p")), in_turns=True, ends=("turn", "round"))
    start = m.draws.pick("", " from leader", " from leader.left")
    where = f" where {m.make('truth', inner, 1)} or p is leader" if m.draws.chance(30) else ""
    first = 'p chooses "Lead": c in p.hand { c -> discard } otherwise { end round }'
    more = statements.body(m, inner, 2, 1, 3)
    act = "\nplay act(p)" if m.draws.chance(75) else "\nif total > 99 { play act(p) }"
    until = m.draws.pick("p.hand is empty", f"{m.make('truth', inner, 1)}", "total > 20")
    after = "\n" + statements.body(m, scope, 1, 1, 2) if m.draws.chance(40) else ""
    turns = f"turns player p{start}{where} {{\n{first}\n{more}{act}\n}} until {until}"
    return f"phase round {{\n{before}{together}{turns}{after}\n}}"


def _game(m: Maker, plays: tuple[Phase, ...]) -> str:
    """Setup, then rounds."""
    world = m.world
    lines = ["all deck -> stock shuffled"]
    names = {kind.name: kind for kind in world.cards}
    if "odds" in names:
        lines.append(m.draws.pick("all odds -> shelf", "each odds c { c -> shelf }"))
    if "weather" in names:
        lines.append("all weather -> sky" if m.draws.chance(90) else "all weather -> stock shuffled")
    for kind in world.dice:
        lines.append(f"at once {{ all {kind.name} -> cup; roll cup }}")
    lines += [f"up to {m.draws.number(3, 5)} from stock -> each hand", "up to 2 from stock -> board"]
    lines += [f"up to 1 {counter} from supply -> pot" for counter in world.counters]
    scope = Scope(ends=("game",), plays=plays)
    if m.draws.chance(50):
        lines.append(statements.body(m, evolve(scope, ends=()), 1, 1, 3))
    lines.append(m.draws.pick(
        f"repeat {m.draws.number(1, 3)} {{ play round }}",
        f"repeat {{ play round }} until {m.make('truth', scope, 1)} or stock is empty",
        "repeat {\nplay round\nif total > 12 or stock is empty { end game }\ntotal += 1\n}",
    ))  # fmt: skip
    if m.draws.chance(50):
        lines.append(statements.body(m, evolve(scope, ends=()), 1, 1, 2))
    return "phase game {\n" + "\n".join(lines) + "\n}"


# -- what is watched, replaced and judged ----------------------------------------------------------


def _watching(m: Maker) -> list[str]:
    return [f"{m.draws.pick('', '## Keep watch.{}')}".format("\n") + statements.when(m, Scope(), 1)
            for _ in range(m.draws.number(0, 2))]  # fmt: skip


def _layers(m: Maker) -> list[str]:
    """Some `while`, decided before the game begins or during play."""
    found: list[str] = []
    scope = Scope()
    if m.draws.chance(50) and m.world.defines:
        define = m.draws.one_of(m.world.defines)
        inner = Scope({}, reader=OPEN)
        for name, kind in define.parameters:
            inner = inner.with_((kind, name))
        base = {"truth": "base", "number": "base + 1"}.get(define.type)
        value = (
            m.draws.pick(base, base and f"(if {m.make('truth', inner, 0)} then {base} else {base})") or "base"
        )
        head = (
            f"{define.name}({', '.join(p for p, _ in define.parameters)})"
            if define.parameters
            else define.name
        )
        more = m.draws.pick("", f"\nphase tidy {statements.block(m, Scope(ends=('tidy',)), 0)}",
                            f"\nresult player p: most {m.make('number', Scope().with_(('player', 'p')), 1)}",
                            f"\n## While it is so.\n{statements.when(m, Scope(), 0)}")  # fmt: skip
        test = m.make("truth", scope, 1)
        if any(other.name in test for other in m.world.defines):
            test = Value("total > 3")  # it may not ask for what it replaces
        note = m.draws.pick("", "## It is so now.\n")
        found.append(f"{note}while {test} {{\ndefine {head} = {value}{more}\n}}")
    settings = [name for name, type_ in m.world.settings.items() if type_ == "truth"]
    if m.draws.chance(40):
        test = m.draws.pick(f"players is {m.world.high}", *(settings), "players > 2")
        decided = m.draws.pick(
            "tokens coin: 9 per player", "var total = 1", "phase tidy { total += 1 }",
            "table pips[rank] { else: 3 }", "meld set: 2.. cards, same rank", "zone board: row, open",
            "result player p: fewest p.score",
        )  # fmt: skip
        found.append(f"while {test} {{\n{decided}\n}}")
    return found


def _outcome(m: Maker) -> list[str]:
    scope = Scope().with_(("player", "p"))
    found = []
    if m.world.teams and m.draws.chance(50):
        found.append("result team t: most sum(p.score for player p where p.team is t)")
    elif any(t.type == "text" for t in m.world.tables) and m.draws.chance(30):
        found.append(f"result player p: {reading.table(m, scope, 'text', 1)}")
    elif m.draws.chance(15):
        found.append(f"result player p: {clauses.ranked(m.make('number', scope, 1))}")
    else:
        found.append(f"result player p: most p.score, then fewest {m.make('number', scope, 1)}")
    if m.draws.chance(50):
        found.append(f"payoff player p: {m.make('number', scope, 1)}")
    found.append("invariant player p: p.coin >= 0")
    if m.draws.chance(40):
        found.append(f"invariant: {m.make('truth', Scope(), 1)}")
    return found


def _examples(m: Maker, ranked: bool) -> list[str]:
    """Examples that can be read; whether they hold is not for the generator to say."""
    if not m.draws.chance(50):
        return []
    code = m.draws.one_of(m.world.cards[0].codes)
    facts = m.draws.some(
        [
            "total = 3",
            f"A.hand = [{code}]",
            "A.score = 2",
            "rest in stock",
            "A.coin = 0",
            f"A knows [{code}] in stock",
        ],
        1,
        4,
    )
    at = m.draws.pick("", ", at turn of A in round", ", at tidy", ", at reward(A, 2)", ", at end")
    steps = m.draws.some([
        f'A can "Lead" [{code}]', f'A cannot "Lead" [{code}] because "no"', f'A does "Lead" [{code}]',
        "A passes", f"chance [{code}]", f"A knows not [{code}] in stock", f"A knows [{code}] in A.hand",
        *(["A wins"] * ranked), *(["A, B win"] * (ranked and m.world.high > 1)),
    ], 0, 3)  # fmt: skip
    first = f"given{m.draws.pick('', ' after setup')} players = {m.world.high}, {', '.join(facts)}{at}"
    test = m.make("truth", Scope(reader=OPEN), 1)
    if re.search(r"\bA\b", test):
        test = Value("total >= 0")  # here A is a player
    return [
        f'example "number {m.draws.number(1, 9)}" {{\n' + "\n".join([first, *steps, f"expect {test}"]) + "\n}"
    ]


__all__ = ["World", "random_rules", "random_variant", "rules_text"]
