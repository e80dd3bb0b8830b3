import { describe, expect, it } from "vitest";
import { crowdOf, isAtOnce } from "./crowd.ts";

const segment = (name: string, from: number, to: number) => ({ name, from: from * 60, to: to * 60 });
const day = [
  segment("early", 8, 9),
  segment("long", 9.5, 12),
  segment("first", 10.5, 11.5),
  segment("second", 10.5, 11.25),
  segment("third", 11, 11.5),
  segment("noon", 12, 13),
];

describe("a crowd", () => {
  it("holds what is not drawn and what takes place beside it, in order of time", () => {
    const crowd = crowdOf(day, ({ name }) => name === "second" || name === "third");
    expect(crowd.members.map(({ name }) => name)).toEqual(["long", "first", "second", "third"]);
    expect([crowd.from, crowd.to]).toEqual([10.5 * 60, 11.5 * 60]);
  });
  it("holds an event without a length", () => {
    const moment = segment("moment", 10, 10);
    expect(crowdOf([moment], () => true).members).toEqual([moment]);
  });
});

describe("whether all are at once", () => {
  it("needs a common moment", () => {
    expect(isAtOnce(day.slice(1, 5))).toBe(true);
    expect(isAtOnce([segment("a", 9, 10), segment("b", 9.5, 10.5), segment("c", 10, 11)])).toBe(false);
  });
});
