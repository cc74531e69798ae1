/**
 * The JSON between server and page (docs/server.md), as types. Seats count from 0; tiles are letters,
 * several of them a string.
 */

// --- A table ----------------------------------------------------------------------------------

/** @typedef {{seat: number, kind: "person" | "computer" | "open", name: string | null, level: string | null, stands_in: boolean, present: boolean, absent_ms: number | null, out: string | null}} SeatInfo */
/** `received`: when this browser received it. @typedef {{left_ms: number[], increment_ms: number, running: number[], now?: number, received: number}} ClockInfo */
/** @typedef {{reason: string, scores: number[], winners: number[], places: number[]}} Ending */
/** @typedef {{seat: number, ply: number, agreed: number[]}} Ask */
/** The seats that want a rematch, the one that declined, and the table of the rematch. @typedef {{accepted: number[], declined: number | null, table: string | null}} Rematch */
/** @typedef {{[name: string]: string}} Options */

/**
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} game
 * @property {Options} options
 * @property {"open" | "playing" | "over"} status
 * @property {number | null} you
 * @property {boolean} host
 * @property {SeatInfo[]} seats
 * @property {number} spectators
 * @property {boolean} private
 * @property {boolean} listed       whether anybody may take an open seat
 * @property {boolean} hints
 * @property {ClockInfo | null} clock
 * @property {Ask | null} ask
 * @property {Ending | null} end
 * @property {Rematch | null} rematch
 * @property {{table: string | null, ply: number | null} | null} start   the origin of a game that began from a position
 * @property {string} seed_hash
 * @property {string | null} seed
 */

/**
 * One of the user's tables in `GET /tables`.
 * @typedef {object} ListedTable
 * @property {string} id
 * @property {string} game
 * @property {Options} options
 * @property {number} created
 * @property {"open" | "playing" | "over"} status
 * @property {string | null} result
 * @property {number | null} round
 * @property {number[] | null} scores
 * @property {string[] | null} walls   by seat, row by row: letters of tiles, "." for an empty space, "_" where there is none yet
 * @property {{seat: number, kind: string, ago_ms: number, colour?: string, count?: number, line?: number | null} | null} last
 * @property {number[]} waiting
 * @property {boolean} your_turn
 * @property {ClockInfo | null} clock
 * @property {{kind: string, name: string | null, level: string | null, you: boolean}[]} seats
 * @property {number} received   when this browser received it
 */

/** A table in `GET /tables/open`: anybody may join it. @typedef {{id: string, game: string, options: Options, clock: {seconds: number, increment: number} | null, hints: boolean, private: boolean, host: string | null, yours: boolean, seats: {kind: string, name: string | null, level: string | null}[]}} OpenTable */

/** `GET /games`, together with the page's card of each game. @typedef {{games: {[name: string]: {options: {[option: string]: string[]}, box: Box, guide: boolean, card: import("./games/game-card.js").GameCard}}, levels: Levels, level_texts: Levels, phrases: {[key: string]: string}, limits: {absent_seconds: number, thinking_seconds: number}}} About */
/** The names of the computer players. @typedef {{[level: string]: string}} Levels */
/** The components of a game; each game adds its own. @typedef {{colours: {[letter: string]: string}, rounds?: number}} Box */

// --- A game -----------------------------------------------------------------------------------

/** An automatic consequence of an action: `type` determines which fields there are. @typedef {{type: string, seat: number, row: number, column: number, colour: string, points: number, across: number, down: number, count: number, spaces: number, penalty: number, lost: number, kind: string, which: number, round: number, broken: number, start_tile: boolean, tablet: string, outcome: Ending}} GameEvent */
/** A tile that was or would be laid, with its points. @typedef {Pick<GameEvent, "row" | "column" | "colour" | "across" | "down" | "points">} Placed */
/** An action with its parts: `kind` determines which of them there are. @typedef {{action: string, kind: string, source: number, colour: string, line: number, row: number, column: number, plate: number, turn: string}} LegalAction */
/** Whether an action is legal and, if not, why. @typedef {{action: string, legal: boolean, reason: string, sentence: string, rule?: string}} Why */
/** What a seat would score if the round ended now. @typedef {{placed: Placed[], broken: GameEvent[], points: number, penalty: number, score: number}} Projection */

/**
 * The effect of an action: the events that follow from it, the projection of its seat after it and, for a
 * take, how many tiles fit into the line, how many do not, and whether the starting-player
 * marker comes with them.
 * @typedef {{events: GameEvent[], projection: Projection, fits?: number, falls?: number, marker?: boolean}} Effect
 */
/** @typedef {{[action: string]: Effect}} Effects */
/** Only the last part of it, for positions without effects. @typedef {{[action: string]: Pick<Effect, "fits" | "falls" | "marker">}} Taking */
/** The computer's evaluation of an action. @typedef {{action: string, visits: number, value: number, win_chance: number, line: string[]}} Candidate */
/** The table after some steps of the user's turn. @typedef {{state: GameState, legal: LegalAction[], events: GameEvent[], done: boolean, undo: boolean}} Preview */
/** While all seats choose in private. @typedef {{seats: number[], chosen: string[] | null}} Choosing */

/**
 * One numbered event of a table. A step of the game has an action; it led to `state` or, if that is left
 * out, to the state of the message.
 * @typedef {object} TableEvent
 * @property {number} number
 * @property {string} kind
 * @property {number | null} seat
 * @property {number} at
 * @property {number} ply       the number of actions before it
 * @property {number} round
 * @property {string} [action]
 * @property {GameEvent[]} [events]
 * @property {number[]} [scores]
 * @property {GameState} [state]
 * @property {GameState} [before_scoring]
 * @property {string} [text]
 */

/**
 * The game as the user may see it.
 * @typedef {object} Position
 * @property {"snapshot" | "update"} type
 * @property {number} number
 * @property {number} ply
 * @property {GameState} state
 * @property {number[]} waiting
 * @property {LegalAction[]} legal
 * @property {boolean} undo
 * @property {Choosing | null} [choosing]
 * @property {TableInfo} table
 * @property {TableEvent[]} events
 */
/** @typedef {Position | {type: "table", table: TableInfo}} TableMessage */

// --- Without a table --------------------------------------------------------------------------

/** A position of `POST /sandbox`. @typedef {{position: string, state: GameState, seat: number | null, legal: LegalAction[], events: GameEvent[], before_scoring?: GameState, why: Why[], projection: Projection[] | null, taking?: Taking, dealt?: string}} Sandbox */
/** A record that the server has read: `POST /records`. @typedef {{game: string, names: string[], frames: import("./games/game-view.js").Frame[], tags: {[name: string]: string}, comments: {[ply: number]: string}, verified: boolean | null, box: Box, review: {total: number, decisions: import("./replay/review.js").Decision[], accuracy: import("./replay/review.js").SeatAccuracy[]} | null, variations: {[ply: number]: {actions: string[], comment: string}[]}}} ReadRecord */

// --- Puzzles ----------------------------------------------------------------------------------

/** @typedef {{id: string, kind: string, level: number, asked: number}} ListedPuzzle */
/** The names of kinds of puzzles. @typedef {{[kind: string]: string}} PuzzleKinds */
/** @typedef {{variant: string, game: string, options: Options, count: number, kinds: {[kind: string]: number}, levels: {[level: string]: number}}} PuzzleVariant */
/** A puzzle, and the day whose puzzle it is. @typedef {ListedPuzzle & {variant: string, game: string, options: Options, seat: number, exact: boolean, goal: string, box: Box, scene: Sandbox, date?: string}} ToldPuzzle */
/** The sources of a seat's points. @typedef {{tiles: number, lost: number, rows: number[], columns: number[], colours: string[], bonus: number, marker: boolean, special?: number, tablets?: number}} Gains */
/** A line from the start of a puzzle, with its points by seat. @typedef {{actions: string[], seats: number[], before: number[], after: number[], points: number[], margin: number, over: boolean, won: boolean | null, state: GameState, complete: boolean, gains: Gains[]}} PuzzleLine */
/** The judgement of a try. @typedef {{verdict: "right" | "wrong", done: boolean, frames: import("./games/game-view.js").Frame[], scene?: Sandbox, line?: PuzzleLine | null, loses?: {points: number, victory: boolean} | null, why?: import("./core/h.js").Child}} Verdict */
/** The best line, and another. @typedef {{best: PuzzleLine, best_frames: import("./games/game-view.js").Frame[], second: PuzzleLine | null, second_frames: import("./games/game-view.js").Frame[], loses: {points: number, victory: boolean} | null, why: import("./core/h.js").Child}} Solution */
/** Where to look: some parts of an action. @typedef {{n: number, of: number, hint: string, area: Partial<LegalAction> & {space?: number}}} PuzzleHint */

// --- States -----------------------------------------------------------------------------------

/** @typedef {{[letter: string]: number}} Counts */
/** What the boards of both games have. @typedef {{score: number, lines: string[]}} GameBoard */
/** @typedef {{game: string, players: number, phase: string, round: number, first: number | null, turn: number | null, bag: Counts, boards: GameBoard[]}} GameState */

export {};
