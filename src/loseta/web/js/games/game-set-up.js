/**
 * What a game provides so that its positions can be set up by hand: `js/games/<game>/set-up.js`. It knows
 * where pieces can be put and how a position is written (docs/notation.md); whether a position is possible,
 * and which rule forbids it, comes from the server.
 */

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../core/h.js").VElement} VElement */
/** A position being set up: a state, and the decision; each game adds its own fields. @typedef {import("../types.js").GameState & {box: import("../types.js").Box, decision: string}} Draft */
/** A piece of the palette: its code for `put`, its picture and its name. @typedef {{piece: string, view: Child, name: string}} Piece */

/**
 * Draws the parts that can be changed.
 * @typedef {object} Kit
 * @property {import("../types.js").Box} box
 * @property {string[]} names
 * @property {string} wrong       the field of the position in which something is impossible
 * @property {(id: string, label: string, content: Child, how?: {field?: string, class?: string}) => VElement} place   a place for pieces; pressing it puts the selected piece there
 * @property {(label: string, value: number, change: (value: number) => void, how?: {most?: number, field?: string}) => VElement} number
 * @property {(label: string, name: string, options: import("../ui/controls.js").Choice[], chosen: string, change: (value: string) => void) => VElement} choice
 * @property {(label: string, options: [value: string, words: string][], chosen: string, change: (value: string) => void) => VElement} list   one of many
 */

/**
 * @template {import("../types.js").GameState} [S=import("../types.js").GameState]
 * @template {Draft} [D=Draft]
 * @template {import("../types.js").Box} [B=import("../types.js").Box]
 * @typedef {object} GameSetUp
 * @property {(state: S, position: string, box: B) => D} draft   from a position of the game
 * @property {(draft: D, box: B) => string} text              as a position
 * @property {(draft: D, box: B) => Piece[]} palette
 * @property {(draft: D, place: string, piece: string) => void} put   put a piece there, or with "" remove one
 * @property {(draft: D, decision: string) => void} decide   set the decision, and what it implies
 * @property {(draft: D, kit: Kit) => {middle: Child, boards: Child, supply: Child, more: Child}} draw
 * @property {(draft: D) => void} deal                         fill the factories at random from the bag
 */

export {};
