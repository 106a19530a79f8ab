"""Which examples are about what a mutant changes: they are run first, because they kill it most likely.

An example is near to a mutant when its text has many words of the mutant's clause, above all words that few
examples have. This decides about the time that it takes, and which of several examples is told.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import frozen

from ruledsl.syntax import nodes
from ruledsl.tools.mutating.mutants import Mutant, code_of

_WORD: Final = re.compile(r"[A-Za-z_]{2,}")

AROUND: Final = 200
"""So many characters to both sides of a change are looked at."""


def words_of(code: str) -> frozenset[str]:
    """The words of a piece of rules text, in small letters."""
    return frozenset(word.casefold() for word in _WORD.findall(code))


@frozen
class Nearness:
    """What examples say, by title, and how much a word that they share with a clause counts."""

    examples: Mapping[str, frozenset[str]]
    weights: Mapping[str, float]

    @classmethod
    def of(cls, file: nodes.File) -> Nearness:
        """For the examples of a file."""
        found = {
            one.title.value: words_of(code_of(one.span.text))
            for one in file.declarations
            if isinstance(one, nodes.Example)
        }
        counted = Counter(word for words in found.values() for word in words)
        weights = {word: math.log((1 + len(found)) / count) for word, count in counted.items()}
        return cls(found, weights)

    def distance(self, title: str, words: frozenset[str]) -> float:
        """The nearer, the smaller."""
        shared = self.examples.get(title, frozenset()) & words
        return -sum(sorted(self.weights[word] for word in shared))


def words_around(mutant: Mutant, code: str) -> frozenset[str]:
    """The words of a mutant's clause and of what stands around its change."""
    around = code[max(0, mutant.start - AROUND) : mutant.end + AROUND]
    return words_of(f"{mutant.clause} {mutant.change}") | words_of(around)
