/**
 * A guided first game, as data (`js/games/<game>/guide.js`): the options and the seed of its table, and
 * the steps of its card. A step only reads the table and points at things; legality and effects come
 * from the server.
 */

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../core/text.js").Fields} Fields */

/**
 * What a step can read.
 * @template {GameState} [S=GameState]
 * @typedef {object} Moment
 * @property {S} state
 * @property {number} me
 * @property {import("../types.js").LegalAction[]} legal   empty while others play
 * @property {import("../types.js").Effects | null} effects
 * @property {import("./game-view.js").Held | null} hand
 * @property {import("./game-view.js").Frame<S>[]} past    all steps of the game that have been shown
 * @property {import("./game-view.js").Frame<S>[]} mine    the user's own since this step of the guide began
 */

/** A text and its fields; `key` is below `guide.<game>`. @typedef {{key: string, fields?: Fields}} Saying */

/**
 * @template {GameState} [S=GameState]
 * @typedef {object} Step
 * @property {string} id                              its texts are `guide.<game>.<id>.title` and `.text`
 * @property {(now: Moment<S>) => boolean} [when]     when it can be shown; default: on the user's turn
 * @property {(now: Moment<S>) => Saying} [say]       another text, or fields, depending on the table
 * @property {(now: Moment<S>) => string[][]} [points]   the spots (`data-spot`) to point at; those in one list share a ring
 * @property {(now: Moment<S>) => boolean} [done]     default: after an action of the user
 * @property {(now: Moment<S>) => boolean} [undone]   the action was taken back: the step before is shown again
 * @property {boolean} [read]                         the step is only to be read, and ended with a button
 * @property {boolean} [hints]                        the computer suggests every move
 */

/**
 * @template {GameState} [S=GameState]
 * @typedef {object} GameGuide
 * @property {string} seed                            of the table; the first steps refer to its deal
 * @property {import("../types.js").Options} options
 * @property {Step<S>[]} steps
 * @property {(frame: import("./game-view.js").Frame<S>, before: S, now: Moment<S>) => Saying | null} react   the sentence about an action of the user
 * @property {(now: Moment<S>) => Saying | null} holding   the sentence about what the user holds
 */

export {};
