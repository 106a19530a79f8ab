"""What is searched: guesses at a position, and play in them. The seam between the search and whatever plays.

The search takes options by their index and gets numbers or other things that can be looked up: a name for
each option, and for each seat what it noticed. It does not matter to it whether the reference machine or
something quicker plays, whether games are played to their end, or how a position in the middle is judged.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from attrs import frozen

Leads = tuple[float, ...]
"""How a seat stands, as numbers that are compared one after the other; the greater the better."""


@frozen
class Ending:
    """Where play has led to from a position.

    `payoffs`: for each seat what the game was worth, in a game that was broken off what it would be worth now
    as far as the rules tell, else 0. `standing`: for each seat how it stood (empty: that is not known).
    `over`: whether the game has ended. `games`: so many games were played, and payoffs are their mean.
    """

    payoffs: tuple[float, ...]
    standing: tuple[Leads, ...] = ()
    over: bool = True
    games: int = 1


@frozen
class Rollouts:
    """How far random play goes from a position: `horizon` decisions (None: to the end), so many `games`."""

    horizon: int | None
    games: int


class Lost(Exception):
    """A guess in which play does not come to the decision that is searched, or not on from it."""


class Game(Protocol):
    """Guesses at the position of one decision, one of them at a time in play.

    `pays`: the rules say what games pay, so standings are of no interest. Of a game that is over `seat` and
    `together` say nothing.
    """

    players: int
    pays: bool

    @property
    def seat(self) -> int:
        """Who decides."""

    @property
    def together(self) -> bool:
        """Whether others choose at the same time."""

    def start(self, number: int) -> int:
        """Puts the guess with this number in place: how many options there are, 0 when the game is over.

        The same number is the same guess with the same chance. Raises RulesFault where the rules cannot be
        followed in it.
        """

    def drop(self, number: int) -> None:
        """Has another guess made for this number the next time: that one could not be played on."""

    def names(self) -> Sequence[Hashable]:
        """What each option goes by: equal in two guesses just when it is the same option."""

    def labels(self) -> Sequence[Hashable]:
        """The kind of each option."""

    def is_asked(self, keys: Sequence[tuple[object, ...]]) -> bool:
        """Whether the options are those with these keys."""

    def play(self, index: int, forced: bool) -> int:
        """Takes an option; with `forced` also whatever is the only option then. How many options there are
        then, 0 when the game is over. Raises RulesFault, or Lost where it cannot be taken."""

    def noticed(self) -> Sequence[Hashable]:
        """For each seat what it noticed of what was played last, 0 for nothing.

        The seat that searches knows what it notices. Of the others only that counts which it notices, too:
        what else they would learn (a card they draw) is different in every guess, and a node of its own for
        each would never be seen again.
        """

    def endings(self) -> Sequence[Ending]:
        """Where random play leads from here; the guess is of no use after that until it is started again."""
