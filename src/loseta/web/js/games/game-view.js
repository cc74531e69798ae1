/**
 * What a game provides to be shown: one object for each game, found by its name. Everything else
 * (connection, log, stepping, settings, the end) is written once for all games.
 *
 * A game view only draws. Legal actions, the reasons against others, the effects of actions and all
 * states come from the server.
 */

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../core/h.js").VElement} VElement */
/** @typedef {import("../table/animator.js").Animator} Animator */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Box} Box */

/**
 * A step of a game and the state that it led to, as in `GET /history`. `seat` is null for the dealer;
 * frame 0 has only a state.
 * @template {GameState} [S=GameState]
 * @typedef {object} Frame
 * @property {number} ply
 * @property {S} state
 * @property {S} [before_scoring]  the state after the action itself, if tiles were scored then
 * @property {number | null} [seat]
 * @property {number} [round]
 * @property {string} [action]
 * @property {GameEvent[]} [events]
 * @property {number[]} [scores]
 * @property {string} [position]   in a record
 * @property {S} [before]          the state before it, if the page has added it
 */

/**
 * What a game view keeps for a table between two drawings.
 * @typedef {object} Memory
 * @property {string} typed         the typed part of an action
 * @property {number | null} opened the seat whose board is open on a phone
 * @property {{state: GameState | null, told: {[action: string]: string}}} refusals why actions are illegal in a state, as far as the server was asked
 * @property {string | null} enlarged the enlarged source (js/table/zoom.js)
 */

/** @returns {Memory} */
export function newMemory() {
  return { typed: "", opened: null, refusals: { state: null, told: {} }, enlarged: null };
}

/** The action chosen for the next turn, if any. @typedef {{action: string | null, choose: (action: string) => void, drop: () => void}} Ahead */

/** What the user holds; each game has its own kinds. @typedef {{kind: string, [part: string]: unknown}} Held */

/**
 * Everything that a game view needs to draw a table, live or replayed.
 * @template {GameState} [S=GameState]
 * @template {Box} [B=Box]
 * @template {Held} [H=Held]
 * @typedef {object} TableView
 * @property {S} state             the state to draw
 * @property {number | null} me    the seat at the lower edge; null for a spectator or a replay
 * @property {string[]} names      by seat
 * @property {B} box               what is printed on the pieces (GET /games)
 * @property {import("../types.js").LegalAction[]} legal   the user's legal actions; empty on others' turns
 * @property {number[]} waiting    the seats whose decision is awaited
 * @property {Frame<S>[]} recent   the others' steps since the user's last turn, to be highlighted
 * @property {import("../types.js").Projection[] | null} projection   what each seat would score if the round ended now
 * @property {import("../types.js").Effects | null} effects   the effects of each legal action
 * @property {import("../types.js").Taking} [taking]
 * @property {H | null} hand       what the user holds
 * @property {H | null} [sent]     what the user held when playing, until the step is shown
 * @property {Ahead | null} [ahead]   while others think: a take may be chosen for the next turn
 * @property {Memory} memory
 * @property {(hand: Held | null) => void} setHand
 * @property {(...actions: string[]) => void} play    play steps of the user's turn, all or none
 * @property {(...actions: string[]) => void} [commit]  the same for steps that were confirmed with a button of the game view
 * @property {(actions: string[]) => Promise<import("../types.js").Why[]>} why
 * @property {(sentence: Child, rule?: string) => void} say  show a sentence in the status line
 * @property {import("../types.js").Choosing | null} choosing   while all seats choose in private
 * @property {import("../types.js").ClockInfo | null} clock
 * @property {{kind: string, present: boolean, stands_in?: boolean}[]} seats   who sits there
 * @property {boolean} over
 * @property {import("../core/media.js").TableLayout} layout
 * @property {string | null} hinted   the action that a hint recommends
 * @property {Child} since         "since your last turn", drawn by the table page
 * @property {Child} [guide]       the card of a guided game: beside the boards; on a phone in place of the opponent's card
 * @property {Child} [corner]      an element at the end of the first line of the user's board
 * @property {boolean} held        whether a move of the user waits to be confirmed
 * @property {boolean} [watched]   a replay: `me` is only the seat in front; nobody is called “you”
 */

/**
 * @template {GameState} [S=GameState]
 * @typedef {object} Scene
 * @property {Frame<S>} frame
 * @property {S} before            the state before it
 * @property {number | null} me
 */

/**
 * @template {GameState} [S=GameState]
 * @template {Box} [B=Box]
 * @template {Held} [H=Held]
 * @typedef {object} GameView
 * @property {(view: TableView<S, B, H>) => VElement} table       factories, boards, everything below the status line
 * @property {(view: TableView<S, B, H>) => Child} task           what the user is to do now: “choose tiles …”
 * @property {(frame: Frame<S>, before: S | undefined, names: string[], me?: number | null) => Child} told   a step in one sentence, with pictures; `me` is called “you”
 * @property {(frame: Frame<S>, names: string[]) => Child[]} followed   its automatic consequences, a sentence each
 * @property {(scene: Scene<S>, animator: Animator) => Promise<void>} perform   animate a step, ending in its state
 * @property {(event: KeyboardEvent, view: TableView<S, B, H>) => boolean} key   returns true if it has handled the key
 * @property {(frames: Frame<S>[], names: string[]) => Sheet} sheet   the points of a whole game, for the end
 * @property {(view: TableView<S, B, H>, shows: string[], answered: boolean) => Child} lesson   the pieces that a lesson shows; those that reveal the answer only if it is `answered`
 * @property {number} size         rows and columns of a wall or dome
 * @property {(state: S, seat: number, box: B) => FinalBoard} finalBoard   a wall or dome at the end
 * @property {(action: string, state: S | undefined) => Child} wording   an action in words: “2 red from factory 3 to line 4”
 * @property {boolean} [hides]     the game has hidden information: who thinks for a seat samples it
 * @property {(state: S) => boolean} [ahead]   whether a waiting player may choose a take for the next turn
 * @property {(frame: Frame<S>) => boolean} [aside]   a step that only completes a turn: the status line keeps the sentence of another
 */

/**
 * The rows of a wall or dome, "." for an empty space, and the letter printed on an empty space, "." for none.
 * @typedef {{laid: string[], empty: (row: number, column: number) => string}} FinalBoard
 */

/**
 * Where the points of a game came from: a line for each source, a number for each seat.
 * @typedef {object} Sheet
 * @property {{label: Child, points: number[], kind: "plain" | "loss" | "bonus"}[]} lines
 * @property {number[]} totals
 * @property {Child} why     how the game ended
 */
