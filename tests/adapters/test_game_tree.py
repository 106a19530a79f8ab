"""The game tree action by action: chance, information states, facts."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from interpreter.chance import below, seed_generator
from interpreter.faults import Refused
from interpreter.machine import Machine
from ruledsl import files, pipeline
from ruledsl.adapters.facts import Claims, facts_of
from ruledsl.adapters.game_tree import GameTree, Node
from ruledsl.tools.faults import PlayFault
from ruledsl.tools.tree import walk
from tests.oracles.support import machine_of


def tree_of(machine: Machine, horizon: int = 10_000) -> GameTree:
    return GameTree(machine, (), horizon)


def tree_of_text(text: str, horizon: int = 10_000) -> GameTree:
    game = pipeline.load_text(text)
    config = game.configure()
    return GameTree(Machine(game.program(config)), game.lowered(config).origins, horizon)


def all_nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [node.next(action) for action in reversed(node.actions())]


def line_of_play(tree: GameTree, seed: str, most: int) -> Iterator[Node]:
    """The nodes of a random game."""
    generator = seed_generator(seed)
    node = tree.root
    for _ in range(most):
        yield node
        if node.over:
            return
        actions = node.actions()
        node = node.next(actions[below(generator, len(actions))])


PLAIN: list[tuple[str, int, dict[str, str]]] = [
    ("kuhn_poker", 2, {}),
    ("kuhn_poker", 3, {}),
    ("leduc_poker", 2, {"told_apart": "no"}),
    ("goofspiel", 2, {"size": "3"}),
    ("tiny_hanabi", 2, {}),
    ("go_fish", 2, {}),
]
"""Games whose options take one action each."""


@pytest.mark.parametrize(("name", "players", "settings"), PLAIN, ids=str)
def test_nodes_and_information_states_are_those_of_the_rules(
    name: str, players: int, settings: dict[str, str]
) -> None:
    machine = machine_of(name, players, settings)
    counts = walk(machine)
    known: list[set[str]] = [set() for _ in range(players)]
    chance = decision = terminal = 0
    for node in all_nodes(tree_of(machine).root):
        if node.over:
            terminal += 1
        elif node.chance is not None:
            chance += 1
        else:
            decision += 1
            assert node.taking is not None
            known[node.taking.seat].add(node.memory(node.taking.seat))
    assert (chance, decision, terminal) == (counts.chance, counts.decision, counts.terminal)
    assert [len(texts) for texts in known] == counts.information_sets


def test_every_outcome_of_chance_has_a_number_a_text_and_its_share() -> None:
    tree = tree_of(machine_of("leduc_poker", 2, {"told_apart": "no"}))
    event = tree.root.next(2).chance
    assert event is not None
    assert tree.outcomes.of(event) == [(0, 0.4), (1, 0.4), (2, 0.2)]
    assert [tree.outcomes.text(event, number) for number in range(3)] == ["J", "Q", "K"]
    with pytest.raises(Refused):
        tree.root.next(3)
    for node in all_nodes(tree.root):
        if node.chance is not None:
            outcomes = tree.outcomes.of(node.chance)
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            assert [number for number, _ in outcomes] == sorted({number for number, _ in outcomes})
            assert outcomes[-1][0] < tree.outcomes.count


DICE = """
game "Dice"
players 2
dice die: 2 of 3..5
zone cup per player: row, open
var score per player = 0
phase game {
    all die -> cup[seat(1)]
    each player p { p chooses "Roll" { roll all cup; p.score = sum(d.value for d in all cup) } }
}
result player p: most p.score
"""


def test_dice_are_numbered_from_their_lowest_value() -> None:
    node = tree_of_text(DICE).root.next(0)
    assert node.chance is not None
    assert node.tree.outcomes.of(node.chance) == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert [node.tree.outcomes.text(node.chance, number) for number in (0, 2)] == ["3", "5"]
    assert "A.score = 8" in node.next(0).next(2).memory(1).splitlines()


@pytest.mark.parametrize("name", sorted(files.bundled_games()))
def test_random_games(name: str) -> None:
    """Actions ascend and have different texts; what a seat knows only grows; nothing is lost in a look."""
    game = pipeline.load(name)
    tree = tree_of(Machine(game.program()))
    before: list[str] = [""] * tree.players
    for node in line_of_play(tree, name, 60):
        actions = node.actions()
        assert actions == sorted(set(actions))
        assert (not actions) == node.over
        if node.chance is None:
            assert len({tree.action_texts[action] for action in actions}) == len(actions)
        else:
            assert len({tree.outcomes.text(node.chance, action) for action in actions}) == len(actions)
        for seat in range(tree.players):
            assert len(node.vector(seat)) == tree.layout.observations.size
            if not node.under_way:
                assert node.memory(seat).startswith(before[seat])
                before[seat] = node.memory(seat) if node.chance is None else before[seat]


def test_an_option_in_the_making_is_seen_by_its_chooser_alone() -> None:
    node = tree_of(machine_of("liars_dice", 2, {"faces": "3"})).root.next(0).next(1)
    begun = node.next(node.actions()[0])
    assert begun.under_way and begun.taking is not None and begun.taking.seat == 0
    assert begun.memory(0) != node.memory(0) and begun.look(0) != node.look(0)
    assert begun.memory(1) == node.memory(1) and begun.look(1) == node.look(1)
    assert begun.vector(0) != node.vector(0) and begun.vector(1) == node.vector(1)


def test_secrets_of_a_simultaneous_choice_are_kept() -> None:
    node = tree_of(machine_of("goofspiel", 2, {"size": "3"})).root
    first, last = (node.next(node.actions()[index]) for index in (0, 2))
    assert first.memory(0) != last.memory(0)
    assert (first.memory(1), first.look(1), first.vector(1)) == (
        last.memory(1),
        last.look(1),
        last.vector(1),
    )


def test_a_game_is_broken_off_at_its_horizon() -> None:
    tree = tree_of(machine_of("pig", 2), horizon=5)
    *_, node = line_of_play(tree, "pig", 100)
    assert node.over and node.broken_off and node.length == 5
    assert node.actions() == [] and node.payoffs == (0.0, 0.0)
    with pytest.raises(Refused):
        node.next(0)


def test_a_fault_of_the_rules_is_told_with_its_place() -> None:
    tree = tree_of_text(DICE.replace("roll all cup;", "cup[seat(2)].first -> cup[seat(1)];"))
    with pytest.raises(PlayFault) as caught:
        tree.root.next(0)
    assert caught.value.span is not None and caught.value.span.text.startswith("cup[seat(2)]")


# ---------------------------------------------------------------------------------------------
# Facts


def test_facts_of_small_games_are_exact() -> None:
    kuhn = facts_of(tree_of(machine_of("kuhn_poker", 3)))
    assert kuhn.exact and (kuhn.low, kuhn.high, kuhn.total) == (-2, 4, 0)
    assert (kuhn.longest, kuhn.outcomes, kuhn.secrets, kuhn.shared) == (5, 4, True, False)
    hanabi = facts_of(tree_of(machine_of("tiny_hanabi")))
    assert hanabi.shared and hanabi.total is None and (hanabi.low, hanabi.high) == (0, 10)
    assert facts_of(tree_of(machine_of("goofspiel", 2, {"size": "3"}))).outcomes == 0


def test_of_large_games_only_what_the_rules_tell_is_said() -> None:
    pig = facts_of(tree_of(machine_of("pig"), horizon=500))
    assert not pig.exact and (pig.low, pig.high, pig.total) == (-1, 1, 0)
    assert (pig.longest, pig.outcomes, pig.secrets) == (500, 6, False)
    leduc = facts_of(tree_of(machine_of("leduc_poker")), most_histories=100)
    assert not leduc.exact and (leduc.low, leduc.high, leduc.total) == (-math.inf, math.inf, None)


def test_a_tree_that_turns_out_too_large_is_not_kept() -> None:
    """Its first lines of play are short, so that it seems to be small."""
    tree = tree_of(machine_of("kuhn_poker", 2))
    assert facts_of(tree, most_histories=30).exact is False
    assert not tree.keep


def test_claims_fill_in_what_is_not_known() -> None:
    leduc = facts_of(tree_of(machine_of("leduc_poker")), most_histories=100)
    believed = leduc.believing(Claims(total=0, low=-13, high=13))
    believed.check((5, -5))
    for wrong in ((14, -14), (1, 1)):
        with pytest.raises(ValueError, match="payoffs"):
            believed.check(wrong)
    kuhn = facts_of(tree_of(machine_of("kuhn_poker")))
    assert kuhn.believing(Claims(total=0, low=-5)) is kuhn
    for claims in (Claims(total=1), Claims(low=-1), Claims(high=1)):
        with pytest.raises(ValueError, match="wrong"):
            kuhn.believing(claims)
