"""Actions and observations of every game: each option has one way, and no vector tells a secret."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from attrs import frozen

from interpreter import together
from interpreter.chance import seed_generator
from interpreter.choices import Option
from interpreter.faults import Refused, RulesFault
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from interpreter.views import view
from ruledsl import pipeline
from ruledsl.adapters.layout import GameLayout
from ruledsl.adapters.taking import Taking
from ruledsl.bots.base import guess
from tests.generators.games import random_rules
from tests.support.rules_files import ROOT, Case, plain_cases

DECISIONS = 25


def ends() -> list[Case]:
    """Every game with the fewest and the most players."""
    by_file: dict[str, list[Case]] = {}
    for case in plain_cases():
        by_file.setdefault(case.path.stem, []).append(case)
    found: list[Case] = []
    for cases in by_file.values():
        found += cases if len(cases) == 1 else [cases[0], cases[-1]]
    return found


@frozen
class Moment:
    """A decision of a random game; `own`: keys that its seat has committed so far."""

    pos: Position
    taking: Taking
    own: tuple[object, ...]


def walk(machine: Machine, seed: str, decisions: int = DECISIONS, skip: int = 0) -> Iterator[Moment]:
    layout = GameLayout.of(machine)
    rng = random.Random(seed)
    pos, own = machine.initial(seed), ()
    for number in range(skip + decisions):
        if pos.over:
            return
        taking = layout.taking(pos)
        if number >= skip:
            yield Moment(pos, taking, own)
        option = rng.choice(taking.decision.options)
        pos = machine.apply(pos, option)
        if not pos.over and machine.decision(pos).simultaneous and together.due(pos)[1]:
            own = (*own, option.key)
        else:
            own = ()


def reached(taking: Taking) -> list[Option]:
    """Every option that some way of taking legal actions leads to, once for each way."""
    found: list[Option] = []
    for action in taking.legal():
        further = taking.copy()
        further.take(action)
        found += [further.chosen] if further.chosen is not None else reached(further)
    return found


@pytest.mark.parametrize("case", ends(), ids=str)
def test_every_option_is_reached_by_one_way(case: Case) -> None:
    for moment in walk(case.machine, f"ways of {case}"):
        taking = moment.taking
        options = taking.decision.options
        if len(options) > 300:
            continue
        keys = [option.key for option in reached(taking)]
        assert sorted(map(repr, keys)) == sorted(repr(option.key) for option in options)
        option = options[len(options) // 2]
        for action in taking.word(option):
            assert action in taking.legal()
            taking.take(action)
        assert taking.chosen is option and taking.legal() == []


@pytest.mark.parametrize("case", ends(), ids=str)
def test_actions_have_texts_and_numbers(case: Case) -> None:
    actions = GameLayout.of(case.machine).actions
    assert len({(action.group, action.text) for action in actions.actions}) == actions.size
    for moment in walk(case.machine, f"numbers of {case}", 8, 10):
        legal = moment.taking.legal()
        assert legal == sorted(set(legal)) and legal[0] >= 0 and legal[-1] < actions.size
        illegal = next((number for number in range(actions.size) if number not in legal), actions.size)
        with pytest.raises(Refused, match=f"action {illegal}"):
            moment.taking.take(illegal)


@pytest.mark.parametrize("case", ends(), ids=str)
def test_vectors_stay_within_their_bounds(case: Case) -> None:
    layout = GameLayout.of(case.machine)
    sections = layout.observations.sections
    assert [section.start for section in sections[1:]] == [section.stop for section in sections[:-1]]
    assert len({section.name for section in sections}) == len(sections)
    for moment in walk(case.machine, f"bounds of {case}"):
        for seat in range(case.config.players):
            vector = layout.observation(moment.pos, seat, moment.taking)
            assert len(vector) == layout.observations.size
            for section in sections:
                part = vector[section.start : section.stop]
                assert section.low <= min(part) and max(part) <= section.high, section.name


@pytest.mark.parametrize("case", ends(), ids=str)
def test_what_a_seat_cannot_know_changes_nothing(case: Case) -> None:
    machine = case.machine
    layout = GameLayout.of(machine)
    guesses = 0
    for moment in walk(machine, f"secrets of {case}", 12, 5):
        pos, taking = moment.pos, moment.taking
        for seat in range(case.config.players):
            chooses = seat == taking.seat
            own = moment.own if chooses else ()
            other = guess(machine, view(machine.layout, pos, seat), seed_generator(f"{case}:{seat}"), own)
            if other is None or bool(machine.choosers(other)) != taking.decision.simultaneous:
                continue  # who does not take part in a simultaneous choice guesses what comes of it
            guesses += 1
            again = layout.taking(other) if chooses else None
            assert layout.observation(pos, seat, taking) == layout.observation(other, seat, again)
            if again is not None:
                assert layout.mask(again, seat) == layout.mask(taking, seat)
                take_alike(layout, moment, other, again)
    assert guesses or next(walk(machine, f"secrets of {case}", 12, 5), None) is None


def take_alike(layout: GameLayout, moment: Moment, other: Position, again: Taking) -> None:
    """Both see the same all through the decision."""
    taking = moment.taking.copy()
    rng = random.Random(moment.pos.decisions)
    while taking.chosen is None:
        action = rng.choice(taking.legal())
        taking.take(action)
        again.take(action)
        assert taking.legal() == again.legal()
        one = layout.observation(moment.pos, taking.seat, taking)
        assert one == layout.observation(other, taking.seat, again)


def changed(pos: Position, rng: random.Random) -> Iterator[Position]:
    """Positions that differ from one in a single thing, sensible or not."""
    for zone, places in enumerate(pos.zones):
        if len(places) > 1 and zone not in pos.laid:
            other = copy_position(pos)
            first, second = sorted(rng.sample(range(len(places)), 2))
            row = other.zones[zone]
            row[first], row[second] = row[second], row[first]
            yield other
        decided = [piece for piece in places if piece >= 0]
        if decided:
            other = copy_position(pos)
            piece = rng.choice(decided)
            other.known[piece] ^= 1
            yield other
        for index, meld in enumerate(pos.laid.get(zone, [])):
            other = copy_position(pos)
            other.laid[zone][index].by = None if meld.by else 1
            yield other
    for counter, held in enumerate(pos.counters):
        other = copy_position(pos)
        source = next(holder for holder, amount in enumerate(held) if amount)
        other.counters[counter][source] -= 1
        other.counters[counter][source - 1] += 1
        yield other
    for number, value in enumerate(pos.variables):
        if isinstance(value, int):
            other = copy_position(pos)
            other.variables[number] = not value if isinstance(value, bool) else 1 - value
            yield other
    other = copy_position(pos)
    other.direction = -other.direction
    yield other


@pytest.mark.parametrize("case", ends(), ids=str)
def test_what_a_seat_sees_changes_its_vector(case: Case) -> None:
    machine = case.machine
    layout = GameLayout.of(machine)
    rng = random.Random(3)
    differences = 0
    for moment in walk(machine, f"changes of {case}", 6, 6):
        seen = view(machine.layout, moment.pos, 0, resume=False)
        before = layout.observation(moment.pos, 0)
        for other in changed(moment.pos, rng):
            differs = view(machine.layout, other, 0, resume=False) != seen
            assert (layout.observation(other, 0) != before) == differs
            differences += differs
    assert differences or next(walk(machine, f"changes of {case}", 6, 6), None) is None


def test_a_decision_under_way_is_seen_by_its_seat_alone() -> None:
    case = next(case for case in plain_cases() if str(case) == "haunted_mouse-3")
    layout = GameLayout.of(case.machine)
    for moment in walk(case.machine, "who sees", 40):
        before = [layout.observation(moment.pos, seat, moment.taking) for seat in range(3)]
        taking = moment.taking
        taking.take(taking.legal()[0])
        if taking.chosen is None:
            after = [layout.observation(moment.pos, seat, taking) for seat in range(3)]
            changed = [seat for seat in range(3) if before[seat] != after[seat]]
            assert changed == [taking.seat]


def test_a_choice_between_labels_takes_one_action() -> None:
    case = next(case for case in plain_cases() if str(case) == "kuhn_poker-2")
    layout = GameLayout.of(case.machine)
    assert [action.text for action in layout.actions.actions] == ["Pass", "Bet"]
    for moment in walk(case.machine, "labels"):
        moment.taking.take(0)
        assert moment.taking.chosen is not None


def test_a_single_option_takes_one_action() -> None:
    game = pipeline.load_text(
        """
game "One"
players 1
enum rank: 1..3
cards deck: rank * 2 copies
zone board: row, open
phase game {
    all deck -> board
    seat(1) chooses "Take": s in 6 cards from board { s -> board }
}
result player p: most board.size
"""
    )
    machine = Machine(game.program(game.configure()))
    taking = GameLayout.of(machine).taking(machine.initial())
    [action] = taking.legal()
    assert taking.actions.text(action) == "Take"
    taking.take(action)
    assert taking.chosen is not None
    with pytest.raises(Refused, match="an option has been chosen"):
        taking.take(action)


VALUES = """
game "Values"
players 2
enum rank: 1..3
cards deck: rank * 2 copies
tokens coin: 500
zone board: bag, open
zone hand per player: row, private
phase game {
    all deck -> board
    3 from board -> each hand
    each player p {
        p chooses {
            option "Far": n in -3..supply.coin, alone in no | yes { }
            option "Word": t in "red" | "blue" { }
            option "Back": c in p.hand, q in p.others { c -> q.hand }
            option "Lists": l in [1 2] | [3 4], c in p.hand { }
        }
    }
}
result player p: most p.hand.size
"""


def test_numbers_texts_and_odd_values_have_words_too() -> None:
    game = pipeline.load_text(VALUES)
    machine = Machine(game.program(game.configure()))
    layout = GameLayout.of(machine)
    taking = layout.taking(machine.initial(3))
    options = taking.decision.options
    assert len(options) > 1000
    keys = [repr(option.key) for option in reached(taking)]
    assert sorted(keys) == sorted(repr(option.key) for option in options)
    texts = {action.text for action in layout.actions.actions}
    assert {"minus", "longer", "red", "blue", "no", "yes", "Far"} <= texts


def test_the_layout_is_the_same_for_equal_programs() -> None:
    case = next(case for case in plain_cases() if str(case) == "head_of_mousehold-3")
    game = pipeline.load(str(case.path))
    other = GameLayout(Machine(game.program(game.configure(players=3))))
    layout = GameLayout.of(case.machine)
    assert other.actions.actions == layout.actions.actions
    assert other.observations.sections == layout.observations.sections


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_whole_games_by_actions(case: Case) -> None:
    """Every option that a random game offers has a word, and no word is the beginning of another one."""
    machine = Machine(case.machine.program, decision_budget=300)
    for moment in walk(machine, f"games of {case}", 300):
        words = sorted(moment.taking.actions.words(moment.taking.decision))
        assert len(set(words)) == len(words) == len(moment.taking.decision.options)
        assert not any(word == other[: len(word)] for word, other in pairwise(words))


@pytest.mark.parametrize("seed", range(12))
def test_random_games_have_a_layout_too(seed: int) -> None:
    game = pipeline.load_text(random_rules(seed))
    machine = Machine(game.program(game.configure()), decision_budget=40)
    layout = GameLayout.of(machine)
    try:
        for moment in walk(machine, str(seed), 40):
            words = sorted(moment.taking.actions.words(moment.taking.decision))
            assert not any(word == other[: len(word)] for word, other in pairwise(words))
            vector = layout.observation(moment.pos, moment.taking.seat, moment.taking)
            for section in layout.observations.sections:
                part = vector[section.start : section.stop]
                assert section.low <= min(part) and max(part) <= section.high, section.name
    except RulesFault:
        pass  # random rules may come to a place where they cannot be followed


def test_the_sizes_in_the_documentation_are_true() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    assert len(rows) >= 7
    for name, players, actions, size in rows:
        case = next(case for case in plain_cases() if str(case) == f"{name}-{players}")
        layout = GameLayout.of(case.machine)
        assert (layout.actions.size, layout.observations.size) == (int(actions), int(size)), name


def test_every_section_is_in_the_documentation() -> None:
    """By its last word, without the name of a zone, a variable or a local."""
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([^`\n]+)`", text))
    words = {name.rpartition("hand ")[2] for name in named}
    for case in ends():
        for section in GameLayout.of(case.machine).observations.sections:
            kind, _, rest = section.name.partition(" ")
            if kind == "zone":
                label = next(z for z in case.machine.layout.zone_label if rest.startswith(f"{z} "))
                assert rest.removeprefix(f"{label} ") in words, section.name
            else:
                assert any(name.split()[0] == kind for name in named), section.name
