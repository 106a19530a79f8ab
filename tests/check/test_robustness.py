"""Whatever a file says, checking it gives findings and never an exception."""

from __future__ import annotations

import random
import re
import warnings
from pathlib import Path

import pytest

from ruledsl.diagnostics.catalogue import find
from ruledsl.diagnostics.render import render
from ruledsl.diagnostics.words import MissingFactWarning
from ruledsl.pipeline import check_loaded, load_source
from tests.check.frame import BASE, completed

CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_]\w*|\d+|->|\.\.|[<>+\-]=|\s+|[^\w\s]')
NUMBERS = ("0", "1", "7", "99", "1000", "999999999")


def mutated(text: str, random_: random.Random) -> str:
    """The text with a few words replaced by others of it, taken out, or put elsewhere."""
    tokens = TOKEN.findall(re.sub(r"#.*", "", text))
    for _ in range(random_.choice((1, 1, 2, 4))):
        words = [n for n, token in enumerate(tokens) if token[0].isalnum()]
        first, second = random_.choice(words), random_.choice(words)
        change = random_.randrange(5)
        if change == 0:
            tokens[first] = tokens[second]
        elif change == 1:
            tokens[first], tokens[second] = tokens[second], tokens[first]
        elif change == 2:
            del tokens[random_.randrange(len(tokens))]
        elif change == 3:
            tokens.insert(random_.randrange(len(tokens)), random_.choice(tokens))
        else:
            numbers = [n for n in words if tokens[n].isdigit()]
            tokens[random_.choice(numbers)] = random_.choice(NUMBERS)
    return "".join(tokens)


@pytest.mark.parametrize("seed", range(60))
def test_mutated_rules(seed: int, tmp_path: Path) -> None:
    random_ = random.Random(seed)
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    path = tmp_path / "mine.rules"
    path.write_text(mutated(completed(random_.choice(CASES).read_text("utf-8")), random_), encoding="utf-8")
    found = check_loaded(load_source(str(path)))
    assert not [d.code for d in found if find(d.code) is None]
    with warnings.catch_warnings():
        warnings.simplefilter("error", MissingFactWarning)
        render(found)


NASTY = {
    "many phases": "".join(f"phase p{n} {{ play p{n + 1} }}\n" for n in range(800))
    + "phase p800 { end game }\n",
    "many zones": "".join(f"zone z{n} per player, player: row, open\n" for n in range(2000)),
    "many variables": "".join(f"var v{n} per player = 0\n" for n in range(2000)),
    "a huge enum": "enum huge: 1..999999999\ncards all_of_them: huge * huge\n",
    "many ranges": "enum huge: " + ", ".join(f"{n}00..{n}99" for n in range(1, 400)) + "\n",
    "many factors": "".join(f"enum e{n}: a{n}, b{n}\n" for n in range(12))
    + "cards wide: "
    + " * ".join(f"e{n}" for n in range(12))
    + "\n",
    "many wilds": "enum big: 1..900\ncards wild: any big * worth 1..900, big\n"
    "cards more: any big * any worth\n",
    "many copies": "cards heap: suit * 999999999 copies\n",
    "many dice": "dice heap: 999999999 of 1..999999999\n",
    "a wide table": "table wide[round] { 1..999999999: itself; else: 0 }\n",
    "many settings": "".join(f"setting s{n}: 1..9 = 3\n" for n in range(60)),
    "many unknown names": "phase game {\n"
    + "".join(f"    stock -> nowhere{n}\n" for n in range(3000))
    + "}\n",
    "many layers": "define fee = 1\n"
    + "while over { define fee = base + 1 }\n" * 300
    + "when fee > 3 { end game }\n",
    "one enum on another": "enum one: 1..900\nzone z per one, one: row, open\n",
    "many options": "phase game { leader chooses {\n"
    + "".join(f'option "{n}" {{ end game }}\n' for n in range(500))
    + "} }\n",
}


@pytest.mark.parametrize("name", NASTY)
def test_files_that_want_too_much(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_text(completed(NASTY[name]), encoding="utf-8")
    found = check_loaded(load_source(str(path)))
    assert not [d.code for d in found if find(d.code) is None]
