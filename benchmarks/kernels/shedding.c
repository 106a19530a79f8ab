/* The same game as shedding.kernel, as one would write it in C.  Arguments: how many games, the seed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SEATS 5
#define DEALT 5
#define ALL 4503599627370495ull
#define EIGHTS 251658240ull
#define SUIT 300239975158033ull

static uint64_t hand[SEATS], pile, thrown, state, increment;
static int rank, suit, turns;

static uint32_t draw_bits(void) {
    uint64_t old = state;
    state = old * 6364136223846793005ull + increment;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    int turn = (int)(old >> 59);
    return mixed >> turn | mixed << (-turn & 31);
}

static uint32_t below(uint32_t n) {
    if (n == 1) return 0;
    uint64_t product = (uint64_t)draw_bits() * n;
    uint32_t low = (uint32_t)product;
    if (low < n) {
        uint32_t least = -n % n;
        while (low < least) {
            product = (uint64_t)draw_bits() * n;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}

static uint64_t pick(uint64_t mask, uint32_t k) {
    while (k--) mask &= mask - 1;
    return mask & -mask;
}

static uint64_t draw_card(void) {
    if (!pile) {
        pile = thrown;
        thrown = 0;
    }
    if (!pile) return 0;
    uint64_t card = pick(pile, below((uint32_t)__builtin_popcountll(pile)));
    pile ^= card;
    return card;
}

static void show(uint64_t card) {
    int number = __builtin_ctzll(card);
    rank = number >> 2;
    suit = number & 3;
}

static void start(void) {
    pile = ALL;
    thrown = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t mask = 0;
        for (int i = 0; i < DEALT; i++) mask |= draw_card();
        hand[seat] = mask;
    }
    thrown = draw_card();
    show(thrown);
    turns = 0;
}

static int take_turn(int seat) {
    for (;;) {
        uint64_t fits = hand[seat] & (15ull << 4 * rank | SUIT << suit | EIGHTS);
        if (!fits) {
            uint64_t card = draw_card();
            if (!card) return 0;
            hand[seat] |= card;
            continue;
        }
        uint64_t card = pick(fits, below((uint32_t)__builtin_popcountll(fits)));
        hand[seat] ^= card;
        thrown |= card;
        show(card);
        if (card & EIGHTS) suit = (int)below(4);
        return hand[seat] == 0;
    }
}

static int play(void) {
    start();
    int seat = 0;
    while (turns < 1000) {
        turns++;
        if (take_turn(seat)) return seat;
        seat = seat == SEATS - 1 ? 0 : seat + 1;
    }
    return -1;
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int n = atoi(words[1]);
    state = (uint64_t)atoll(words[2]);
    increment = 2 * state + 1;
    int64_t total = 0;
    clock_t begin = clock();
    for (int i = 0; i < n; i++) total = (total * 31 + play() * 7 + turns) & 1073741823;
    printf("%lld %f\n", (long long)total, (double)(clock() - begin) / CLOCKS_PER_SEC);
    return 0;
}
