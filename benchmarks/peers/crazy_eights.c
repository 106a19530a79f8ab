/* Crazy Eights for five players by hand: one deal by the rules of tests/oracles/crazy_eights.rules.
 *
 * Hands are 64-bit masks, card = 4 * rank + suit, so that a rank is four neighbouring bits and a suit every
 * fourth. Chance and play draw from one PCG32 generator. Prints decisions, the sum of all scores and seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pcg.h"

#define PLAYERS 5
#define DEALT 5

static int nth_bit(uint64_t mask, uint32_t k) {
    while (k--) mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static const int points[13] = {10, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10};
static int stock[52], waiting;          /* the cards that may still come, in no order */
static int discard[52], lying;
static uint64_t hand[PLAYERS];
static uint64_t decisions, scored;

static int draw(void) {
    int at = (int)below((uint32_t)waiting);
    int card = stock[at];
    stock[at] = stock[--waiting];
    return card;
}

static void renew(void) {
    /* all played cards but the last are the new stock */
    if (waiting == 0 && lying > 1) {
        for (int i = 0; i < lying - 1; i++) stock[waiting++] = discard[i];
        discard[0] = discard[lying - 1];
        lying = 1;
    }
}

static void deal(void) {
    waiting = 52;
    for (int card = 0; card < 52; card++) stock[card] = card;
    for (int p = 0; p < PLAYERS; p++) hand[p] = 0;
    for (int i = 0; i < DEALT * PLAYERS; i++) hand[i % PLAYERS] |= 1ULL << draw();
    lying = 0;
    for (;;) {
        int card = draw();
        if (card / 4 != 7) {
            discard[lying++] = card;
            return;
        }
        stock[waiting++] = card;
    }
}

static void play(void) {
    deal();
    int suit = discard[0] % 4, rank = discard[0] / 4;
    int p = (int)(below(PLAYERS) + 1) % PLAYERS, plays = 0, passes = 0;
    for (;;) {
        for (int draws = 0;;) {
            uint64_t fit = hand[p] & ((0x1111111111111ULL << suit) | (15ULL << (4 * rank)) | (15ULL << 28));
            int n = __builtin_popcountll(fit);
            int may_draw = waiting > 0 && draws < 5, may_pass = waiting == 0 || draws == 5;
            uint32_t k = below((uint32_t)(n + may_draw + may_pass));
            decisions++;
            if ((int)k < n) {
                int card = nth_bit(fit, k);
                hand[p] &= ~(1ULL << card);
                discard[lying++] = card;
                suit = card % 4;
                rank = card / 4;
                renew();
                plays++;
                passes = 0;
                if (rank == 7 && hand[p] && plays < 100) {
                    suit = (int)below(4);
                    decisions++;
                }
                break;
            }
            if (may_draw && (int)k == n) {
                hand[p] |= 1ULL << draw();
                renew();
                draws++;
                passes = 0;
                continue;
            }
            passes = waiting == 0 ? passes + 1 : 0;
            break;
        }
        if (!hand[p] || plays == 100 || passes > PLAYERS) break;
        p = (p + 1) % PLAYERS;
    }
    for (int q = 0; q < PLAYERS; q++)
        for (uint64_t rest = hand[q]; rest; rest &= rest - 1) scored += (uint64_t)points[__builtin_ctzll(rest) / 4];
}

int main(int count, char **args) {
    long games = count > 1 ? atol(args[1]) : 100000;
    state = count > 2 ? (uint64_t)atol(args[2]) : 42;
    clock_t begin = clock();
    for (long game = 0; game < games; game++) play();
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%llu %llu %.6f\n", (unsigned long long)decisions, (unsigned long long)scored, seconds);
    return 0;
}
