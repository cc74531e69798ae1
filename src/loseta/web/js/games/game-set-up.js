/**
 * What a game must offer so that its positions can be set up by hand: `js/games/<game>/set-up.js`, found
 * by its name. It knows where pieces can lie and how a position is written (docs/notation.md); whether one
 * is possible, and which rule forbids it, the server tells.
 */

/** @typedef {import("../core/h.js").Child} Child */
/** @typedef {import("../core/h.js").VElement} VElement */
/** A position in the making; each game has its own parts. @typedef {{[part: string]: any}} Draft */
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
 * @typedef {object} GameSetUp
 * @property {(state: any, position: string) => Draft} draft      from a position of the game
 * @property {(draft: Draft, box: any) => string} text            as a position
 * @property {(draft: Draft, box: any) => Piece[]} palette
 * @property {(draft: Draft, place: string, piece: string) => void} put   lay a piece, or take one away with ""
 * @property {(draft: Draft, decision: string) => void} decide   what is to be decided, and what follows from that
 * @property {(draft: Draft, kit: Kit) => {middle: Child, boards: Child, supply: Child, more: Child}} draw
 * @property {(draft: Draft) => void} deal                         fill the factories at random from the bag
 */

export {};
