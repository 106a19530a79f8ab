"""One decision under way: an option is taken action by action until a single one is left."""

from __future__ import annotations

from copy import copy

from interpreter.choices import Option
from interpreter.faults import Refused
from interpreter.machine import Decision
from ruledsl.adapters.actions import ActionLayout, Step, Word


class Taking:
    """The options of a decision, narrowed by every action that is taken.

    An action that does not narrow them is not asked for: what all options that are left have in common is
    passed over, and as soon as one is left it is `chosen`. So a decision between labels takes one action. A
    decision that has a single option takes one action, too: its first.

    `committed` is what the seat has chosen before in the same simultaneous choice, word after word.
    """

    def __init__(self, actions: ActionLayout, decision: Decision) -> None:
        self.actions = actions
        self.decision = decision
        self.chosen: Option | None = None
        self._options = decision.options
        self._words = actions.words(decision)
        self.committed = actions.committed(decision)
        self._left = list(range(len(self._options)))
        self._depth = 0
        self._legal: list[int] | None = None
        if len(self._left) > 1:
            self._pass_over()

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.decision.seat

    @property
    def taken(self) -> tuple[Step, ...]:
        """What all options that are left begin with: what was taken or could not be otherwise."""
        word: Word = self._words[self._left[0]]
        return word[: self._depth]

    @property
    def options(self) -> list[Option]:
        """The options that are left, in the order of the engine."""
        return [self._options[index] for index in self._left]

    def legal(self) -> list[int]:
        """The actions that may be taken now, ascending; none when an option is chosen."""
        if self._legal is None:
            words, depth = self._words, self._depth
            self._legal = sorted({words[index][depth][1] for index in self._left})
        return self._legal[:]

    def take(self, action: int) -> None:
        """Takes an action; Refused, and nothing changed, when it is not legal."""
        if self.chosen is not None:
            raise Refused("an option has been chosen: there is no action to take")
        words, depth = self._words, self._depth
        left = [index for index in self._left if words[index][depth][1] == action]
        if not left:
            known = 0 <= action < self.actions.size
            what = f"{action} ({self.actions.text(action)})" if known else str(action)
            legal = ", ".join(str(number) for number in self.legal())
            raise Refused(f"action {what} is not legal here; legal are {legal}")
        self._left = left
        self._depth += 1
        self._legal = None
        if len(left) > 1:
            self._pass_over()
        else:
            self.chosen = self._options[left[0]]
            self._legal = []

    def copy(self) -> Taking:
        """Another one that stands where this one stands; taking from one leaves the other as it is."""
        return copy(self)

    def word(self, option: Option) -> list[int]:
        """The actions by which an option that is left is reached from here."""
        trial = self.copy()
        [index] = [index for index in self._left if self._options[index].key == option.key]
        found: list[int] = []
        while trial.chosen is None:
            action = self._words[index][trial._depth][1]
            trial.take(action)
            found.append(action)
        return found

    def _pass_over(self) -> None:
        """Goes to the next place where the options that are left differ."""
        words = self._words
        first = words[self._left[0]]
        while all(words[index][self._depth] == first[self._depth] for index in self._left):
            self._depth += 1
