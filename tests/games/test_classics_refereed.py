"""Random games of the classics, watched by referees who know the rules from elsewhere.

A referee sees each move with the position before and after it, works out by plain enumeration what may be
chosen and what it brings, and compares. Cribbage has its own in `test_classics.py`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from interpreter.machine import Machine
from tests.games.support import Table, same
from tests.games.test_classics import classic, deadwood, melds, numbers, pips, sensible

Step = tuple[Table, list[str], str, Table]
"""Before a move, what was offered, the move, after it."""

SEATS = "ABCDEFGH"


def watch(name: str, players: int, seed: int, **settings: int) -> Iterator[Step]:
    """A game, nearly at random."""
    machine = Machine(classic(name).program(classic(name).configure(players, settings)))
    rng, pos = random.Random(seed), machine.initial(seed)
    while not pos.over:
        options = machine.options(pos)
        chosen = rng.choice(sensible(machine, options))
        before = Table(machine, pos)
        pos = machine.apply(pos, chosen)
        offered = before.moves
        yield before, offered, offered[options.index(chosen)], Table(machine, pos)


def cards(move: str) -> list[str]:
    """The cards that a move names first."""
    return move.partition("[")[2].partition("]")[0].split()


def hand(table: Table, seat: int) -> list[str]:
    return table.faces(f"{SEATS[seat]}.hand")


def gains(before: Table, after: Table, name: str = "score") -> list[int]:
    """How much each value of a variable has grown."""
    old, new = numbers(before.machine, before.pos, name), numbers(after.machine, after.pos, name)
    return [now - then for then, now in zip(old, new, strict=True)]


def plays(found: list[str]) -> list[str]:
    return [f'"Play" [{card}]' for card in found]


# ---------------------------------------------------------------------------------------------
# Tricks


def followed(held: list[str], trick: list[str]) -> list[str]:
    """The cards that follow suit, or all."""
    return [card for card in held if trick and card[1] == trick[0][1]] or held


def winner_of(trick: list[str], order: str, trump: str = "") -> int:
    """Which card of a trick wins."""
    return max(
        range(len(trick)),
        key=lambda n: (trick[n][1] == trump, trick[n][1] == trick[0][1], order.index(trick[n][0])),
    )


def test_agram_is_won_by_the_last_trick() -> None:
    for players in (2, 3, 5):
        trick: list[tuple[int, str]] = []
        for before, offered, move, after in watch("agram", players, players):
            played = [card for _, card in trick]
            assert offered == plays(followed(hand(before, before.seat), played))
            trick.append((before.seat, cards(move)[0]))
            if len(trick) == players:
                winner = trick[winner_of([card for _, card in trick], "3456789TA")][0]
                assert after.pos.over or after.seat == winner
                trick = []
        assert after.machine.outcome(after.pos).ranking[0] == (winner,)


def test_whist_counts_tricks_over_six() -> None:
    trick: list[tuple[int, str]] = []
    taken, trump = [0, 0], ""
    for before, offered, move, after in watch("whist", 4, 7, goal=2):
        if not any(taken) and not trick:
            suit = before.variable("trump")[0]
            assert isinstance(suit, int)
            trump = "CDHS"[suit]
        played = [card for _, card in trick]
        assert offered == plays(followed(hand(before, before.seat), played))
        trick.append((before.seat, cards(move)[0]))
        if len(trick) == 4:
            winner = trick[winner_of([card for _, card in trick], "23456789TJQKA", trump)][0]
            taken[winner % 2] += 1
            trick = []
            if sum(taken) == 13:
                assert gains(before, after) == [max(0, taken[0] - 6), max(0, taken[1] - 6)]
                taken = [0, 0]
            else:
                assert after.seat == winner


def hearts_points(card: str) -> int:
    return 13 if card == "QS" else card[1] == "H"


def hearts_plays(held: list[str], trick: list[str], first: bool, broken: bool, lowest: str) -> list[str]:
    """What may be played, duty after duty; none can be asked of who has no such card."""
    if first and lowest in held:
        return [lowest]
    allowed = followed(held, trick)
    if first:
        allowed = [card for card in allowed if not hearts_points(card)] or allowed
    if not trick and not broken:
        allowed = [card for card in allowed if card[1] != "H"] or allowed
    return allowed


def test_hearts_is_scored_deal_by_deal() -> None:
    for players in (3, 4, 5):
        lowest = "3C" if players == 5 else "2C"
        trick: list[tuple[int, str]] = []
        points, tricks, broken = [0] * players, 0, False
        for before, offered, move, after in watch("hearts", players, players, goal=40):
            if move.startswith('"Pass"'):
                continue
            held, played = hand(before, before.seat), [card for _, card in trick]
            assert offered == plays(hearts_plays(held, played, tricks == 0, broken, lowest))
            card = cards(move)[0]
            broken |= card[1] == "H"
            trick.append((before.seat, card))
            if len(trick) == players:
                winner = trick[winner_of([card for _, card in trick], "23456789TJQKA")][0]
                points[winner] += sum(hearts_points(card) for _, card in trick)
                trick, tricks = [], tricks + 1
                if not any(hand(before, seat) for seat in range(players) if seat != before.seat):
                    moon = 26 in points
                    assert gains(before, after) == [26 - n if moon else n for n in points]
                    points, tricks, broken = [0] * players, 0, False
                else:
                    assert after.seat == winner


# ---------------------------------------------------------------------------------------------
# Shedding


def test_president_beats_by_rank_and_gives_places() -> None:
    order = "3456789TJQKA2"
    for players in (3, 5):
        places: list[int] = []
        for before, offered, move, after in watch("president", players, players, goal=4):
            held, lying = hand(before, before.seat), before.faces("in_play")
            if move.startswith('"Give"'):
                places = []
                continue
            by_rank = [[card for card in held if card[0] == rank] for rank in order]
            groups = [
                group for same_rank in by_rank for n in range(5) for group in combinations(same_rank, n)
            ]
            allowed = [
                f'"Play" [{" ".join(group)}]'
                for group in groups
                if group
                and (
                    not lying
                    or (len(group) == len(lying) and order.index(group[0][0]) > order.index(lying[0][0]))
                )
            ]
            assert same(offered, [*allowed, *(['"Pass"'] if lying else [])])
            if len(cards(move)) == len(held):
                places.append(before.seat)
                gained = gains(before, after)
                assert gained == [
                    3 - len(places) if s == before.seat and len(places) < 3 else 0 for s in range(players)
                ]
                if len(places) == players - 1:
                    [last] = set(range(players)) - set(places)
                    table = after.variable("place")
                    assert [table[seat] for seat in (*places, last)] == list(range(1, players + 1))
                    places = []


def test_crazy_eights_matches_and_counts_hands() -> None:
    for players in (2, 3, 6):
        named = ""
        for before, offered, move, after in watch("crazy_eights", players, players, goal=60):
            held, top = hand(before, before.seat), before.faces("discard")[-1]
            if move.startswith('"Name"'):
                assert top[0] == "8" and offered == [f'"Name" {suit}' for suit in SUITS]
                named = move.split()[1][0].upper()
            else:
                suit = named if top[0] == "8" and named else top[1]
                fitting = [c for c in held if c[0] == "8" or c[1] == suit or c[0] == top[0]]
                assert offered == plays(list(dict.fromkeys(fitting))), "cards of two packs are alike"
                named = ""
                held.remove(cards(move)[0])
            if not held and any(gains(before, after)):
                hands = [hand(before, seat) if seat != before.seat else [] for seat in range(players)]
                assert gains(before, after) == [sum(map(penalty, one)) for one in hands]


SUITS = ("clubs", "diamonds", "hearts", "spades")


def penalty(card: str) -> int:
    return 50 if card[0] == "8" else pips(card)


# ---------------------------------------------------------------------------------------------
# Melds


def test_gin_rummy_is_settled_by_what_is_left() -> None:
    for seed in range(2):
        knocker = None
        for before, offered, move, after in watch("gin_rummy", 2, seed, goal=1):
            held, gained = hand(before, before.seat), gains(before, after)
            if move.startswith(('"Discard"', '"Knock"')):
                near = deadwood(held) <= 20  # a discard takes ten points away at most
                ready = {c for c in held if near and deadwood([d for d in held if d != c]) <= 10}
                barred = {c for c in held if f'"Discard" [{c}]' not in offered}
                assert {cards(m)[0] for m in offered if m.startswith('"Knock"')} == ready - barred
                assert len(barred) <= 1
            if move.startswith('"Knock"'):
                knocker = before.seat
            elif before.seat == knocker:
                assert sum(map(pips, held)) - sum(map(pips, cards(move))) <= 10
            if any(gained):
                assert knocker is not None and before.seat != knocker
                own = hand(before, knocker)
                margin = sum(map(pips, held)) - sum(map(pips, cards(move))) - sum(map(pips, own))
                wins = not own or margin > 0
                assert gained[knocker] == (margin + 25 * (not own) if wins else 0)
                assert gained[1 - knocker] == (0 if wins else 25 - margin)
        assert knocker is not None and after.pos.over


def test_rummy_offers_every_meld_and_scores_the_difference() -> None:
    for players in (2, 3):
        taken = ""
        for before, offered, move, after in watch("rummy", players, players, goal=30):
            held, gained = hand(before, before.seat), gains(before, after)
            if move in ('"Draw"', '"Take the discard"'):
                taken = "" if move == '"Draw"' else before.faces("discard")[-1]
            if any(m.startswith('"Meld"') for m in offered):
                left = [(meld, [c for c in held if c not in meld]) for meld in melds(held)]
                wanted = [meld for meld, rest in left if not taken or rest != [taken]]
                found = [cards(m) for m in offered if m.startswith('"Meld"')]
                assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))
            if any(gained):
                hands = [hand(before, seat) for seat in range(players)]
                hands[before.seat] = [c for c in held if c not in cards(move)]
                points = [sum(map(pips, one)) for one in hands]
                best = min(points)
                assert gained == [sum(points) - players * best if n == best else 0 for n in points]
        assert after.pos.over


# ---------------------------------------------------------------------------------------------
# Others


def worth(card: str) -> int:
    return "A234567JHK".index(card[0]) + 1


def captures(board: list[str], card: str) -> list[tuple[str, ...]]:
    """What a card may take: a single one of its value, else any that add up to it."""
    singles = [(c,) for c in board if worth(c) == worth(card)]
    parts = [part for n in range(2, len(board) + 1) for part in combinations(board, n)]
    return singles or [part for part in parts if sum(map(worth, part)) == worth(card)]


def primiera(pile: list[str]) -> int:
    values = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12}
    best = [max((values.get(c[0], 10) for c in pile if c[1] == suit), default=0) for suit in "SCOB"]
    return sum(best) if all(best) else 0


def scopa_deal(piles: list[list[str]]) -> list[int]:
    """The points for what each side has taken, without scopas."""
    points = [0] * len(piles)
    counts = (
        [len(p) for p in piles],
        [sum(c[1] == "O" for c in p) for p in piles],
        [primiera(p) for p in piles],
    )
    for count in counts:
        if count.count(max(count)) == 1:
            points[count.index(max(count))] += 1
    for side, pile in enumerate(piles):
        points[side] += "7O" in pile
    return points


def test_scopa_takes_and_scores() -> None:
    for players in (2, 3, 4):
        sides = 2 if players == 4 else players
        score, piles = [0] * sides, [list[str]() for _ in range(sides)]
        last, played, card = 0, 0, ""
        for before, offered, move, after in watch("scopa", players, players, goal=3):
            board, side = before.faces("board"), before.seat % sides
            if move.startswith('"Play"'):
                assert offered == plays(hand(before, before.seat))
                [card] = cards(move)
                if captures(board, card):
                    continue
                board = [*board, card]
            else:
                assert same(offered, [f'"Take" [{" ".join(part)}]' for part in captures(board, card)])
                piles[side] += [card, *cards(move)]
                board = [c for c in board if c not in cards(move)]
                last = side
                score[side] += not board and played < 35
            played += 1
            if played == 36:
                piles[last] += board
                score = [had + more for had, more in zip(score, scopa_deal(piles), strict=True)]
                piles, played = [list[str]() for _ in range(sides)], 0
            assert numbers(after.machine, after.pos, "score")[:sides] == score
        assert max(score) >= 3 and score.count(max(score)) == 1


def best_total(held: list[str]) -> int:
    hard = sum(map(pips, held))
    return hard + 10 if any(c[0] == "A" for c in held) and hard <= 11 else hard


def test_blackjack_pays() -> None:
    for seed in range(40):
        *_, (*_, after) = watch("blackjack", 2, seed, rounds=1)
        bank, stakes = after.faces("bank"), numbers(after.machine, after.pos, "stake")
        insured = numbers(after.machine, after.pos, "insurance")
        natural = len(bank) == 2 and best_total(bank) == 21
        assert best_total(bank) >= 17 and (len(bank) == 2 or best_total(bank[:-1]) < 17)
        for seat in range(2):
            chips = 100 - insured[seat] + (3 * insured[seat] if natural else 0)
            split = stakes[2 * seat + 1] > 0
            for box in range(2):
                stake, held = stakes[2 * seat + box], after.faces(f"{SEATS[seat]}.hand[{box + 1}]")
                mine = best_total(held)
                if mine > 21:
                    back = 0.0
                elif len(held) == 2 and mine == 21 and not split and not natural:
                    back = 2.5
                elif best_total(bank) > 21 or mine > best_total(bank):
                    back = 2
                else:
                    back = mine == best_total(bank)
                chips += int(stake * back) - stake
            assert numbers(after.machine, after.pos, "chips")[seat] == chips


def test_liars_dice_takes_a_die_from_whoever_is_wrong() -> None:
    for seed in range(8):
        players, many, face, bidder = 2 + seed % 3, 0, 0, 0
        for before, offered, move, after in watch("liars_dice", players, seed, dice_each=3):
            cups = [before.zone(f"{SEATS[seat]}.cup") for seat in range(players)]
            thrown = Counter(before.pos.shown[die] for cup in cups for die in cup)
            higher = [
                f'"Bid" {n} {f}'
                for n in range(1, thrown.total() + 1)
                for f in range(1, 7)
                if (n, f) > (many, face)
            ]
            assert offered == [*higher, *(['"Call"'] if many else [])]
            if move != '"Call"':
                many, face = map(int, move.split()[1:])
                bidder = before.seat
                continue
            there = thrown[1] + (thrown[face] if face != 1 else 0)
            loser = before.seat if there >= many else bidder
            left = [len(after.zone(f"{SEATS[seat]}.cup")) for seat in range(players)]
            assert left == [len(cup) - (seat == loser) for seat, cup in enumerate(cups)]
            many, face = 0, 0


def test_go_fish_hands_over_and_draws() -> None:
    for players in (2, 4):
        for before, offered, move, after in watch("go_fish", players, players):
            seat, held = before.seat, hand(before, before.seat)
            others = [SEATS[(seat + n) % players] for n in range(1, players)]
            ranks = {card[0] for card in held}
            assert set(offered) == {f'"Ask" {rank} {other}' for rank in ranks for other in others}
            rank, other = move.split()[1:]
            caught = [card for card in before.faces(f"{other}.hand") if card[0] == rank]
            now = set(hand(after, seat)) | set(after.faces(f"{SEATS[seat]}.books"))
            assert now >= {*held, *caught}
            new = now - {*held, *caught} - set(before.faces(f"{SEATS[seat]}.books"))
            assert len(new) == (not caught)
            if not after.pos.over:
                again = caught or next(iter(new))[0] == rank
                assert after.seat == (seat if again else SEATS.index(other))
                assert not any(n == 4 for n in Counter(card[0] for card in hand(after, seat)).values())


def test_cuckoo_takes_lives_from_the_lowest() -> None:
    for players in (2, 5, 8):
        *_, (*_, after) = watch("cuckoo", players, players, lives=1)
        ranks = {
            seat: "A23456789TJQK".index(hand(after, seat)[0][0])
            for seat in range(players)
            if hand(after, seat)
        }
        lowest = {seat for seat, rank in ranks.items() if rank == min(ranks.values())}
        left = {seat for seat, life in enumerate(numbers(after.machine, after.pos, "life")) if life}
        assert left == set(ranks) - lowest and len(left) < 2
        assert set(after.machine.outcome(after.pos).ranking[0]) == (left or lowest)
