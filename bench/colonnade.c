/* Random games of Colonnade in plain C: the loop of stylobate.search.playouts, for comparison.
 *
 * Same rules, same representation, same random numbers: for the same seed it must report the same number of
 * plies, which the bench checks.  Usage: colonnade GAMES SEED  ->  prints "plies seconds".
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SQUARES = 8, MOVER = 8, DEPTHS = 32, WIDTH = 33 };

static uint64_t rng;

static uint64_t bits(void) {
    uint64_t z = (rng += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static int64_t below(uint64_t n) {
    uint64_t product = (bits() >> 32) * n;
    if ((uint32_t)product < n) {
        uint64_t threshold = (1ull << 32) % n;
        while ((uint32_t)product < threshold) product = (bits() >> 32) * n;
    }
    return (int64_t)(product >> 32);
}

static int64_t legal(const int16_t *s, int64_t *out) {
    int mine = 1 - 2 * s[MOVER], left = -1, stack = s[0] * mine;
    int64_t count = 0;
    for (int square = 0; square < SQUARES; square++) {
        int right = square < SQUARES - 1 ? s[square + 1] * mine : -1;
        int height = abs(stack);
        int64_t action = square * DEPTHS * 2;
        int reach_left = left > 0 ? height : left == 0 ? height - 1 : 0;
        int reach_right = right > 0 ? height : right == 0 ? height - 1 : 0;
        int deepest = reach_left > reach_right ? reach_left : reach_right;
        for (int depth = stack > 0 ? 1 : 2; depth <= deepest; depth += 2) {
            out[count] = action + depth * 2;
            count += depth <= reach_left;
            out[count] = action + depth * 2 + 1;
            count += depth <= reach_right;
        }
        left = stack;
        stack = right;
    }
    return count;
}

static void apply(int16_t *s, int64_t action) {
    int depth = (int)(action >> 1) % DEPTHS, square = (int)(action >> 1) / DEPTHS;
    int target = square + (action & 1 ? 1 : -1);
    int stack = s[square], top = stack > 0 ? 1 : -1, below_it = abs(s[target]);
    s[target] = (int16_t)(top * (below_it + depth - (below_it > 0)));
    s[square] = (int16_t)((abs(stack) - depth) * top * (depth & 1 ? -1 : 1));
    s[MOVER] = (int16_t)(1 - s[MOVER]);
}

int main(int argc, char **argv) {
    static const int16_t start[SQUARES + 1] = {3, -3, 3, -3, 3, -3, 3, -3, 0};
    if (argc != 3) return 2;
    long games = atol(argv[1]), plies = 0;
    rng = strtoull(argv[2], NULL, 10);
    double won[2] = {0, 0};
    int64_t actions[WIDTH];
    int16_t state[SQUARES + 1];
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long game = 0; game < games; game++) {
        memcpy(state, start, sizeof start);
        for (int64_t count; (count = legal(state, actions)) > 0; plies++)
            apply(state, actions[below((uint64_t)count)]);
        won[1 - state[MOVER]] += 1.0;
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    printf("%ld %.6f %.0f\n", plies, seconds, won[0]);
    return 0;
}
