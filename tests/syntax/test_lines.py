"""Line ends, separators, comments and notes."""

from __future__ import annotations

import pytest

from ruledsl.source import Source
from ruledsl.syntax import nodes, parse
from ruledsl.syntax.words import word_set
from tests.support.trees import outline

SOFT = word_set(
    "game players teams setting enum cards tokens dice zone table meld order define phase result while "
    "invariant example replace remove extends per copies choose choosing option possible slice once new face "
    "shuffled by most fewest given can cannot does passes wins win knows because chance expect rest as up "
    "payoff none yes no same different consecutive low total after setup turn to"
)
"""Words that are keywords in their places, and predeclared names."""


def read(text: str) -> nodes.File:
    file, diagnostics = parse(Source("x.rules", text))
    assert not diagnostics
    return file


def codes(text: str) -> list[str]:
    _, diagnostics = parse(Source("x.rules", text))
    return [diagnostic.code for diagnostic in diagnostics]


def tree(text: str) -> str:
    return outline(read(text))


@pytest.mark.parametrize(
    ("broken", "joined"),
    [
        ("define x = a +\n b", "define x = a + b"),
        ("define x = a\n + b", "define x = a + b"),
        ("define x = a\n - b", "define x = a - b"),
        ("define x =\n a", "define x = a"),
        ("define x = f(a,\n\n b)", "define x = f(a, b)"),
        ("define x = f(\n a\n)", "define x = f(a)"),
        ("define x = t[\n a\n]", "define x = t[a]"),
        ("define x = [5C\n 6C]", "define x = [5C 6C]"),
        ("define x = a\n or b\n and c", "define x = a or b and c"),
        ("define x = a or\n b and\n c", "define x = a or b and c"),
        ("define x = a is\n b", "define x = a is b"),
        ("define x = a is not\n b", "define x = a is not b"),
        ("define x = not\n a", "define x = not a"),
        ("define x = 8\n | J", "define x = 8 | J"),
        ("define x = if a\n then b\n else c", "define x = if a then b else c"),
        ("define x = if a then\n b else\n c", "define x = if a then b else c"),
        ('define x = a\n else "why"', 'define x = a else "why"'),
        ("enum a: b\n , c", "enum a: b, c"),
        ("phase x\n{ roll a }", "phase x { roll a }"),
        ("phase x { c ->\n d }", "phase x { c -> d }"),
        ("phase x { repeat { }\n until a }", "phase x { repeat { } until a }"),
        ("phase x { if a { }\n\n\n else { } }", "phase x { if a { } else { } }"),
        (
            'phase x { p chooses "A": c in Z\n where a\n with most b\n { }\n otherwise { } }',
            'phase x { p chooses "A": c in Z where a with most b { } otherwise { } }',
        ),
        (
            "phase x { p chooses: m in run\n using slice from Z\n and any from Y { } }",
            "phase x { p chooses: m in run using slice from Z and any from Y { } }",
        ),
        ("result player p: most a\n , then b", "result player p: most a, then b"),
        ("table t[a] { 1: 2\n else: 3 }", "table t[a] { 1: 2; else: 3 }"),
        ("phase x {\n\n a -> b\n\n\n c -> d\n\n}", "phase x { a -> b; c -> d }"),
        ("phase x { ; a -> b;; c -> d; }", "phase x { a -> b; c -> d }"),
        ("phase x { a -> b;\n c -> d;\n}", "phase x { a -> b; c -> d }"),
        ("\n\n;players 2;\n\n", "players 2"),
        ("players 2; zone a: pile, open", "players 2\nzone a: pile, open"),
        ("phase x { c -> d # + \n # else\n e -> f # {\n}", "phase x { c -> d; e -> f }"),
        ("define x = a # +\n # between\n + b", "define x = a + b"),
        ("\tphase\tx\t{\n\t\troll\tcup\n\t}", "phase x { roll cup }"),
    ],
)
def test_a_line_end_means_nothing_where_the_line_goes_on(broken: str, joined: str) -> None:
    assert tree(broken) == tree(joined)
    assert tree(broken.replace("\n", "\r\n")) == tree(joined)


@pytest.mark.parametrize(
    "text",
    [
        "define x = a\n* b",
        "define x = a\nis b",
        "zone a:\npile, open",
        "phase x { roll\ncup }",
        "define x\n= 3",
    ],
)
def test_elsewhere_a_line_end_ends_the_statement(text: str) -> None:
    assert codes(text)


def test_columns_behind_wide_signs() -> None:
    file = read('game "🐭🧀 é"  \nphase x { p chooses "👩\u200d🚀": c in Z { } } # 漢\n')
    phase = file.declarations[1]
    assert isinstance(phase, nodes.Phase)
    choose = phase.body.statements[0]
    assert isinstance(choose, nodes.Choose)
    label = choose.options[0].label
    assert label is not None
    assert (label.value, label.span.text) == ("👩\u200d🚀", '"👩\u200d🚀"')
    assert label.span.column == 21


def test_texts() -> None:
    file = read(r'game "a \"b\" \\n \n # { }"')
    game = file.declarations[0]
    assert isinstance(game, nodes.Game)
    assert game.title.value == 'a "b" \\n \n # { }'


@pytest.mark.parametrize(
    "name",
    [
        "game",
        "players",
        "teams",
        "setting",
        "enum",
        "cards",
        "tokens",
        "dice",
        "zone",
        "table",
        "meld",
        "order",
        "define",
        "phase",
        "result",
        "while",
        "invariant",
        "example",
        "replace",
        "remove",
        "extends",
        "per",
        "copies",
        "choose",
        "choosing",
        "option",
        "possible",
        "slice",
        "once",
        "new",
        "face",
        "shuffled",
        "by",
        "most",
        "fewest",
        "given",
        "can",
        "cannot",
        "does",
        "passes",
        "knows",
        "because",
        "chance",
        "expect",
        "rest",
        "as",
        "up",
        "payoff",
        "none",
        "yes",
        "no",
        "same",
        "low",
        "total",
        "after",
        "setup",
        "turn",
    ],
)
def test_other_words_are_names_where_no_keyword_fits(name: str) -> None:
    text = (
        f"zone {name}: pile, open\ndefine f({name}, x) = {name}.{name} + {name}[{name}] + f({name}, x)\n"
        f"phase go {{ {name} -> x.{name}; x -> {name}; {name}.x = {name}; play {name}({name}) }}\n"
        f'phase stop({name}) {{ {name}.x chooses "A": {name} in x.{name} where {name} {{ roll {name} }} }}\n'
    )
    file = read(text)
    zone = file.declarations[0]
    assert isinstance(zone, nodes.Zone)
    assert zone.name.id == name


# -- comments and notes


def test_comments_are_kept_in_order() -> None:
    file = read("# one\nplayers 2  # two\nphase x { # three\n   # four  \n}\n### five\n#")
    assert [(comment.text, comment.own_line) for comment in file.comments] == [
        ("# one", True),
        ("# two", False),
        ("# three", False),
        ("# four", True),
        ("### five", True),
        ("#", True),
    ]
    assert all(comment.span.text == comment.text for comment in file.comments)


def test_a_sign_in_a_text_begins_no_comment() -> None:
    assert read('game "a # b" # c').comments[0].text == "# c"


def notes_of(text: str, kind: type[nodes.Node]) -> list[tuple[str, ...]]:
    from tests.support.trees import walk

    return [node.notes for node in walk(read(text)) if isinstance(node, kind)]  # type: ignore[attr-defined]


def test_notes_belong_to_what_follows() -> None:
    text = """
## The deck.
##
##   It is shuffled.
# for authors

cards deck: suit
zone a: pile, open
  ## Draws.
phase x {
    ## A variable.
    var y = 3
    ## A trigger.
    when y is 3 { }
    ## A choice.
    p chooses "A" { }
    ## Several.
    p chooses {
        ## The first.
        option "B" { }
        option "C" { }

        ## The last.
        option "D" { }
    }
    ## No label.
    p chooses: c in Z { }
}
while a {
    ## Replaced.
    define x = 3
}
## A variant.
replace define y = 3
"""
    assert notes_of(text, nodes.Cards) == [("The deck.", "", "  It is shuffled.")]
    assert notes_of(text, nodes.Zone) == [()]
    assert notes_of(text, nodes.Phase) == [("Draws.",)]
    assert notes_of(text, nodes.Var) == [("A variable.",)]
    assert notes_of(text, nodes.When) == [("A trigger.",)]
    assert notes_of(text, nodes.Choose) == [(), ("Several.",), ()]
    assert notes_of(text, nodes.Option) == [
        ("A choice.",),
        ("The first.",),
        (),
        ("The last.",),
        ("No label.",),
    ]
    assert notes_of(text, nodes.Define) == [("Replaced.",), ()]
    assert notes_of(text, nodes.Replace) == [("A variant.",)]


@pytest.mark.parametrize(
    "text",
    [
        "## at the end",
        "players 2\n## at the end\n",
        "phase x {\n## before a statement\nroll a\n}",
        "phase x {\nroll a\n## at the end of a block\n}",
        "table t[a] {\n## before a row\n1: 2\n}",
        'example "e" {\n## before a step\nA passes\n}',
        "define x = a +\n## within\nb",
        'phase x { p chooses {\n option "A" { }\n## before otherwise\n otherwise { } } }',
    ],
)
def test_notes_elsewhere_are_told(text: str) -> None:
    assert codes(text) == ["E035"]


def test_a_note_behind_something_is_told() -> None:
    assert codes("players 2 ## or three") == ["E034"]


def test_notes_of_what_cannot_be_read_are_not_told() -> None:
    assert codes("## note\nplayers = 2") == ["E010"]
    assert codes('phase x { p chooses {\n## note\noption "A" = { }\n} }') == ["E010"]
