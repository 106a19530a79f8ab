"""Which mutants there are, and how they are told."""

from __future__ import annotations

import re

import pytest

from ruledsl.model.walk import walk
from ruledsl.pipeline import Game, load, load_text
from ruledsl.source import Source
from ruledsl.syntax import nodes
from ruledsl.syntax.parser import parse
from ruledsl.tools.mutating.making import mutants_of
from ruledsl.tools.mutating.mutants import Mutant, code_of

FRAME = """\
game "Frame"
players 2..3
enum suit: red "R", blue "B"
cards deck: suit * rank 1..5 * 2 copies
tokens coin: 9
zone stock:           pile, hidden
zone discard:         pile, open
zone hand per player: row, private
zone kept per player: row, private
var leader = seat(1)
{declarations}
phase game {{
    all deck -> stock shuffled
    3 from stock -> each hand
    turns player p {{
        p chooses {{
            option "Play": c in p.hand {{ c -> discard }}
            otherwise {{ end game }}
        }}
        {statements}
    }}
}}
result player p: most p.coin
"""


def frame(declarations: str = "", statements: str = "") -> Game:
    return load_text(FRAME.format(declarations=declarations, statements=statements), "frame.rules")


def changes(game: Game, line: str) -> dict[str, set[str]]:
    """The mutants of the line that has this text: kind -> what stands there instead."""
    source = game.effective.root.span.source
    number = source.text[: source.text.index(line)].count("\n") + 1
    found: dict[str, set[str]] = {}
    for mutant in mutants_of(game):
        if mutant.line == number == mutant.last_line:
            after = " ".join(" ".join(mutant.lines(source)[1]).split())
            found.setdefault(mutant.kind, set()).add(after)
    return found


@pytest.mark.parametrize(
    ("statement", "kind", "after"),
    [
        ("if p.coin > 2 and p.hand is empty { end game }", "condition negated",
         {"if p.coin <= 2 and p.hand is empty { end game }",
          "if p.coin > 2 and p.hand is not empty { end game }"}),
        ("if p.coin > 2 and p.hand is empty { end game }", "and, or",
         {"if p.coin > 2 or p.hand is empty { end game }"}),
        ("if p.coin > 2 and p.hand is empty { end game }", "condition dropped",
         {"if p.hand is empty { end game }", "if p.coin > 2 { end game }", "end game"}),
        ("if p.coin > 2 { end game }", "off by one",
         {"if p.coin > 3 { end game }", "if p.coin > 1 { end game }"}),
        ("if p.coin > leader.coin { end game }", "limit", {"if p.coin >= leader.coin { end game }"}),
        ("if p.coin > 2 { end game } else { end turn }", "lost else", {"if p.coin > 2 { end game }"}),
        ("if not (p.hand has 3) { end game }", "condition negated", {"if (p.hand has 3) { end game }"}),
        ("if p.hand has 3 { end game }", "condition negated", {"if not p.hand has 3 { end game }"}),
        ("1 coin from supply else p -> leader", "lost else", {"1 coin from supply -> leader"}),
        ("1 coin from supply -> p", "wrong player", {"1 coin from supply -> leader"}),
        ("1 from stock -> p.hand", "wrong zone", {"1 from discard -> p.hand", "1 from stock -> p.kept"}),
        ("up to 1 from stock -> p.hand at 1", "word dropped",
         {"1 from stock -> p.hand at 1", "up to 1 from stock -> p.hand"}),
        ("leader = p.left", "wrong side", {"leader = p.right"}),
        ("leader = p; 1 coin from supply -> p", "steps swapped", {"1 coin from supply -> p; leader = p"}),
        ("leader = p", "step dropped", set()),
        ('p may choose "Take" { 1 coin from supply -> p }', "has to, may",
         {'p chooses "Take" { 1 coin from supply -> p }'}),
        ("each player q from p where q.coin > 1 { leader = q }", "word dropped",
         {"each player q where q.coin > 1 { leader = q }"}),
        ("if p.hand.first is 1 | 2 | 4 { end game }", "case dropped",
         {"if p.hand.first is 2 | 4 { end game }", "if p.hand.first is 1 | 4 { end game }",
          "if p.hand.first is 1 | 2 { end game }"}),
    ],
)  # fmt: skip
def test_statements(statement: str, kind: str, after: set[str]) -> None:
    assert changes(frame(statements=statement), statement)[kind] == (after or {""})


@pytest.mark.parametrize(
    ("declaration", "kind", "after"),
    [
        ("table prize[players] { 2: 3; 3: 5 }", "table cell",
         {"table prize[players] { 2: 4; 3: 5 }", "table prize[players] { 2: 3; 3: 6 }"}),
        ("table prize[players] { 2: 3; 3: 5 }", "table row dropped",
         {"table prize[players] { ; 3: 5 }", "table prize[players] { 2: 3; }"}),
        ("meld pair: 2 cards, same rank, different suit", "condition dropped",
         {"meld pair: 2 cards, different suit", "meld pair: 2 cards, same rank"}),
        ("meld pair: 2 cards, same rank or 3 cards, same suit", "case dropped",
         {"meld pair: 3 cards, same suit", "meld pair: 2 cards, same rank"}),
        ("when player q where q.coin is 5 { end game }", "rule dropped", {""}),
        ("define worth_it(q) = if q.coin > 2 then q.hand.size else 0", "lost else",
         {"define worth_it(q) = 0"}),
        ("define best(q) = most(c.rank for c in q.hand else 0)", "wrong end",
         {"define best(q) = fewest(c.rank for c in q.hand else 0)"}),
        ("zone seen: pile, open", "seen by others", {"zone seen: pile, hidden"}),
        ("var bids per player = 0, each game", "word dropped", {"var bids per player = 0"}),
    ],
)  # fmt: skip
def test_declarations(declaration: str, kind: str, after: set[str]) -> None:
    name = declaration.split()[1].split("(")[0]
    used = f"if {name}(p) > 3 {{ end game }}" if declaration.startswith("define") else ""
    assert changes(frame(declaration, used), declaration)[kind] == after


def test_notes_go_with_what_they_stand_above() -> None:
    noted = '## Note.\n        p may choose "Take" { 1 coin from supply -> p }\n        leader = p'
    source = frame(statements=noted).effective.root.span.source
    for mutant in mutants_of(frame(statements=noted)):
        _, problems = parse(Source(source.path, mutant.applied(source.text)))
        assert not problems, mutant.name


def test_choices() -> None:
    game = frame()
    assert changes(game, 'option "Play"')["step dropped"] >= {'option "Play": c in p.hand { }'}
    assert changes(game, "otherwise")["lost otherwise"] == {""}


@pytest.mark.parametrize(
    "name", ["haunted_mouse", "haunted_mini_mouse", "head_of_mousehold", "mice_to_meet_you"]
)
def test_every_mutant_of_the_rulebooks_is_another_readable_file(name: str) -> None:
    """Each can be read, says something else than the rules, and is told by a name of its own."""
    game = load(name)
    source = game.effective.root.span.source
    tree, _ = parse(source)
    mutants = mutants_of(game)
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    assert len({mutant.applied(source.text) for mutant in mutants}) == len(mutants)
    for mutant in mutants[::29]:
        changed, problems = parse(Source(source.path, mutant.applied(source.text)))
        assert not problems, mutant.name
        assert changed != tree, mutant.name


def test_examples_and_invariants_are_left_alone() -> None:
    game = load("haunted_mouse")
    source = game.effective.root.span.source
    alone = [
        (node.span.start, node.span.end)
        for node in walk(game.effective.root)
        if isinstance(node, nodes.Example | nodes.Invariant | nodes.Text)
    ]
    for mutant in mutants_of(game):
        inside = [(start, end) for start, end in alone if start <= mutant.start and mutant.end <= end]
        assert not inside, (mutant.name, source.position(mutant.start))


def test_what_only_invariants_ask_for_is_left_alone() -> None:
    game = frame(
        "define kept_of(q) = q.kept.size\ninvariant player q: q.kept_of < 9\ndefine many(q) = q.coin > 7"
    )
    clauses = {mutant.clause for mutant in mutants_of(game)}
    assert "define kept_of" not in clauses
    game = frame("define kept_of(q) = q.kept.size", "if p.kept_of > 1 { end game }")
    assert "define kept_of" in {mutant.clause for mutant in mutants_of(game)}


def test_a_variant_has_mutants_of_its_own_clauses() -> None:
    game = load("haunted_mini_mouse")
    own = mutants_of(game)
    assert {mutant.path for mutant in own} == {"games/haunted_mini_mouse.rules"}
    assert "replace define may_lead: `replace define may_lead(p) = not p.out` is left out" in {
        mutant.name for mutant in own
    }
    both = mutants_of(game, inherited=True)
    assert set(own) < set(both)
    replaced = {mutant.clause for mutant in both if mutant.file == 0}
    assert "define may_lead" not in replaced and "define own" in replaced


def test_names_do_not_depend_on_where_a_clause_stands() -> None:
    game = frame("define few(q) = q.coin < 2", "if few(p) { end game }")
    text = game.text
    line = "define few(q) = q.coin < 2\n"
    moved = text.replace(line, "").replace("result player", f"\n# moved\n{line}result player")

    def names(text: str) -> set[str]:
        return {m.name for m in mutants_of(load_text(text, "frame.rules")) if m.clause == "define few"}

    assert names(text) == names(moved) and len(names(text)) >= 4


def test_comments_are_not_taken_for_code() -> None:
    text = 'a "# no comment" # else\n## note\nb'
    assert code_of(text) == 'a "# no comment"       \n       \nb'
    assert code_of('x "\\"#" #"') == 'x "\\"#"   '
    game = frame(statements="if p.coin > 1 { end turn } # else\n        else { end game }")
    [lost] = [mutant for mutant in mutants_of(game) if mutant.kind == "lost else"]
    assert lost.change == "`else { end game }` is left out"


def test_a_mutant_is_told_in_the_words_of_the_file() -> None:
    game = frame(statements="if p.coin > 2 { end game }")
    [mutant] = [m for m in mutants_of(game) if m.kind == "off by one" and m.text == "3" and m.line > 12][-1:]
    assert mutant.name == "phase game: `if p.coin > 2 { end game }` becomes `if p.coin > 3 { end game }`"
    assert mutant.lines(game.effective.root.span.source) == (
        ["if p.coin > 2 { end game }"], ["if p.coin > 3 { end game }"],
    )  # fmt: skip
    assert isinstance(mutant, Mutant) and re.fullmatch(r"frame\.rules:\d+", mutant.place)
