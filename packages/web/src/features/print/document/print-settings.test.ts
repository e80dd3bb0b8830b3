import { expect, test } from "vitest";
import { readSettings, usualSettings } from "./print-settings.ts";

test("the stored settings come back", () => {
  const settings = { ...usualSettings, paper: "A3", isGrey: true, places: false } as const;
  expect(readSettings(JSON.stringify(settings))).toEqual(settings);
});

test.each([null, "", "{", "7", "null", "[]", '{"paper":"A0","onSide":"x","guests":"yes"}'])(
  "%j is as usual",
  (text) => expect(readSettings(text)).toEqual(usualSettings),
);

test("turning the paper of one kind leaves the others as usual, and unknown values are left out", () => {
  const read = readSettings(
    '{"onSide":{"month":false,"decade":true},"isBoard":true,"__proto__":{"isGrey":true}}',
  );
  expect(read).toEqual({
    ...usualSettings,
    isBoard: true,
    onSide: { ...usualSettings.onSide, month: false },
  });
});
