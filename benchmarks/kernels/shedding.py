"""A card game by hand in the kernel language: five seats get rid of 52 cards, eights go on anything.

Hands are masks (bit 4 * rank + suit), the pile is shuffled as it is drawn from. `games(n, seed)` plays n random
games and gives a checksum; `shedding.c` is the same in C.
"""

SEATS = 5
DEALT = 5
MASK_52 = 4503599627370495
MULTIPLIER = 6364136223846793005
LOW_32 = 4294967295

RANK = const_i64((
    15, 240, 3840, 61440, 983040, 15728640, 251658240, 4026531840, 64424509440, 1030792151040,
    16492674416640, 263882790666240, 4222124650659840,
))  # fmt: skip
SUIT = const_i64((300239975158033, 600479950316066, 1200959900632132, 2401919801264264))
EIGHTS = 251658240

hand = state_i64(5)
pile = state_i64(1)
thrown = state_i64(1)
generator = state_i64(2)
top = state_i16(2)
turns = state_i32(1)
EXPORTS = ("games",)


def draw_bits():
    old = generator[0]
    generator[0] = add_wrap(mul_wrap(old, MULTIPLIER), generator[1])
    mixed = shr_u(shr_u(old, 18) ^ old, 27) & LOW_32
    turn = shr_u(old, 59)
    return shr_u(mixed, turn) | (mixed << (32 - turn)) & LOW_32


def below(n):
    if n == 1:
        return 0
    product = draw_bits() * n
    low = product & LOW_32
    if low < n:
        least = (4294967296 - n) % n
        while low < least:
            product = draw_bits() * n
            low = product & LOW_32
    return product >> 32


def pick(mask, k):
    """The bit number k of those that are set, as a mask."""
    for i in range(0, k):
        mask &= mask - 1
    return mask & -mask


def draw_card():
    if pile[0] == 0:
        pile[0] = thrown[0]
        thrown[0] = 0
    if pile[0] == 0:
        return 0
    card = pick(pile[0], below(popcount(pile[0])))
    pile[0] ^= card
    return card


def start():
    pile[0] = MASK_52
    thrown[0] = 0
    for seat in range(0, SEATS):
        mask = 0
        for i in range(0, DEALT):
            mask |= draw_card()
        hand[seat] = mask
    card = draw_card()
    number = ctz(card)
    thrown[0] = card
    top[0] = number >> 2
    top[1] = number & 3
    turns[0] = 0


def take_turn(seat):
    """Plays a random card that fits, or draws until one does; 1 if the hand is empty then."""
    while 1:
        fits = hand[seat] & (RANK[top[0]] | SUIT[top[1]] | EIGHTS)
        options = popcount(fits)
        if options == 0:
            card = draw_card()
            if card == 0:
                return 0
            hand[seat] |= card
            continue
        card = pick(fits, below(options))
        hand[seat] ^= card
        thrown[0] |= card
        number = ctz(card)
        top[0] = number >> 2
        top[1] = number & 3
        if card & EIGHTS:
            top[1] = below(4)
        return 1 if hand[seat] == 0 else 0


def play():
    start()
    seat = 0
    passed = 0
    while turns[0] < 1000:
        turns[0] += 1
        if take_turn(seat):
            return seat
        seat = 0 if seat == SEATS - 1 else seat + 1
    return -1


def games(n, seed):
    generator[0] = seed
    generator[1] = 2 * seed + 1
    total = 0
    for i in range(0, n):
        winner = play()
        total = (total * 31 + winner * 7 + turns[0]) & 1073741823
    return total
