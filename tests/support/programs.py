"""Random texts that are syntactically valid, made from the grammar itself.

`program(seed)` derives a file from the rules of `rules.lark`, preferring those that were used least;
`covering()` gives small texts that together use every rule.  What the texts say makes no sense; only their
form is right.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Final, NamedTuple

from hypothesis import strategies as st
from lark.grammar import Rule

from ruledsl.syntax import generate, tables
from ruledsl.syntax.words import GOES_ON_BEFORE, word_set

Expansion = tuple[str, ...]

NAMES: Final = (
    *("a", "b", "c", "p", "q", "x", "y", "Z", "T1", "up_", "some_long_name"),
    *("hand", "stock", "board", "rank", "hearts", "score", "leader", "none", "yes"),
)
TEXTS: Final = (
    *('""', '"Play"', r'"a \"b\" \\ \n"', '"🐭 # { ; é"'),
    *('"follow suit"', '"a long text, to be broken"'),
)
CODES: Final = ("5C", "KH", "*C=5", "A.G!", "12", "+", "T", "10S", "-3")
MOST_WORDS: Final = 160
"""After so many words a declaration comes to its end as soon as it can."""

_VALUES: Final = word_set("expr either_of both_of negated test pattern of range sum product_ sign postfix")
"""What holds values: there the simple ones are preferred."""

NO_OPTION: Final = {("options", ()), ("_option_list", ("_sep",))}
"""Rules that the grammar has only for the sake of a better message."""

_LISTS: Final = ("block", "_statements", "_steps", "_options", "_rows", "_declarations", "choice_conditions")
_OFTEN: Final = (("phase",), ("example",), ("choose",), ("_step_list",), ("options", "RBRACE"))
"""What holds much that cannot stand elsewhere."""

_BEFORE_NOTHING: Final = ("-", "+", "|", "{", ",")


class _Grammar(NamedTuple):
    """The rules by origin, the least depth in which each symbol can end, and the text of each terminal."""

    rules: dict[str, list[Expansion]]
    depth: dict[str, int]
    texts: dict[str, str]


@cache
def grammar() -> _Grammar:
    """The grammar without what stands for unreadable text."""
    found: dict[str, list[Expansion]] = {}
    for rule in generate.compile_grammar(generate.GRAMMAR.read_text(encoding="utf-8")).rules:
        expansion = _expansion(rule)
        if not any(symbol.startswith("_BAD") for symbol in expansion):
            found.setdefault(rule.origin.name, []).append(expansion)
    found = {origin: sorted(set(rules)) for origin, rules in found.items()}
    depth = _least_depths(found)
    found = {origin: [rule for rule in rules if depth.keys() >= set(rule)] for origin, rules in found.items()}
    reached = ["file"]
    for origin in reached:
        reached += {symbol for rule in found.get(origin, ()) for symbol in rule} - set(reached)
    rules = {origin: found[origin] for origin in reached if found.get(origin)}
    loaded = tables.load()
    return _Grammar(rules, depth, {name: text for text, name in (loaded.words | loaded.signs).items()})


def all_rules() -> set[tuple[str, Expansion]]:
    """Every rule that a text can use; a choice without options is beyond the grammar."""
    found = {(origin, rule) for origin, rules in grammar().rules.items() for rule in rules}
    return found - NO_OPTION


def _expansion(rule: Rule) -> Expansion:
    return tuple(symbol.name for symbol in rule.expansion)


def _least_depths(rules: dict[str, list[Expansion]]) -> dict[str, int]:
    depth = {name: 0 for found in rules.values() for rule in found for name in rule if name not in rules}
    depth = {name: 0 for name in depth if name.strip("_").isupper()}
    changed = True
    while changed:
        changed = False
        for origin, found in rules.items():
            known = [
                max((depth[name] for name in rule), default=0) for rule in found if set(rule) <= depth.keys()
            ]
            if known and (origin not in depth or min(known) + 1 < depth[origin]):
                depth[origin] = min(known) + 1
                changed = True
    return depth


class Deriver:
    """Derives one text after the other; `used` counts the rules."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.used: Counter[tuple[str, Expansion]] = Counter()
        self._grammar = grammar()
        self._left: set[str] = set()
        """What may still stand in the choice at hand: its first option, an `otherwise`."""
        self._forced: list[tuple[str, Expansion]] = []
        """Rules to use as soon as their origin comes up, one after the other."""

    def text(self, size: int = 12) -> str:
        """A file of `size` declarations."""
        self._use("file", ("_declaration_list",) if size else ())
        return "".join(
            self._comment() + self._declaration() + self._line_end() + self._line_end() for _ in range(size)
        )

    def text_with(self, origin: str, rule: Expansion) -> str:
        """A small file that uses a certain rule."""
        self._forced = [*_way_to(origin), (origin, rule)]
        if rule == ("otherwise",):
            self._forced[-2] = ("_options", ("_options", "_sep", "_option"))
        words: list[str] = []
        self._derive("file", 0, words)
        assert not self._forced
        return self._join(words)

    def _declaration(self) -> str:
        words: list[str] = []
        self._derive("declaration", self.random.randint(16, 40), words)
        return self._join(words)

    # -- deriving

    def _derive(self, symbol: str, budget: int, words: list[str]) -> None:
        rules = self._grammar.rules.get(symbol)
        if rules is None:
            words.append(self._terminal(symbol))
        elif symbol == "options":
            outer, self._left = self._left, {"option", "otherwise"}
            self._derive_by(symbol, self._force(symbol) or ("_option_list",), budget, words)
            self._left = outer
        elif symbol.startswith("__move_star"):
            self._derive_places(symbol, budget, words)
        else:
            self._derive_by(symbol, self._choose(symbol, rules, budget, len(words)), budget, words)

    def _derive_by(self, origin: str, rule: Expansion, budget: int, words: list[str]) -> None:
        self._use(origin, rule)
        if origin == "yes_no":
            words += ["yes", "/", "no"]
            return
        for index, name in enumerate(rule):
            if origin == "assign" and index == 0:
                self._derive_variable(budget - 1, words)
            else:
                self._derive(name, budget - 1, words)

    def _derive_variable(self, budget: int, words: list[str]) -> None:
        """What can be assigned to: a name, an attribute or an index."""
        rules = [rule for rule in self._grammar.rules["postfix"] if len(rule) > 1]
        if budget > 20 and self.random.random() < 0.5:
            self._derive_by("postfix", self.random.choice(rules), budget, words)
        else:
            words.append(self.random.choice(NAMES))

    def _derive_places(self, star: str, budget: int, words: list[str]) -> None:
        """What stands behind a move's target: each part at most once, in any order."""
        chosen = self.random.sample(("at", "face", "shuffled"), self.random.randint(2, 3))
        self._force(star)
        forced = self._force("_place")
        if forced is not None:
            chosen = list(forced)
        self._use(star, ("_place",))
        for index, place in enumerate(chosen):
            if index:
                self._use(star, (star, "_place"))
            self._derive_by("_place", (place,), budget, words)

    def _force(self, origin: str) -> Expansion | None:
        """The rule that has to be used, if it is the turn of this origin."""
        if self._forced and self._forced[0][0] == origin and self._is_allowed(*self._forced[0]):
            return self._noted(origin, self._forced.pop(0)[1])
        return None

    def _choose(self, origin: str, rules: list[Expansion], budget: int, length: int) -> Expansion:
        depth = self._grammar.depth
        forced = self._force(origin)
        if forced is not None:
            return forced
        allowed = [rule for rule in rules if self._is_allowed(origin, rule)]
        cost = {rule: max((depth[name] for name in rule), default=0) for rule in allowed}
        affordable = [rule for rule in allowed if cost[rule] < budget]
        if not affordable or length > MOST_WORDS:
            least = min((cost[rule], len(rule)) for rule in allowed)
            affordable = [rule for rule in allowed if (cost[rule], len(rule)) == least]
        weights = [self._weight(origin, rule) for rule in affordable]
        return self._noted(origin, self.random.choices(affordable, weights)[0])

    def _noted(self, origin: str, rule: Expansion) -> Expansion:
        """The rule, after what it uses up in a choice is used up."""
        if origin == "_option" or (origin == "_options" and rule[-1] == "otherwise"):
            self._left.discard(rule[-1])
        return rule

    def _is_allowed(self, origin: str, rule: Expansion) -> bool:
        """A choice begins with an option and has at most one `otherwise`."""
        if origin == "_option":
            return rule == ("option",) or ("option" not in self._left and "otherwise" in self._left)
        if origin == "_options" and rule[-1] == "otherwise":
            return "otherwise" in self._left
        return (origin, rule) not in NO_OPTION

    def _weight(self, origin: str, rule: Expansion) -> float:
        """Rules that were used less are more likely; values stay mostly simple."""
        if origin in _VALUES and len(rule) == 1:
            return 6.0
        often = 5 if rule in _OFTEN or rule[-2:] in _OFTEN else 3 if origin in _LISTS and rule else 1
        used = self.used[(origin, rule)]
        return often / (1 + used) ** 0.7

    def _use(self, origin: str, rule: Expansion) -> None:
        self.used[(str(origin), rule)] += 1

    def _terminal(self, name: str) -> str:
        match name:
            case "NAME":
                return self.random.choice(NAMES)
            case "NUMBER":
                return str(self.random.choice((0, 1, 2, 3, 12, 999_999_999)))
            case "TEXT":
                return self.random.choice(TEXTS)
            case "WRITTEN":
                return self.random.choice(CODES)
            case "_NL":
                return "\n"
            case "_LIST":
                return "["
        return self._grammar.texts[name]

    # -- writing

    def _join(self, words: list[str]) -> str:
        parts: list[str] = []
        for index, word in enumerate(words):
            following = words[index + 1] if index + 1 < len(words) else ""
            if word == "\n":
                parts.append(";" if following.startswith(_BEFORE_NOTHING) else self._line_end())
            else:
                parts.append(word + self._blank(word, following))
        return "".join(parts)

    def _blank(self, word: str, following: str) -> str:
        """Blanks between two words: one or more, or a line end where it means nothing."""
        goes_on = word.endswith((",", "+", "*", "=", "->", "|")) or following in GOES_ON_BEFORE
        if (goes_on or following == "{") and self.random.random() < 0.1:
            return self._line_end()
        return " " * self.random.choice((1, 1, 1, 1, 1, 1, 2, 5))

    def _line_end(self) -> str:
        ends = ("\n", "\n", "\n", "\n    ", "\n\n\n  ", "\n\t", "  # aside\n", "\n  # own line\n\n", "\r\n")
        return self.random.choice(ends)

    def _comment(self) -> str:
        return self.random.choice(("", "", "", "## A note.\n", "# before\n", "## One.\n##\n## Two.\n\n"))


@cache
def _ways() -> dict[str, tuple[str, Expansion]]:
    """For each origin but the first the rule through which it is reached soonest from a whole file."""
    found: dict[str, tuple[str, Expansion]] = {}
    waiting = ["file"]
    for origin in waiting:
        for rule in grammar().rules[origin]:
            for symbol in rule:
                if symbol in grammar().rules and symbol not in found and symbol != "file":
                    found[symbol] = (origin, rule)
                    waiting.append(symbol)
    return found


def _way_to(origin: str) -> list[tuple[str, Expansion]]:
    """The rules that lead from a whole file to an origin."""
    way: list[tuple[str, Expansion]] = []
    while origin != "file":
        step = _ways()[origin]
        way.insert(0, step)
        origin = step[0]
    return way


@cache
def covering() -> tuple[dict[tuple[str, Expansion], str], set[tuple[str, Expansion]]]:
    """A text for each rule of the grammar, and the rules that all of them together use."""
    deriver = Deriver(0)
    texts = {(origin, rule): deriver.text_with(origin, rule) for origin, rule in sorted(all_rules())}
    return texts, set(deriver.used)


def program(seed: int, size: int = 12) -> str:
    """The text of a seed; the same seed always gives the same text."""
    return Deriver(seed).text(size)


def programs() -> st.SearchStrategy[str]:
    """Texts for hypothesis, the small ones first."""
    return st.builds(program, st.integers(0, 100_000), st.integers(1, 6))
