"""From the grammar to the tables that the parser reads: `python -m ruledsl.syntax.generate`.

Lark works out the LALR(1) tables; what it found is written as plain data to `tables.json`, so that reading
a rules file needs neither Lark nor the second that the analysis takes.  `--check` writes nothing and fails
when the file is not up to date.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from lark import Lark
from lark.grammar import Rule, Symbol
from lark.lexer import Lexer, LexerState, Token

FOLDER: Final = Path(__file__).parent
GRAMMAR: Final = FOLDER / "rules.lark"
TABLES: Final = FOLDER / "tables.json"
START: Final = "file"


class _NoLexer(Lexer):
    """Lark shall only analyse; the texts are split by our own lexer."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[Token]:
        raise NotImplementedError


def compile_grammar(grammar: str) -> Lark:
    """Lark's view of a grammar; raises its `GrammarError` when there is a conflict."""
    return Lark(grammar, parser="lalr", lexer=_NoLexer, start=START, strict=True, maybe_placeholders=True)


def analyse(grammar: str) -> dict[str, Any]:
    """The tables of a grammar as plain data; `tables.py` tells their form."""
    lark = compile_grammar(grammar)
    fixed = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern}
    texts = {name: pattern.replace("\\", "") for name, pattern in fixed.items()}
    rules = sorted({rule for rule in lark.rules if rule.origin.name != f"${START}"}, key=_rule_key)
    rows = _numbered_rows(lark, {rule: number for number, rule in enumerate(rules)})
    return {
        "words": {text: name for name, text in sorted(texts.items()) if text[0].isalpha()},
        "signs": {text: name for name, text in sorted(texts.items()) if not text[0].isalpha()},
        "rules": [_plain_rule(rule) for rule in rules],
        "actions": [{name: row[name] for name in sorted(row) if _is_terminal(name)} for row in rows],
        "gotos": [{name: row[name] for name in sorted(row) if not _is_terminal(name)} for row in rows],
    }


def _is_terminal(name: str) -> bool:
    return name == "$END" or name.strip("_")[0].isupper()


def _rule_key(rule: Rule) -> tuple[str, list[str], str]:
    return rule.origin.name, [symbol.name for symbol in rule.expansion], rule.alias or ""


def _numbered_rows(lark: Lark, rule_numbers: dict[Rule, int]) -> list[dict[str, int]]:
    """One row for each state, numbered in the order in which they are reached from the start.

    An entry is the number of the next state, or `-1 - n` to reduce by rule n.  Where the whole text has been
    read, its end leads back to the start.
    """
    table = lark.parser.parser._parse_table
    order = [table.start_states[START]]
    numbers = {order[0]: 0}
    rows: list[dict[str, int]] = []
    for state in order:
        row: dict[str, int] = {}
        for name, (_, argument) in sorted(table.states[state].items()):
            if isinstance(argument, Rule):
                row[name] = -1 - rule_numbers[argument]
            else:
                if argument not in numbers:
                    numbers[argument] = len(order)
                    order.append(argument)
                row[name] = numbers[argument]
        if state == table.end_states[START]:
            row["$END"] = 0
        rows.append(row)
    return rows


def _plain_rule(rule: Rule) -> list[Any]:
    """A rule as `[origin, number of symbols, method, shape]`; see `tables.py`."""
    origin = rule.origin.name
    method: str | None = rule.alias or origin
    if not rule.alias and origin.startswith("_"):
        method = None
    shape: list[int | None] = []
    holes = list(rule.options.empty_indices or ())
    for index, symbol in enumerate(rule.expansion):
        while holes and holes.pop(0):
            shape.append(None)
        if not _is_filtered(symbol):
            spliced = not symbol.is_term and symbol.name.startswith("_")
            shape.append(-1 - index if spliced else index)
    shape += [None] * len(holes)
    if rule.options.expand1 and not rule.alias:
        if len(shape) != 1:
            raise ValueError(f"`?{origin}` has an alternative without a name and with {len(shape)} children")
        method = ""
    return [origin, len(rule.expansion), method, shape]


def _is_filtered(symbol: Symbol) -> bool:
    return symbol.is_term and getattr(symbol, "filter_out", False)


def render(tables: dict[str, Any]) -> str:
    """The tables as JSON text, one state and one rule a line, so that differences can be read."""
    parts = []
    for key, value in tables.items():
        if isinstance(value, list):
            body = ",\n".join(json.dumps(item, separators=(",", ":")) for item in value)
            parts.append(f'"{key}":[\n{body}\n]')
        else:
            parts.append(f'"{key}":{json.dumps(value, separators=(",", ":"))}')
    return "{" + ",\n".join(parts) + "}\n"


def main(arguments: list[str]) -> int:
    """Writes the tables, or with `--check` only looks whether they are up to date; gives the exit code."""
    text = render(analyse(GRAMMAR.read_text(encoding="utf-8")))
    if "--check" not in arguments:
        TABLES.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if TABLES.exists() and TABLES.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write("tables.json is out of date; run: python -m ruledsl.syntax.generate\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
