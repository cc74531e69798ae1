/**
 * What a game must offer so that its positions can be set up by hand: `js/games/<game>/set-up.js`, found
 * by its name. It knows where pieces can lie and how a position is written (docs/notation.md); whether one
 * is possible, and which rule forbids it, the server tells.
 */

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../core/h.js").VElement} VElement */
/** A position in the making: a state, and what is decided in it; each game has more parts. @typedef {import("../types.js").GameState & {box: import("../types.js").Box, decision: string}} Draft */
/** A piece of the palette: what it is called in `put`, how it looks and what it is called. @typedef {{piece: string, view: Child, name: string}} Piece */

/**
 * What draws the parts that can be changed.
 * @typedef {object} Kit
 * @property {import("../types.js").Box} box
 * @property {string[]} names
 * @property {string} wrong       the field of the position in which something is impossible
 * @property {(id: string, label: string, content: Child, how?: {field?: string, class?: string}) => VElement} place   a place for pieces: pressed, the piece in the hand is put there
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
 * @property {(draft: D, place: string, piece: string) => void} put   lay a piece, or take one away with ""
 * @property {(draft: D, decision: string) => void} decide   what is to be decided, and what follows from that
 * @property {(draft: D, kit: Kit) => {middle: Child, boards: Child, supply: Child, more: Child}} draw
 * @property {(draft: D) => void} deal                         fill the factories at random from the bag
 */

export {};
