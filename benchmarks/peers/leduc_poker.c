/* Leduc poker by hand, by the rules of tests/oracles/leduc_poker.rules.
 *
 * Prints decisions, the sum of what the first player won (plus 13 a game) and seconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pcg.h"

static int bet[2];
static uint64_t decisions;

/* -1: both are in; else the seat that folded */
static int betting(int size) {
    int calls = 0, raises = 0;
    for (int p = 0;; p ^= 1) {
        int high = bet[0] > bet[1] ? bet[0] : bet[1];
        int may_fold = bet[p] < high, may_raise = raises < 2;
        int k = (int)below((uint32_t)(may_fold + 1 + may_raise));
        decisions++;
        if (may_fold && k == 0) return p;
        if (k == may_fold) {
            bet[p] = high;
            calls++;
        } else {
            bet[p] = high + size;
            raises++;
            calls = 1;
        }
        if (calls == 2) return -1;
    }
}

static int play(void) {
    int deck[6] = {0, 0, 1, 1, 2, 2}, left = 6, card[3];
    for (int i = 0; i < 2; i++) {
        int at = (int)below((uint32_t)left);
        card[i] = deck[at];
        deck[at] = deck[--left];
    }
    bet[0] = bet[1] = 1;
    int folded = betting(2);
    if (folded < 0) {
        card[2] = deck[below((uint32_t)left)];
        folded = betting(4);
    }
    if (folded >= 0) return folded == 0 ? -bet[0] : bet[1];
    int a = card[0] + 10 * (card[0] == card[2]), b = card[1] + 10 * (card[1] == card[2]);
    return a == b ? 0 : a > b ? bet[1] : -bet[0];
}

int main(int count, char **args) {
    long games = count > 1 ? atol(args[1]) : 1000000;
    state = count > 2 ? (uint64_t)atol(args[2]) : 42;
    long long won = 0;
    clock_t begin = clock();
    for (long game = 0; game < games; game++) won += play() + 13;
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%llu %lld %.6f\n", (unsigned long long)decisions, won, seconds);
    return 0;
}
