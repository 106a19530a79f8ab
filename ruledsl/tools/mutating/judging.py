"""What becomes of one mutant: `check`, then the examples, then some fuzzed games, up to the first that tells.

The order is that of their cost. Everything happens in memory.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import Final

from attrs import define, field, frozen

from interpreter.faults import EngineBug
from interpreter.plain import evolve
from ruledsl.diagnostics import Diagnostic, has_errors
from ruledsl.diagnostics.words import words
from ruledsl.lower.examples import lower_examples
from ruledsl.model.effective import merge
from ruledsl.pipeline import Game, RulesError, check_game
from ruledsl.source import Source
from ruledsl.syntax import nodes
from ruledsl.syntax.parser import parse
from ruledsl.tools.fuzzing.findings import is_note
from ruledsl.tools.fuzzing.playing import Limits
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.run import make_plan
from ruledsl.tools.fuzzing.work import Task, play_task
from ruledsl.tools.mutating.mutants import Mutant
from ruledsl.tools.mutating.nearness import Nearness, words_around
from ruledsl.tools.testing import results_one_by_one

STILLBORN: Final = "stillborn"
CHECK: Final = "check"
EXAMPLES: Final = "examples"
FUZZ: Final = "fuzz"
SURVIVED: Final = "survived"
FAILED: Final = "failed"
"""What may become of a mutant. Stillborn: the rules cannot be played at all, so nothing had to notice.
Failed: ruledsl itself went wrong over it.
"""

KILLED: Final = (CHECK, EXAMPLES, FUZZ)

LIMITS: Final = Limits(decisions=500)
"""How a mutant is fuzzed: its games are broken off earlier than those that `ruledsl fuzz` plays."""

_ABOUT_COMMENTS: Final = ("W500", "W501")
"""Warnings about comments, not about rules."""

Known = frozenset[tuple[str, str]]
"""Kinds and codes of problems."""


@frozen
class Verdict:
    """What became of a mutant, and how it came out: a sentence, empty for one that survived."""

    fate: str
    told: str = ""


@frozen
class Fuzzing:
    """How many games a mutant is played, and for how many seconds (None: as long as they take)."""

    seed: str
    games: int
    seconds: float | None = None


@define(eq=False)
class Judge:
    """Judges the mutants of one game. `known`: problems that its games have without any mutation."""

    game: Game
    fuzzing: Fuzzing
    known: Known = frozenset()
    trees: tuple[nodes.File, ...] = field(init=False)
    nearness: Nearness = field(init=False)
    texts: tuple[str, ...] = field(init=False)
    """those of the files without their examples: these are not read again for each mutant"""
    warnings: Counter[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.trees = self.game.effective.files
        self.texts = tuple(_without_examples(tree) for tree in self.trees)
        self.nearness = Nearness.of(self.game.effective.root)
        self.warnings = _warnings(check_game(self.game, examples=False))

    def judge(self, mutant: Mutant, fuzzed: bool = True) -> Verdict:
        """What becomes of a mutant; not `fuzzed`: by `check` and the examples alone."""
        try:
            return self._judge(mutant, fuzzed)
        except EngineBug as bug:
            return Verdict(FAILED, str(bug))
        except Exception as problem:
            return Verdict(FAILED, f"{type(problem).__name__}: {problem}")

    def _judge(self, mutant: Mutant, fuzzed: bool) -> Verdict:
        game = self.mutated(mutant)
        found = check_game(game, examples=False)
        if has_errors(found):
            return Verdict(STILLBORN, _told(next(d for d in found if d.is_error)))
        more = _warnings(found) - self.warnings
        if more:
            return Verdict(CHECK, _told(next(d for d in found if d.code in more)))
        told = self._examples(game, mutant)
        if told:
            return Verdict(EXAMPLES, told)
        problem = find_problem(game, self.fuzzing, self.known) if fuzzed else None
        return Verdict(SURVIVED) if problem is None else Verdict(FUZZ, problem.text)

    def mutated(self, mutant: Mutant) -> Game:
        """The game with the mutant's change. Its examples are those that were read before."""
        old = self.trees[mutant.file]
        source = Source(old.span.source.path, mutant.applied(self.texts[mutant.file]))
        tree, problems = parse(source)
        examples = [one for one in old.declarations if isinstance(one, nodes.Example)]
        tree = evolve(tree, declarations=(*tree.declarations, *examples))
        trees = (*self.trees[: mutant.file], tree, *self.trees[mutant.file + 1 :])
        effective, merged = merge(trees, problems)
        comments = tuple((c.span, c.text) for one in trees for c in one.comments)
        return Game(self.game.path, effective, (*problems, *merged), comments)

    def _examples(self, game: Game, mutant: Mutant) -> str:
        """The title of the first example that does not hold, or what is wrong with it; empty when all do."""
        words = words_around(mutant, self.texts[mutant.file])
        groups = lower_examples(game.effective, lowered=game.lowered)
        for group in groups:
            wrong = [d for d in group.diagnostics if d.is_error]
            if group.program is None and wrong:
                return _told(wrong[0])
        try:
            for result in results_one_by_one(groups, lambda title: self.nearness.distance(title, words)):
                if result.failure is not None:
                    return result.title
        except RulesError as error:
            return _told(error.diagnostics[0])
        return ""


def _without_examples(tree: nodes.File) -> str:
    """The text with blanks instead of examples; every offset stays what it was."""
    text = tree.span.source.text
    for one in tree.declarations:
        if isinstance(one, nodes.Example):
            blank = re.sub(r"[^\n]", " ", one.span.text)
            text = text[: one.span.start] + blank + text[one.span.end :]
    return text


def find_problem(game: Game, fuzzing: Fuzzing, known: Known) -> Problem | None:
    """The first problem that is not known, in so many fuzzed games of a game."""
    for problem in _problems(game, fuzzing):
        if (problem.kind, problem.code) not in known:
            return problem
    return None


def known_problems(game: Game, fuzzing: Fuzzing) -> Known:
    """The problems that these games have as the rules are."""
    return frozenset((problem.kind, problem.code) for problem in _problems(game, fuzzing))


def _problems(game: Game, fuzzing: Fuzzing) -> Iterator[Problem]:
    """The problem of each fuzzed game that has one; notes are none."""
    until = None if fuzzing.seconds is None else time.time() + fuzzing.seconds
    plan = make_plan(game, fuzzing.seed, None, {}, LIMITS)
    taken: Counter[str] = Counter()
    for number in range(fuzzing.games):
        for report in play_task(Task(plan, number, number + 1, tuple(taken.items()), until=until)):
            taken.update(dict(report.taken))
            if report.problem is not None and not is_note(report.problem, report.policy):
                yield report.problem


def _warnings(found: tuple[Diagnostic, ...]) -> Counter[str]:
    return Counter(d.code for d in found if not d.is_error and d.code not in _ABOUT_COMMENTS)


def _told(diagnostic: Diagnostic) -> str:
    """A finding of `check` in one line, with its code."""
    said = words(diagnostic)
    return f"{said.code} {said.title}"
