/** What a review says of the moves of a game, and the chart of it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { element } from "./fake-document.js";
import { draw, words } from "../../src/loseta/web/js/core/h.js";
import { startLanguage, chooseLanguage } from "../../src/loseta/web/js/core/text.js";
import { chart } from "../../src/loseta/web/js/replay/chart.js";
import { MistakeProgress } from "../../src/loseta/web/js/mistakes/progress.js";
import { accountSentence, itemWords, mainItem } from "../../src/loseta/web/js/replay/account.js";
import { reasonWords } from "../../src/loseta/web/js/replay/reason.js";
import { Review } from "../../src/loseta/web/js/replay/review.js";

await startLanguage();
await chooseLanguage("en");

/** @param {string} action @param {number} win_chance @param {number} [visits] */
const candidate = (action, win_chance, visits = 1000) => ({ action, win_chance, visits, value: 0, line: [] });

/** @param {number} seats @param {number[]} [winners] */
function review(seats, winners = [0]) {
  const frames = Array.from({ length: 5 }, () => ({ state: { boards: Array(seats).fill({}) }, events: [] }));
  frames[4].events = [{ type: "game_ended", outcome: { winners } }];
  return new Review("record", frames);
}

/** @param {Review} of @param {number} ply @param {number} seat @param {string} played @param {any[]} candidates with the played one */
function decide(of, ply, seat, played, candidates) {
  const after = candidates.find(({ action }) => action === played).win_chance;
  const loss = candidates[0].win_chance - after;
  of.decisions.set(ply, { ply, seat, round: 1, played, candidates, after, loss, turning_point: loss > 0.1 });
  return of.decisions.get(ply);
}

test("a move is called by what it gave away", () => {
  const verdicts = [0.59, 0.49, 0.39, 0.29].map((after) => {
    const one = review(2);
    return one.verdict(decide(one, 0, 0, "b", [candidate("a", 0.6), candidate("b", after)]));
  });
  assert.deepEqual(verdicts, ["good", "inaccuracy", "mistake", "blunder"]);
  const best = review(2);
  assert.equal(best.verdict(decide(best, 0, 0, "a", [candidate("a", 0.6)])), "best");
});

test("what is not known to have lost anything is a good move", () => {
  const one = review(2);
  const decision = { ...decide(one, 0, 0, "b", [candidate("a", 0.6), candidate("b", 0.1, 20)]), after: null, loss: null, turning_point: false };
  one.decisions.set(0, decision);
  assert.equal(one.verdict(decision), "good");
  assert.deepEqual(one.moments(3), []);
  assert.deepEqual(one.series(0), [{ ply: 0, chance: 0.6 }]);
});

test("the moments that mattered most come in the order of the game", () => {
  const one = review(2);
  [0.3, 0.55, 0.1, 0.45].forEach((after, ply) => decide(one, ply, ply % 2, "b", [candidate("a", 0.6), candidate("b", after)]));
  assert.deepEqual(one.moments(2).map((each) => each.ply), [0, 2]);
  assert.deepEqual(one.moments(9, 1).map((each) => each.ply), [3]);
  assert.deepEqual(one.tally(0), { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 2 });
});

test("a line goes through both players' decisions to the end of the game", () => {
  const one = review(2, [1]);
  decide(one, 2, 1, "a", [candidate("a", 0.75)]);
  decide(one, 0, 0, "a", [candidate("a", 0.5)]);
  // Before and after each decision: the best move keeps the chance.
  assert.deepEqual(one.series(0), [0.5, 0.5, 0.25, 0.25].map((chance, ply) => ({ ply, chance })));
  one.total = 2;
  assert.deepEqual(one.series(0).at(-1), { ply: 4, chance: 0 });
  assert.equal(review(3, [0, 2]).outcome(2), 0.5);
});

/** @param {Review} of @param {string[]} names */
const game = (of, names) => ({ review: of, last: 4, names, side: 0, at: 2, frame: { ply: 2 }, variation: null, rounds: [{ ply: 0, round: 1 }, { ply: 3, round: 2 }] });

test("the chart draws one line for two players, and says it in words", () => {
  const one = review(2);
  decide(one, 0, 0, "a", [candidate("a", 0.5)]);
  decide(one, 2, 1, "b", [candidate("a", 0.75), candidate("b", 0.5)]);
  const root = element();
  draw(root, chart(game(one, ["Ana", "Luis"])));
  const all = [];
  const walk = (node) => node.childNodes.forEach((child) => { all.push(child); walk(child); });
  walk(root);
  const drawn = (name) => all.filter((node) => node.attributes.class?.split(" ").includes(name));
  assert.deepEqual(drawn("chart-line").map((node) => node.attributes.d), ["M0.0 50.0L250.0 50.0L500.0 75.0L750.0 50.0"]);
  assert.deepEqual(drawn("chart-here").map((node) => node.attributes.d), ["M500 0V100"]);
  assert.deepEqual(drawn("chart-band").map((node) => node.styles), [{ left: "0%", width: "75%" }, { left: "75%", width: "25%" }]);
  assert.deepEqual(drawn("chart-round-name").map((node) => node.text), ["Round 1", "Round 2"]);
  const [mark] = drawn("chart-mark");
  assert.equal(mark.attributes.class, "chart-mark other");
  assert.equal(mark.attributes["data-verdict"], "mistake");
  assert.deepEqual(mark.styles, { left: "75%", top: "50%" });
  const [picture] = all.filter((node) => node.tag === "svg");
  assert.match(picture.attributes["aria-label"], /Ana: from 50% to 50%, between 25% and 50%\./);
});

test("among more players each has a line and a name", () => {
  const tree = chart(game(review(3), ["Ana", "Luis", "Eva"]));
  const legend = tree.kids.at(-1);
  assert.deepEqual(legend.kids.map((kid) => kid.kids.map(words).join("")), ["Ana", "Luis", "Eva"]);
});

test("the space between the line and the even chance is that of who is ahead", () => {
  const one = review(2);
  decide(one, 0, 0, "a", [candidate("a", 0.75)]);
  decide(one, 2, 0, "a", [candidate("a", 0.25)]);
  const areas = [];
  const walk = (node) => node.kids?.forEach((kid) => { if (/chart-area/.test([kid.props?.class].flat().join(" "))) areas.push(kid.props.d); walk(kid); });
  walk(chart(game(one, ["Ana", "Luis"])));
  // From three quarters down to one: both meet where the line crosses.
  assert.equal(areas.length, 2);
  assert.ok(areas.every((area) => area.includes("L375.0 50.0")));
});

test("why a move was worse is told in words", async () => {
  const of = { told: { game: "azul" }, names: ["Ana", "Luis"], gameView: { wording: (action) => `play ${action}` }, frames: [{ state: {} }] };
  const told = (reason, value = 0) => {
    const decision = { ply: 0, seat: 0, round: 1, played: "b", candidates: [{ ...candidate("a", 0.6), value }, candidate("b", 0.4)], reason };
    return words(reasonWords(of, decision));
  };
  const cases = [
    [{ kind: "fell", count: 2, colour: "B", line: 3 }, "2 blue found no room; line 4 would have kept them.", "2 azules no cupieron; cabían en la línea 4."],
    [{ kind: "fell", count: 1, colour: "R" }, "1 red found no room. Better: play a.", "1 roja no cupo. Mejor: play a."],
    [{ kind: "unfinished", line: 1, points: 1 }, "Better: play a, which fills it for 1 point.", "Mejor: play a, que la completa por 1 punto."],
    [{ kind: "left", count: 3, colour: "Y", seat: 1 }, "This left 3 yellow for Luis. Better: play a.", "Esto dejó 3 amarillas para Luis. Mejor: play a."],
    [{ kind: "points", points: 4 }, "Better: play a, 4 points more this round.", "Mejor: play a, 4 puntos más en esta ronda."],
    [{ kind: "first" }, "Better: play a, with the first turn of the next round.", "Mejor: play a, y empezar la ronda siguiente."],
    [undefined, "Better: play a.", "Mejor: play a."],
  ];
  for (const [reason, english] of cases) assert.equal(told(reason), english);
  assert.equal(told(undefined, 3.4), "Better: play a, worth about 3 points more in the end.");
  assert.match(told({ kind: "marker" }), /^This took the starting-player marker/);
  await chooseLanguage("es");
  for (const [reason, , spanish] of cases) assert.equal(told(reason), spanish);
  await chooseLanguage("en");
});

test("an account names what was given up and what was won", async () => {
  const context = { game: "duel", names: ["Ana", "Luis"] };
  const cases = [
    [{ kind: "column", which: 2, points: -7 }, "gives up column 3", "renuncia a la columna 3"],
    [{ kind: "column", which: 2, points: 7 }, "completes column 3", "completa la columna 3"],
    [{ kind: "colour", which: 0, colour: "B", points: -10 }, "gives up all five blue", "renuncia a las cinco azules"],
    [{ kind: "tile", line: 1, across: 3, down: 5, points: -8 }, "leaves line 2 unfinished: its tile has 3 across and 5 down", "deja sin terminar la línea 2: su loseta suma 3 en horizontal y 5 en vertical"],
    [{ kind: "tile", line: 0, across: 0, down: 0, points: -1 }, "leaves line 1 unfinished", "deja sin terminar la línea 1"],
    [{ kind: "fall_later", count: 3, colour: "B", points: -6 }, "leaves 3 blue that then fall on you", "deja 3 azules que luego te caen a ti"],
    [{ kind: "rival", seat: 1, points: -4 }, "Luis gets more", "Luis gana más"],
    [{ kind: "tablet", tablet: "columns", points: -8 }, "less for the tablet Columns", "menos por la tabla Columnas"],
    [{ kind: "chips", count: 2 }, "2 bonus chips fewer", "2 fichas de Bonificación menos"],
  ];
  for (const [item, english] of cases) assert.equal(words(itemWords(context, item)), english);
  assert.equal(words(accountSentence(context, cases.slice(4, 7).map(([item]) => item))), "−1 leaves line 1 unfinished; −6 leaves 3 blue that then fall on you; −4 Luis gets more.");
  assert.equal(words(mainItem(context, [{ kind: "floor", points: -1 }, { kind: "filled", line: 0, points: 3 }]) ?? ""), "", "a point is not worth a word");
  await chooseLanguage("es");
  for (const [item, , spanish] of cases) assert.equal(words(itemWords(context, item)), spanish);
  await chooseLanguage("en");
});

test("how a mistake was found is kept", () => {
  const progress = new MistakeProgress();
  progress.note(3, "solved");
  progress.note(5, "tried");
  progress.note(5, "solved");
  progress.note(7, "hinted");
  progress.note(7, "shown");
  progress.note(7, "solved");
  assert.deepEqual([...progress.results], [[3, "first"], [5, "later"], [7, "shown"]]);
  assert.equal(progress.count("first", "later"), 2);
});

test("a game without a decision has been looked at all the same", async () => {
  const bytes = new TextEncoder().encode('{"decisions":0}\n');
  const before = globalThis.fetch;
  globalThis.fetch = async () => ({ ok: true, body: new Blob([bytes]).stream() });
  const one = review(2);
  await one.start(0.2, true);
  globalThis.fetch = before;
  assert.equal(one.begun, true);
  assert.deepEqual(one.moments(3), []);
});
