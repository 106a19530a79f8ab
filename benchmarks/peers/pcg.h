/* The generator of both games: PCG32 (M. E. O'Neill, 2014), and fair numbers below n (D. Lemire, 2019). */
#include <stdint.h>

static uint64_t state, stream = 77;

static uint32_t output(void) {
    uint64_t old = state;
    state = old * 6364136223846793005ULL + (stream | 1);
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((-turn) & 31));
}

static uint32_t below(uint32_t n) {
    uint64_t product = (uint64_t)output() * n;
    uint32_t low = (uint32_t)product;
    if (low < n) {
        uint32_t threshold = -n % n;
        while (low < threshold) {
            product = (uint64_t)output() * n;
            low = (uint32_t)product;
        }
    }
    return (uint32_t)(product >> 32);
}
