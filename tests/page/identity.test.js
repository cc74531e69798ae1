/** Players are told apart by an initial and by a colour that can be seen in both themes. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import "./fake-document.js";
import { badge, initials, playerClass } from "../../src/loseta/web/js/ui/identity.js";

test("an initial is one letter, and two characters where names begin alike", () => {
  assert.deepEqual(initials(["Inés", "Clara", "Darío", "bruno"]), ["I", "C", "D", "B"]);
  assert.deepEqual(initials(["Ana", "Greedy 1", "Greedy 2", "Greedy 3"]), ["A", "G1", "G2", "G3"]);
  assert.deepEqual(initials(["Ana", "Alba", "Luis"]), ["An", "Al", "L"]);
  assert.deepEqual(initials(["Anabel", "Ana", "Luis"]), ["A1", "A2", "L"]);
  assert.deepEqual(initials(["Élise", "élodie 2"]), ["É", "É2"]);
  assert.deepEqual(initials(["…", "…"]), ["…1", "…2"]);
});

test("a colour belongs to a seat as seen from one's own", () => {
  const names = ["Ana", "Bea", "Cid", "Dan"];
  assert.deepEqual(names.map((_, seat) => playerClass({ names, me: 2 }, seat)), ["player-3", "player-4", "player-1", "player-2"]);
  assert.deepEqual(names.map((_, seat) => playerClass({ names, me: null }, seat)), ["player-1", "player-2", "player-3", "player-4"]);
});

test("the ear hears the name, not the initial", () => {
  assert.equal(badge({ names: ["Ana", "Bea"], me: 0 }, 1).props["aria-hidden"], "true");
});

/** @param {string} hex */
function luminance(hex) {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex;
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(full.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test("the colours of players are read on every ground, and their initials on them", async () => {
  const css = await readFile(new URL("../../src/loseta/web/css/tokens.css", import.meta.url), "utf-8");
  /** @param {string} name @returns {string[]} light and dark */
  const both = (name) => {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1] ?? "";
    const other = /^var\(--(.+)\)$/.exec(value);
    return other ? both(other[1]) : [.../#[0-9a-f]+/gi[Symbol.matchAll](value)].map(([hex]) => hex);
  };
  for (const theme of [0, 1]) {
    for (const player of ["p-me", "p-2", "p-3", "p-4"]) {
      const colour = both(player)[theme];
      assert.ok(contrast(both("on-player")[theme], colour) >= 4.5, `${player}, theme ${theme}`);
      for (const ground of ["wall", "stone", "stone-2"]) {
        assert.ok(contrast(both(ground)[theme], colour) >= 4.5, `${player} on ${ground}, theme ${theme}`);
      }
    }
  }
});
