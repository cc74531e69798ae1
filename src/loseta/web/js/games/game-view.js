/**
 * What a game must offer to be shown: one object for each game, found by its name. Everything else
 * (connection, log, stepping, settings, the end) is the same for all games and written once.
 *
 * A game view draws; it knows no rules. What is legal, why something is not, what it would bring and
 * every state comes from the server.
 */

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../core/h.js").VElement} VElement */
/** @typedef {import("../table/animator.js").Animator} Animator */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Box} Box */

/**
 * One step of a game and the state that it led to, as `GET /history` tells it. `seat` is null for the
 * dealer; frame 0 has only a state.
 * @template {GameState} [S=GameState]
 * @typedef {object} Frame
 * @property {number} ply
 * @property {S} state
 * @property {S} [before_scoring]  the state after the action itself, where tiles were laid and scored then
 * @property {number | null} [seat]
 * @property {number} [round]
 * @property {string} [action]
 * @property {GameEvent[]} [events]
 * @property {number[]} [scores]
 * @property {string} [position]   in a record
 * @property {S} [before]          the state before it, where the page has added it
 */

/**
 * What a game view remembers of a table between two drawings.
 * @typedef {object} Memory
 * @property {string} typed         what has been typed of an action
 * @property {number | null} opened the board of another that is open on a phone
 * @property {{state: GameState | null, told: {[action: string]: string}}} refusals why actions are not legal in a state, as far as it was asked
 * @property {string | null} enlarged the source that is enlarged (js/table/zoom.js)
 */

/** @returns {Memory} */
export function newMemory() {
  return { typed: "", opened: null, refusals: { state: null, told: {} }, enlarged: null };
}

/** What is chosen for the next turn, if anything. @typedef {{action: string | null, choose: (action: string) => void, drop: () => void}} Ahead */

/** What somebody holds; each game has its own kinds. @typedef {{kind: string, [part: string]: unknown}} Held */

/**
 * Everything that a game view needs to draw a table, live or replayed.
 * @template {GameState} [S=GameState]
 * @template {Box} [B=Box]
 * @template {Held} [H=Held]
 * @typedef {object} TableView
 * @property {S} state             what lies on the table
 * @property {number | null} me    the seat at the lower edge, null for a spectator or a replay
 * @property {string[]} names      by seat
 * @property {B} box               what is printed on the pieces (GET /games)
 * @property {import("../types.js").LegalAction[]} legal   what I may do now; empty when I may not
 * @property {number[]} waiting    seats whose decision is awaited
 * @property {Frame<S>[]} recent   what the others did since my last turn, to be marked
 * @property {import("../types.js").Projection[] | null} projection   what the round would bring each seat now
 * @property {import("../types.js").Effects | null} effects   what each legal action would bring
 * @property {import("../types.js").Taking} [taking]
 * @property {H | null} hand       what I hold
 * @property {H | null} [sent]     what I held when I played, until the step is shown
 * @property {Ahead | null} [ahead]   while others think: a take may be chosen for the next turn
 * @property {Memory} memory
 * @property {(hand: Held | null) => void} setHand
 * @property {(...actions: string[]) => void} play    steps of my turn, all or none
 * @property {(...actions: string[]) => void} [commit]  the same for steps that a button of the game view has confirmed
 * @property {(actions: string[]) => Promise<import("../types.js").Why[]>} why
 * @property {(sentence: Child, rule?: string) => void} say  put a sentence into the status line
 * @property {import("../types.js").Choosing | null} choosing   while all choose in private
 * @property {import("../types.js").ClockInfo | null} clock
 * @property {{kind: string, present: boolean, stands_in?: boolean}[]} seats   who sits there
 * @property {boolean} over
 * @property {import("../core/media.js").TableLayout} layout
 * @property {string | null} hinted   the action that a hint recommends
 * @property {Child} since         "since your last turn", drawn by the table page
 * @property {Child} [guide]       the card of a guided game: beside the boards, on a phone in the other's place
 * @property {Child} [corner]      what stands at the end of the own board's first line
 * @property {boolean} held        a move of mine waits to be confirmed
 * @property {boolean} [watched]   a replay: `me` only says which side is in front, nobody is “you”
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
 * @property {(view: TableView<S, B, H>) => Child} task           what I am to do now: “choose tiles …”
 * @property {(frame: Frame<S>, before: S | undefined, names: string[], me?: number | null) => Child} told   a step in one sentence, with pictures; `me` is spoken to as “you”
 * @property {(frame: Frame<S>, names: string[]) => Child[]} followed   what followed by itself: a sentence each
 * @property {(scene: Scene<S>, animator: Animator) => Promise<void>} perform   animate a step, ending in its state
 * @property {(event: KeyboardEvent, view: TableView<S, B, H>) => boolean} key   true: the key was for the table
 * @property {(frames: Frame<S>[], names: string[]) => Sheet} sheet   the points of a whole game, for the end
 * @property {(view: TableView<S, B, H>, shows: string[], answered: boolean) => Child} lesson   the pieces that a lesson shows; what would tell the answer only when it is `answered`
 * @property {number} size         rows and columns of a wall or dome
 * @property {(state: S, seat: number, box: B) => FinalBoard} finalBoard   a wall or dome as it stood at the end
 * @property {(action: string, state: S | undefined) => Child} wording   an action in words: “2 red from factory 3 to line 4”
 * @property {boolean} [hides]     there are things that a seat cannot know: whoever thinks for it draws them at random
 * @property {(state: S) => boolean} [ahead]   whether who waits may choose a take for the next turn
 * @property {(frame: Frame<S>) => boolean} [aside]   a step that only rounds off a turn: the status line tells another of it
 */

/**
 * The rows of a wall or dome, "." where nothing lies, and the letter of an empty space, "." for none.
 * @typedef {{laid: string[], empty: (row: number, column: number) => string}} FinalBoard
 */

/**
 * Where the points of a game came from: a line for each reason, a number for each seat.
 * @typedef {object} Sheet
 * @property {{label: Child, points: number[], kind: "plain" | "loss" | "bonus"}[]} lines
 * @property {number[]} totals
 * @property {Child} why     how the game ended
 */
