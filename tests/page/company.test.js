/** What happens at a table besides the game. */

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake-document.js";
import { chooseLanguage, startLanguage } from "../../src/loseta/web/js/core/text.js";
import { Company } from "../../src/loseta/web/js/table/company.js";

await startLanguage();
await chooseLanguage("en");

test("only what is no part of the game is told besides it", () => {
  const company = new Company("table");
  company.table = { seats: [{ seat: 0, kind: "person", name: "Ana" }], you: 0 };
  company.about = { levels: {}, phrases: {} };
  const kinds = ["start", "deal", "act", "choose", "resign"];
  company.keepExtras(kinds.map((kind, number) => ({ kind, number, seat: kind === "start" || kind === "deal" ? null : 0, at: 0, ply: 0, round: 1 })), null);
  assert.deepEqual(company.extras.map((event) => event.kind), ["resign"]);
});
