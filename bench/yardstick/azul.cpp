// Random games of Azul for two on the coloured wall, as fast as plain C++ plays them: what the
// compiled kernels are measured against. Written from docs/rules/azul.md, whose numbers it cites.
//
//   azul GAMES SEED
//
// prints the seconds of processor time, and the sum and the sum of squares over all games of the
// moves, the rounds and the final scores of both players together.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

// A count or a mask for each of the five colours, in a byte of its own.
using Colours = std::uint64_t;

constexpr Colours EACH = 0x0101010101;
constexpr int FACTORIES = 5, CENTRE = 0, FLOOR = 5;
constexpr int PENALTY[8] = {0, 1, 2, 4, 6, 8, 11, 14};  // of the first n spaces (A1.6)

inline int of(Colours counts, int colour) { return counts >> (8 * colour) & 0xFF; }
inline Colours so_many(int count, int colour) { return Colours(count) << (8 * colour); }
inline int sum(Colours counts) { return counts * EACH >> 32 & 0xFF; }
inline Colours present(Colours counts) { return counts + 0x7F * EACH >> 7 & EACH; }

// The n-th set bit of a mask of six.
constexpr auto BIT = [] {
    std::array<std::array<std::uint8_t, 6>, 64> table{};
    for (int mask = 0; mask < 64; ++mask)
        for (int bit = 0, n = 0; bit < 6; ++bit)
            if (mask >> bit & 1) table[mask][n++] = bit;
    return table;
}();

// The length of the run of set bits through each place of a mask of five.
constexpr auto RUN = [] {
    std::array<std::array<std::uint8_t, 5>, 32> table{};
    for (int mask = 0; mask < 32; ++mask)
        for (int at = 0; at < 5; ++at) {
            int first = at, last = at;
            while (first > 0 && mask >> (first - 1) & 1) --first;
            while (last < 4 && mask >> (last + 1) & 1) ++last;
            table[mask][at] = last - first + 1;
        }
    return table;
}();

// For each row and each mask of its occupied columns: bit 0 in the bytes of the colours that the
// row still lacks. Colour c is in column (row + c) % 5 (A1.5).
constexpr auto LACKING = [] {
    std::array<std::array<Colours, 32>, 5> table{};
    for (int row = 0; row < 5; ++row)
        for (int mask = 0; mask < 32; ++mask)
            for (int colour = 0; colour < 5; ++colour)
                if (!(mask >> (row + colour) % 5 & 1)) table[row][mask] |= Colours(1) << 8 * colour;
    return table;
}();

struct Random {  // splitmix64
    std::uint64_t state;

    int below(std::uint32_t n) {
        std::uint64_t z = state += 0x9E3779B97F4A7C15;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
        z = (z ^ z >> 27) * 0x94D049BB133111EB;
        return ((z ^ z >> 31) >> 32) * n >> 32;
    }
};

struct Board {
    Colours open = 63 * EACH;  // of each colour: the lines that take it, and the floor as bit 5
    Colours floor = 0;         // tiles; the marker only counts in floor_spaces
    int floor_spaces = 0;
    std::uint8_t colour[5] = {}, tiles[5] = {};  // of each pattern line
    std::uint8_t rows[5] = {}, columns[5] = {};  // of the wall, each as a mask
    int score = 0;
};

struct Game {
    Random random;
    Board boards[2];
    Colours bag = 20 * EACH, lid = 0;
    Colours source[FACTORIES + 1] = {};
    Colours where = 0;  // of each colour: the sources that have it
    int turn, first, marker = -1, idle = 0, rounds = 0, moves = 0;

    Game(std::uint64_t seed, int first) : random{seed}, turn(first), first(first) {}

    // A5.2, A5.3
    void deal() {
        int left = sum(bag);
        where = 0;
        for (int factory = 1; factory <= FACTORIES; ++factory) {
            Colours pile = 0;
            for (int n = 0; n < 4; ++n) {
                if (left == 0) {
                    bag = lid;
                    lid = 0;
                    left = sum(bag);
                    if (left == 0) break;
                }
                // How many colours end at or before this tile, when the bag is laid out by colour.
                Colours ends = bag * EACH & 0xFFFFFFFFFF;
                Colours before = (0x80 | random.below(left)) * EACH - ends & 0x80 * EACH;
                Colours tile = so_many(1, __builtin_popcountll(before));
                bag -= tile;
                pile += tile;
                --left;
            }
            source[factory] = pile;
            where |= present(pile) << factory;
        }
        ++rounds;
        turn = first;
    }

    // A legal take, each equally likely (A2.2, A2.4 to A2.8).
    void move() {
        Board& board = boards[turn];
        int ways[5], all = 0;
        for (int c = 0; c < 5; ++c) {
            ways[c] = __builtin_popcount(of(where, c)) * __builtin_popcount(of(board.open, c));
            all += ways[c];
        }
        int k = random.below(all), colour = 0;
        while (k >= ways[colour]) k -= ways[colour++];
        int open = of(board.open, colour), places = __builtin_popcount(open);
        int from = BIT[of(where, colour)][unsigned(k) / places];
        int line = BIT[open][unsigned(k) % places];

        int count = of(source[from], colour);
        Colours rest = source[from] - so_many(count, colour);
        if (from == CENTRE) {
            source[CENTRE] = rest;
            where &= ~so_many(1, colour);
            if (marker < 0) {  // A2.3, A2.10
                marker = turn;
                board.floor_spaces = std::min(board.floor_spaces + 1, 7);
            }
        } else {
            source[from] = 0;
            source[CENTRE] += rest;
            where = (where & ~(EACH << from)) | present(rest);
        }
        if (line != FLOOR) {
            int now = std::min(count, line + 1 - board.tiles[line]);
            count -= now;
            board.colour[line] = colour;
            board.tiles[line] += now;
            board.open &= ~(EACH << line);
            if (board.tiles[line] <= line) board.open |= Colours(1) << (8 * colour + line);
        }
        int fallen = std::min(count, 7 - board.floor_spaces);  // A2.7, A2.9
        board.floor += so_many(fallen, colour);
        board.floor_spaces += fallen;
        lid += so_many(count - fallen, colour);
        turn ^= 1;
        ++moves;
    }

    // A3, A4
    void tile(Board& board) {
        for (int row = 0; row < 5; ++row) {
            if (board.tiles[row] <= row) continue;
            int colour = board.colour[row], column = (row + colour) % 5;
            board.rows[row] |= 1 << column;
            board.columns[column] |= 1 << row;
            int across = RUN[board.rows[row]][column], down = RUN[board.columns[column]][row];
            board.score += across > 1 && down > 1 ? across + down : std::max(across, down);
            lid += so_many(row, colour);
            board.tiles[row] = 0;
            board.open |= LACKING[row][board.rows[row]] << row;
            idle = 0;
        }
        board.score = std::max(0, board.score - PENALTY[board.floor_spaces]);
        lid += board.floor;
        board.floor = 0;
        board.floor_spaces = 0;
    }

    // Whether the game is over (A3.5, A5, A6.1).
    bool end_round() {
        ++idle;
        tile(boards[0]);
        tile(boards[1]);
        bool complete = false;
        for (const Board& board : boards)
            for (int row : board.rows) complete |= row == 31;
        if (marker >= 0) first = marker;
        marker = -1;
        return complete || idle >= 5 || (bag | lid) == 0;
    }

    // A6.2
    static int bonus(const Board& board) {
        int points = 0;
        for (int n = 0; n < 5; ++n) {
            bool colour = true;
            for (int row = 0; row < 5; ++row) colour &= board.rows[row] >> (row + n) % 5 & 1;
            points += 2 * (board.rows[n] == 31) + 7 * (board.columns[n] == 31) + 10 * colour;
        }
        return points;
    }

    void play() {
        do {
            deal();
            while (where) move();
        } while (!end_round());
        for (Board& board : boards) board.score += bonus(board);
    }
};

struct Sums {
    long long sum = 0, squares = 0;

    void add(long long value) {
        sum += value;
        squares += value * value;
    }
};

int main(int, char** arguments) {
    const long long games = std::atoll(arguments[1]), seed = std::atoll(arguments[2]);
    Sums moves, rounds, scores;
    const std::clock_t began = std::clock();
    for (long long number = 0; number < games; ++number) {
        Game game(std::uint64_t(seed + number) << 32, number % 2);
        game.play();
        moves.add(game.moves);
        rounds.add(game.rounds);
        scores.add(game.boards[0].score + game.boards[1].score);
    }
    std::printf("seconds %.6f\n", double(std::clock() - began) / CLOCKS_PER_SEC);
    std::printf("moves %lld %lld\n", moves.sum, moves.squares);
    std::printf("rounds %lld %lld\n", rounds.sum, rounds.squares);
    std::printf("scores %lld %lld\n", scores.sum, scores.squares);
}
