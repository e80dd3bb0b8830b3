import { expect, it } from "vitest";
import { colourInTurn, ownColour, rarestColour, SNART_COLOURS, type SnartColour } from "./snart-colours.ts";
import { isCssColour } from "./css-colours.ts";

it("has a name of CSS and a shade for each of Snart's colours", () => {
  for (const [name, { css, hex }] of Object.entries(SNART_COLOURS)) {
    expect(isCssColour(css)).toBe(true);
    expect(isCssColour(name)).toBe(false);
    expect(ownColour(` ${name.toUpperCase()} `)?.hex).toBe(hex);
  }
  expect(ownColour("teal")).toBeUndefined();
});

it("gives a new calendar a colour that the others don't have, as long as there is one", () => {
  const used: SnartColour[] = [];
  for (let n = 0; n < 11; n++) used.push(rarestColour(used));
  expect(new Set(used).size).toBe(11);
  expect(rarestColour(used)).toBe(used[0]);
  expect(rarestColour([SNART_COLOURS.lake.hex.toUpperCase(), null, "crimson"])).not.toBe("lake");
});

it("gives people who come after each other colours of their own", () => {
  expect(new Set(Array.from({ length: 11 }, (_, before) => colourInTurn(before))).size).toBe(11);
  expect(colourInTurn(11)).toBe(colourInTurn(0));
});
