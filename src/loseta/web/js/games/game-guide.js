/**
 * A guided first game, as data (`js/games/<game>/guide.js`): the table that is opened for it, and the
 * steps that its card goes through. A step only looks at the table and says what to point at; what
 * is legal and what an action would bring was told by the server.
 */

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../core/text.js").Fields} Fields */

/**
 * What a step looks at.
 * @template {GameState} [S=GameState]
 * @typedef {object} Moment
 * @property {S} state
 * @property {number} me
 * @property {import("../types.js").LegalAction[]} legal   empty while others play
 * @property {import("../types.js").Effects | null} effects
 * @property {import("./game-view.js").Held | null} hand
 * @property {import("./game-view.js").Frame<S>[]} past    all steps of the game that have been shown
 * @property {import("./game-view.js").Frame<S>[]} mine    my own since this step of the guide began
 */

/** A text and what is filled in; `key` is below `guide.<game>`. @typedef {{key: string, fields?: Fields}} Saying */

/**
 * @template {GameState} [S=GameState]
 * @typedef {object} Step
 * @property {string} id                              its texts are `guide.<game>.<id>.title` and `.text`
 * @property {(now: Moment<S>) => boolean} [when]     it waits until this holds; usually: it is my turn
 * @property {(now: Moment<S>) => Saying} [say]       where the words depend on what lies there: another text, fields
 * @property {(now: Moment<S>) => string[][]} [points]   what it points at: names of spots (`data-spot`), those in one list together
 * @property {(now: Moment<S>) => boolean} [done]     usually: I have played
 * @property {(now: Moment<S>) => boolean} [undone]   what led here was taken back: the step before it comes again
 * @property {boolean} [read]                         it is there to be read: a button goes on
 * @property {boolean} [hints]                        the computer suggests every move
 */

/**
 * @template {GameState} [S=GameState]
 * @typedef {object} GameGuide
 * @property {string} seed                            of the table: the deal that the first steps speak of
 * @property {import("../types.js").Options} options
 * @property {Step<S>[]} steps
 * @property {(frame: import("./game-view.js").Frame<S>, before: S, now: Moment<S>) => Saying | null} react   what is said of a step of mine
 * @property {(now: Moment<S>) => Saying | null} holding   what is said of what I hold
 */

export {};
