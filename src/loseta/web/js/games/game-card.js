/**
 * What a game tells of itself before it is played: at home, in lists of tables, in the lessons. A card
 * (`js/games/<game>/card.js`) loads nothing of the table, so that all of them are there at once.
 */

/** @typedef {import("../types.js").Options} Options */

/**
 * An option that can be chosen when a table is opened; the server tells its values.
 * @typedef {object} OptionChoice
 * @property {string} name
 * @property {() => string} label
 * @property {(value: string) => string} value   a value in words
 */

/**
 * @typedef {object} GameCard
 * @property {string} tile             the tile that stands for the game in a list
 * @property {string} art              the tiles on its way into the lessons
 * @property {OptionChoice[]} options
 * @property {(options: Options) => number} seats       how many play
 * @property {(options: Options) => import("../core/h.js").Child[]} summary   what was chosen, in words: “2 players”, “coloured wall”
 * @property {(options: Options) => string} variant     what is special about a table: “gray wall”; empty for nothing
 * @property {import("../learn/chapters.js").Chapter[]} chapters   of its rules, in the order of the lessons
 */

export {};
