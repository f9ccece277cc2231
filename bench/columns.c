/* Random games of Columns (4 by 3) in plain C: the loop of stylobate.search.playouts, for comparison.
 *
 * The same rules with the same sets of pins as bits, and the same random numbers: for the same seed it must
 * report the same number of plies, which the bench checks.  Usage: columns GAMES SEED  ->  "plies seconds".
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PINS = 12, LEVELS = 5, ALL = 4095, WIDTH = 144 };
enum { RANKS = 0, MOVER = 1, HAND = 2, HIGH = 10, CAPPED = 16, JOINED = 18, NEXT = 20, HEIGHT = 22, PLACE = 34 };
enum { SIZE = 94, ROUNDEL = 0, SINGLE = 1, DOUBLE = 2, TRIPLE = 3 };

static const int KIND[12] = {ROUNDEL, SINGLE, DOUBLE, DOUBLE, TRIPLE, TRIPLE, TRIPLE, TRIPLE, TRIPLE, TRIPLE, TRIPLE, TRIPLE};

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
    int mover = s[MOVER];
    const int16_t *hand = s + HAND + 4 * mover;
    int64_t roomy = ALL & ~s[HIGH + LEVELS], found[3] = {0, 0, 0}, count = 0;
    if (hand[ROUNDEL]) found[0] |= roomy & ~s[CAPPED + 1 - mover];
    if (hand[SINGLE]) found[0] |= roomy << PINS;
    if (hand[DOUBLE] || hand[TRIPLE])
        for (int along = 0; along < 2; along++) {
            int step = along ? s[RANKS] : 1;
            int64_t pairs = s[NEXT + along] & ~s[JOINED + along], level = 0, rising = 0, falling = 0;
            for (int h = 0; h < LEVELS - 1; h++) {
                int64_t low = s[HIGH + h], high = s[HIGH + h + 1];
                level |= low & (low >> step);
                rising |= low & (high >> step);
                falling |= high & (low >> step);
            }
            int64_t brim = s[HIGH + LEVELS - 1] & (s[HIGH + LEVELS - 1] >> step);
            if (hand[DOUBLE]) found[0] |= ((level | brim) & pairs) << (2 + along) * PINS;
            if (hand[TRIPLE]) {
                level = (level & pairs) << along * PINS;
                found[1] |= level | level << 2 * PINS;
                found[2] |= ((rising & pairs) | (falling & pairs) << 2 * PINS) << along * PINS;
            }
        }
    for (int group = 0; group < 3; group++)
        for (int64_t rest = found[group]; rest; rest &= rest - 1) out[count++] = 4 * PINS * group + __builtin_ctzll((uint64_t)rest);
    return count;
}

static void pile(int16_t *s, int pin, int levels, int piece) {
    int height = s[HEIGHT + pin];
    s[PLACE + pin * LEVELS + height] = (int16_t)piece;
    if (levels == 2) s[PLACE + pin * LEVELS + height + 1] = (int16_t)piece;
    s[HIGH + height] ^= (int16_t)(1 << pin);
    s[HIGH + height + levels] ^= (int16_t)(1 << pin);
    s[HEIGHT + pin] = (int16_t)(height + levels);
}

static void apply(int16_t *s, int64_t action) {
    int mover = s[MOVER], way = (int)action / PINS, pin = (int)action % PINS;
    int kind = KIND[way], along = way & 1, thick_second = way & 2;
    int other = pin + (along ? s[RANKS] : 1), piece = 1 + mover + 2 * (int)action, covered = 1 << pin;
    if (kind >= DOUBLE) covered |= 1 << other;
    s[JOINED] &= (int16_t)~(covered | covered >> 1);
    s[JOINED + 1] &= (int16_t)~(covered | covered >> s[RANKS]);
    s[CAPPED] &= (int16_t)~covered;
    s[CAPPED + 1] &= (int16_t)~covered;
    if (kind != ROUNDEL) s[CAPPED + mover] |= (int16_t)covered;
    pile(s, pin, kind == TRIPLE && !thick_second ? 2 : 1, piece);
    if (kind >= DOUBLE) {
        pile(s, other, kind == TRIPLE && thick_second ? 2 : 1, piece);
        s[JOINED + along] |= (int16_t)(1 << pin);
    }
    s[HAND + 4 * mover + kind]--;
    s[MOVER] = (int16_t)(1 - mover);
}

static int roundels(const int16_t *s, int seat, int level) {
    int count = 0;
    for (int pin = 0; pin < PINS; pin++) {
        int piece = s[PLACE + pin * LEVELS + level] - 1;
        count += piece >= 0 && piece < 2 * PINS && (piece & 1) == seat;
    }
    return count;
}

static double light_s_share(const int16_t *s) {
    for (int level = LEVELS - 1; level >= 0; level--) {
        int lead = roundels(s, 0, level) - roundels(s, 1, level);
        if (lead) return lead > 0 ? 1.0 : 0.0;
    }
    return 0.5;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    long games = atol(argv[1]), plies = 0;
    rng = strtoull(argv[2], NULL, 10);
    int16_t start[SIZE] = {0}, state[SIZE];
    start[RANKS] = 3;
    for (int seat = 0; seat < 2; seat++) {
        start[HAND + 4 * seat] = 12;
        for (int kind = SINGLE; kind <= TRIPLE; kind++) start[HAND + 4 * seat + kind] = 3;
    }
    start[HIGH] = ALL;
    start[NEXT] = 0x6db;
    start[NEXT + 1] = ALL >> 3;
    double won = 0;
    int64_t actions[WIDTH];
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (long game = 0; game < games; game++) {
        memcpy(state, start, sizeof start);
        for (int64_t count; (count = legal(state, actions)) > 0; plies++)
            apply(state, actions[below((uint64_t)count)]);
        won += light_s_share(state);
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    double seconds = (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    printf("%ld %.6f %.1f\n", plies, seconds, won);
    return 0;
}
