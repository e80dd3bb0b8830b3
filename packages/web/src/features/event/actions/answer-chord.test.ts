import { expect, it } from "vitest";
import { AnswerChord } from "./answer-chord.ts";

const pressed = (...keys: string[]) => {
  const chord = new AnswerChord();
  return keys.map((key) => chord.press(key));
};

it("answers with A and the key directly after it, and with nothing else", () => {
  expect(pressed("a", "y")).toEqual(["begun", "accepted"]);
  expect(pressed("A", "M")).toEqual(["begun", "tentative"]);
  expect(pressed("a", "a", "n")).toEqual(["begun", "begun", "declined"]);
  expect(pressed("y", "n", "toString")).toEqual([null, null, null]);
  expect(pressed("a", "x", "y")).toEqual(["begun", null, null]);
  expect(pressed("a", "y", "n")).toEqual(["begun", "accepted", null]);
});
