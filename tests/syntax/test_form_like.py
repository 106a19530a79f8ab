"""The lines that are shown beside one that went wrong can themselves be read."""

from __future__ import annotations

import pytest

from ruledsl.source import Source
from ruledsl.syntax.forms import _CHOICE, _FORMS, _MOVE, form_like
from ruledsl.syntax.parser import parse

OPTIONS = ("option", "otherwise")
STEPS = ("chance", "expect", "given")
AFTER = {"else": "if over { } "}


@pytest.mark.parametrize("word", [*_FORMS, "choice", "move"])
def test_a_form_can_be_read(word: str) -> None:
    form = {"choice": _CHOICE, "move": _MOVE}.get(word) or _FORMS[word]
    line = form.replace("...", "")
    inner = AFTER.get(word, "") + line
    texts = [line + "\n", "phase game { " + inner + " }\n"]
    if word in OPTIONS:
        texts = ['phase game { p chooses { option "A" { }\n' + line + " } }\n"]
    if word in STEPS:
        texts = ['example "x" { ' + line + " }\n"]
    assert any(not parse(Source("form", text))[1] for text in texts), form


def test_the_form_for_a_line() -> None:
    assert form_like("players 2 to 4") == "players 2..4"
    assert form_like("    for player p { }") == form_like("each player p") == "each player p { ... }"
    assert form_like("    p chooses card from hand") == _CHOICE
    assert form_like("    x -> y z") == _MOVE
    assert form_like("xyz hand") == _FORMS["zone"]
