/**
 * A game's presentation before it is played: on the home page, in lists of tables, in the lessons. A card
 * (`js/games/<game>/card.js`) imports nothing of the table, so all cards are loaded at once.
 */

/** @typedef {import("../types.js").Options} Options */

/**
 * An option of a new table; its values come from the server.
 * @typedef {object} OptionChoice
 * @property {string} name
 * @property {() => string} label
 * @property {(value: string) => string} value   a value in words
 */

/**
 * @typedef {object} GameCard
 * @property {string} tile             the tile that stands for the game in lists
 * @property {string} art              the tiles on its link to the lessons
 * @property {OptionChoice[]} options
 * @property {(options: Options) => number} seats       the number of players
 * @property {(options: Options) => import("../core/h.js").Child[]} summary   the chosen options in words: “2 players”, “coloured wall”
 * @property {(options: Options) => string} variant     what is special about a table: “gray wall”; "" for nothing
 * @property {import("../learn/chapters.js").Chapter[]} chapters   of its rules, in the order of the lessons
 */

export {};
