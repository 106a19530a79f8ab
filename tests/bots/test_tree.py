"""The tree by itself: options that are not always on offer, nodes by what was noticed, worths."""

from __future__ import annotations

from interpreter.chance import below, seed_generator
from interpreter.machine import Machine
from interpreter.views import Log, observations
from ruledsl.bots.search.rollouts import Ending
from ruledsl.bots.search.scale import Scale
from ruledsl.bots.search.tree import Node, Offered
from tests.bots.games import SURE
from tests.play.support import small

A, B, C = ("Go", "a"), ("Go", "b"), ("Stop", "c")
WORTH = {A: 0.2, B: 0.8, C: 0.5}


def tried(node: Node, offered: Offered, times: int, generator: list[int]) -> None:
    """Tries options; each pays 1 as often as it is worth."""
    for _ in range(times):
        key = node.select(offered, 0.5, generator)
        edge = node.edges[key]
        edge.visits += 1
        edge.total += below(generator, 100) < 100 * WORTH[key]


def test_the_best_option_is_tried_most() -> None:
    node = Node()
    tried(node, Offered([A, B, C]), 400, seed_generator(1))
    visits = {key: edge.visits for key, edge in node.edges.items()}
    assert sum(visits.values()) == node.visits == 400
    assert visits[B] > visits[C] > visits[A] > 0
    assert node.edges[B].mean > node.edges[A].mean


def test_an_option_is_measured_by_how_often_it_was_on_offer() -> None:
    """A good option that is rarely there is taken nearly always when it is."""
    node, generator = Node(), seed_generator(2)
    for _ in range(60):
        tried(node, Offered([A, C]), 9, generator)
        tried(node, Offered([A, B, C]), 1, generator)
    assert node.edges[B].offered == 60
    assert node.edges[B].visits > 35
    assert node.edges[C].visits > node.edges[A].visits


def test_what_was_never_tried_comes_first_and_is_tried_again_when_nothing_came_of_it() -> None:
    node, generator = Node(), seed_generator(3)
    offered = Offered([A, B, C])
    first = node.select(offered, 0.5, generator)
    assert node.select(offered, 0.5, generator) == first, "its first try came to nothing"
    node.edges[first].visits = 1
    assert node.select(offered, 0.5, generator) != first


def test_of_very_many_options_few_are_tried_and_more_with_time() -> None:
    keys = [("Lay", number) for number in range(5000)] + [("Pass",)]
    node, generator = Node(), seed_generator(4)
    offered = Offered(keys)
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
        tried(node, Offered([A, B, C]), 50, generator)
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
    machine = Machine(small(SURE).program())
    log = Log()
    machine.initial(1, log)
    own, other = observations(log, 0), observations(log, 1)
    assert own != other, "each sees its own cards"
    before_the_other = observations(log, 1, 0)
    assert before_the_other == observations(log, 0, 1), "of what is dealt in secret both see the backs"
    labels = [entry[1] for entry in before_the_other if entry[0] == "moved" and entry[4] != 0]
    assert len(labels) == 4 and set(labels) == {None}
    assert observations(log, 0, 0) == own
