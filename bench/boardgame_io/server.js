// boardgame.io's own server as its documentation starts it, with a game for two whose messages are
// as large as Loseta's. Arguments: port, characters of its state.
const { Server, Origins } = require("boardgame.io/server");

const [port, size] = process.argv.slice(2).map(Number);

const game = {
    name: "samesize",
    setup: () => ({ moves: 0, board: "x".repeat(size) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        play: ({ G }, text) => {
            G.moves += 1;
            // As much changes as there is: no two states are alike.
            G.board = text + G.board.slice(0, size - text.length);
        },
    },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port }, () =>
    console.log("ready"),
);
