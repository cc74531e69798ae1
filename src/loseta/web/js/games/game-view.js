/**
 * What a game must offer to be shown: one object for each game, found by its name. Everything else
 * (connection, log, stepping, settings, the end) is the same for all games and written once.
 *
 * A game view draws. What is legal, why something is not and what it would bring comes from the
 * server.
 */

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../core/h.js").VElement} VElement */
/** @typedef {import("../table/animator.js").Animator} Animator */

/**
 * One step of a game and the state that it led to, as `GET /history` tells it. `seat` is null for the
 * dealer; frame 0 has only a state.
 * @typedef {object} Frame
 * @property {number} ply
 * @property {any} state
 * @property {number | null} [seat]
 * @property {number} [round]
 * @property {string} [action]
 * @property {any[]} [events]
 * @property {number[]} [scores]
 * @property {any} [before]       the state before it, where the table page has added it
 */

/**
 * Everything that a game view needs to draw a table, live or replayed.
 * @typedef {object} TableView
 * @property {any} state           what lies on the table
 * @property {number | null} me    the seat at the lower edge, null for a spectator or a replay
 * @property {string[]} names      by seat
 * @property {any} box             what is printed on the pieces (GET /games)
 * @property {any[]} legal         what I may do now, each with its parts; empty when I may not
 * @property {number[]} waiting    seats whose decision is awaited
 * @property {Frame[]} recent      what the others did since my last turn, to be marked
 * @property {any[] | null} projection   what the round would bring each seat now
 * @property {{[action: string]: any} | null} effects   what each legal action would bring
 * @property {any} hand            what I hold: the game view's own, null for nothing
 * @property {any} [sent]          what I held when I played, until the step is shown
 * @property {(hand: any) => void} setHand
 * @property {(...actions: string[]) => void} play    steps of my turn, all or none
 * @property {(...actions: string[]) => void} [commit]  the same for steps that a button of the game view has confirmed
 * @property {(actions: string[]) => Promise<any[]>} why
 * @property {(sentence: Child, rule?: string) => void} say  put a sentence into the status line
 * @property {any} choosing        while all choose in private, or null
 * @property {any} clock           or null
 * @property {any[]} seats         who sits there (docs/server.md)
 * @property {boolean} over
 * @property {"phone" | "wide"} layout
 * @property {string | null} hinted   the action that a hint recommends
 * @property {Child} since         "since your last turn", drawn by the table page
 * @property {boolean} held        a move of mine waits to be confirmed
 * @property {boolean} [watched]   a replay: `me` only says which side is in front, nobody is “you”
 */

/**
 * @typedef {object} Scene
 * @property {Frame} frame
 * @property {any} before          the state before it
 * @property {number | null} me
 */

/**
 * @typedef {object} GameView
 * @property {(view: TableView) => VElement} table       factories, boards, everything below the status line
 * @property {(view: TableView) => Child} task           what I am to do now: “choose tiles …”
 * @property {(frame: Frame, before: any, names: string[], me?: number | null) => Child} told   a step in one sentence, with pictures; `me` is spoken to as “you”
 * @property {(frame: Frame, before: any, names: string[]) => Child[]} followed   what followed by itself: a sentence each
 * @property {(scene: Scene, animator: Animator) => Promise<void>} perform   animate a step, ending in its state
 * @property {(event: KeyboardEvent, view: TableView) => boolean} key   true: the key was for the table
 * @property {(frames: Frame[], names: string[]) => Sheet} sheet   the points of a whole game, for the end
 * @property {(action: string, state: any) => Child} wording   an action in words: “2 red from factory 3 to line 4”
 * @property {(frame: Frame) => boolean} [aside]   a step that only rounds off a turn: the status line tells another of it
 */

/**
 * Where the points of a game came from: a line for each reason, a number for each seat.
 * @typedef {object} Sheet
 * @property {{label: Child, points: number[], kind: "plain" | "loss" | "bonus"}[]} lines
 * @property {number[]} totals
 * @property {Child} why     how the game ended
 */

export {};
