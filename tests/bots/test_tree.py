"""The tree by itself: options that are not always on offer, nodes by what was noticed, worths."""

from __future__ import annotations

from interpreter.chance import below, seed_generator
from interpreter.machine import Machine
from ruledsl.bots.search.game import Ending
from ruledsl.bots.search.noticing import look_of, seen_choice
from ruledsl.bots.search.scale import Scale
from ruledsl.bots.search.tree import Node, Offered
from tests.bots.games import SURE
from tests.play.support import small

A, B, C = ("Go", "a"), ("Go", "b"), ("Stop", "c")
WORTH = {A: 0.2, B: 0.8, C: 0.5}


def offer(*keys: tuple[object, ...]) -> Offered:
    """Options whose kind is the first part of their key."""
    return Offered(keys, [key[0] for key in keys])


def tried(node: Node, offered: Offered, times: int, generator: list[int]) -> None:
    """Tries options; each pays 1 as often as it is worth."""
    for _ in range(times):
        key = node.select(offered, 0.5, generator)
        edge = node.edges[key]
        edge.visits += 1
        edge.total += below(generator, 100) < 100 * WORTH[key]


def test_the_best_option_is_tried_most() -> None:
    node = Node()
    tried(node, offer(A, B, C), 400, seed_generator(1))
    visits = {key: edge.visits for key, edge in node.edges.items()}
    assert sum(visits.values()) == node.visits == 400
    assert visits[B] > visits[C] > visits[A] > 0
    assert node.edges[B].mean > node.edges[A].mean


def test_an_option_is_measured_by_how_often_it_was_on_offer() -> None:
    """A good option that is rarely there is taken nearly always when it is."""
    node, generator = Node(), seed_generator(2)
    for _ in range(60):
        tried(node, offer(A, C), 9, generator)
        tried(node, offer(A, B, C), 1, generator)
    assert node.edges[B].offered == 60
    assert node.edges[B].visits > 35
    assert node.edges[C].visits > node.edges[A].visits


def test_what_was_never_tried_comes_first_and_is_tried_again_when_nothing_came_of_it() -> None:
    node, generator = Node(), seed_generator(3)
    offered = offer(A, B, C)
    first = node.select(offered, 0.5, generator)
    assert node.select(offered, 0.5, generator) == first, "its first try came to nothing"
    node.edges[first].visits = 1
    assert node.select(offered, 0.5, generator) != first


def test_of_very_many_options_few_are_tried_and_more_with_time() -> None:
    keys = [("Lay", number) for number in range(5000)] + [("Pass",)]
    node, generator = Node(), seed_generator(4)
    offered = offer(*keys)
    widths = []
    for visit in range(400):
        edge = node.edges[node.select(offered, 0.5, generator)]
        edge.visits += 1
        edge.total += edge is node.edges.get(("Pass",))
        if visit in (24, 99, 399):
            widths.append(len(node.edges))
    assert ("Pass",) in node.edges, "each kind of option comes up early, however few there are of it"
    assert widths[0] < 25 and widths[0] < widths[1] < widths[2] < 100
    assert node.edges["Pass",].visits > 200


def test_the_same_seed_selects_the_same() -> None:
    def selected() -> list[object]:
        node, generator = Node(), seed_generator(5)
        tried(node, offer(A, B, C), 50, generator)
        return [(key, edge.visits, edge.total) for key, edge in node.edges.items()]

    assert selected() == selected()


def test_a_node_is_what_was_noticed() -> None:
    root = Node()
    assert root.after(("a",)) is root.after(("a",)) is not root.after(("b",))


# ---------------------------------------------------------------------------------------------
# Worths


def test_a_win_is_worth_more_than_any_standing() -> None:
    scale = Scale(2, pays=False)
    for lead in range(-20, 20):
        scale.worths(Ending((0, 0), ((float(lead),), (float(-lead),)), over=False))
    won = scale.worths(Ending((1, -1), ((1.0,), (-1.0,))))
    well = scale.worths(Ending((1, -1), ((9.0,), (-9.0,))))
    ahead = scale.worths(Ending((0, 0), ((99.0,), (-99.0,)), over=False))
    assert well[0] > won[0] > ahead[0] > 0 > ahead[1] > won[1] > well[1]


def test_standings_are_compared_and_their_scale_is_of_no_matter() -> None:
    small, large = Scale(1, pays=False), Scale(1, pays=False)
    for lead in (3, 1, 4, 1, 5, 9, 2, 6):
        one = small.worths(Ending((0,), ((lead, 0.0),), over=False))
        assert one == large.worths(Ending((0,), ((lead * 1000.0, 0.0),), over=False))
    assert small.deviation == large.deviation > 0


def test_where_the_rules_say_what_a_game_pays_nothing_else_counts() -> None:
    scale = Scale(2, pays=True)
    assert scale.worths(Ending((7, -7), ((0.0,), (1.0,)))) == [7, -7]


# ---------------------------------------------------------------------------------------------
# What is noticed


def test_what_others_learn_counts_only_before_the_eyes_of_the_one_who_searches() -> None:
    layout = Machine(small(SURE).program()).layout
    deals = [Machine(small(SURE).program()).initial(seed) for seed in range(12)]
    mine = {hash(look_of(layout, pos, 0, 0)) for pos in deals}
    others = {hash(look_of(layout, pos, 1, 0)) for pos in deals}
    assert len(mine) > 4, "each sees its own cards"
    assert len(others) == 1, "of what is dealt in secret both see the backs"


def test_a_choice_is_seen_with_what_it_speaks_of_as_far_as_that_is_known() -> None:
    machine = Machine(small(SURE).program())
    pos = machine.initial(1)
    decision = machine.decision(pos)
    low, high = decision.options
    seen = [[seen_choice(machine.layout, decision, o, seat, 0) for o in (low, high)] for seat in (0, 1)]
    assert seen[0][0] != seen[0][1]
    assert seen[1][0] == seen[1][1], "both cards lie in a hand that only one looks into"
