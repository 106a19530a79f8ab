"""The generators as strategies for hypothesis, which shrinks what it finds."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.generators.games import rules_text
from tests.generators.mistakes import almost_valid, mutated


def valid_rules() -> st.SearchStrategy[str]:
    """Valid games. The draws are those of hypothesis, so that a game can be made smaller."""
    return st.builds(rules_text, st.randoms(use_true_random=False))


def wrong_rules() -> st.SearchStrategy[str]:
    """Games that are almost valid, and texts that hardly are."""
    seeds = st.integers(0, 2**32 - 1)
    return st.one_of(st.builds(almost_valid, seeds), st.builds(mutated, seeds))
