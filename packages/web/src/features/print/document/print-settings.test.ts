import { expect, test } from "vitest";
import { readSettings, usualSettings } from "./print-settings.ts";

test("what was kept comes back", () => {
  const settings = { ...usualSettings, paper: "A3", isGrey: true, places: false } as const;
  expect(readSettings(JSON.stringify(settings))).toEqual(settings);
});

test.each([null, "", "{", "7", "null", "[]", '{"paper":"A0","onSide":"x","guests":"yes"}'])(
  "%j is as usual",
  (text) => expect(readSettings(text)).toEqual(usualSettings),
);

test("one side turned leaves the others as usual, and what is unknown is left out", () => {
  const read = readSettings(
    '{"onSide":{"month":false,"decade":true},"isBoard":true,"__proto__":{"isGrey":true}}',
  );
  expect(read).toEqual({
    ...usualSettings,
    isBoard: true,
    onSide: { ...usualSettings.onSide, month: false },
  });
});
