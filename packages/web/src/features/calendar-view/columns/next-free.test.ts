import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { describe, expect, it } from "vitest";
import { nextFree } from "./next-free.ts";

const day = { from: 8 * HOUR, to: 17 * HOUR };
const at = (from: number, to: number) => ({ from: from * HOUR, to: to * HOUR });
const one = (name: string, ...taken: { from: number; to: number }[]) => ({ name, taken });
const said = (...people: Parameters<typeof nextFree>[0]) => {
  const found = nextFree(people, day);
  return found && `${found.from / HOUR}–${found.to / HOUR} ${found.without ?? "all"}`;
};

describe("the next time that suits a group", () => {
  it("is the first at which all are free, for as long as they are, at most two hours", () => {
    expect(said(one("a", at(8, 10)), one("b", at(11, 12)))).toBe("10–11 all");
    expect(said(one("a"), one("b"))).toBe("8–10 all");
    expect(said(one("a", at(8, 16.75)), one("b"), one("c", at(16.75, 17)))).toBe("8–10 a");
  });

  it("leaves out one of three or more, only if there is no time for all", () => {
    expect(said(one("a", at(8, 17)), one("b", at(8, 9)), one("c"))).toBe("9–11 a");
    expect(said(one("a", at(8, 16)), one("b", at(8, 9)), one("c"))).toBe("16–17 all");
    expect(said(one("a", at(8, 17)), one("b"))).toBeNull();
    expect(said(one("a", at(8, 17)), one("b", at(8, 17)), one("c"))).toBeNull();
  });

  it("does not ask who shares nothing, nor one person alone", () => {
    expect(said(one("a", at(8, 9)), one("b"), { name: "c", taken: null })).toBe("9–11 all");
    expect(said(one("a"), { name: "c", taken: null })).toBeNull();
  });

  it("begins on a quarter of an hour", () => {
    const found = nextFree([one("a"), one("b")], { from: 10 * HOUR + 20 * MINUTE, to: 11 * HOUR });
    expect(found).toEqual({ from: 10.5 * HOUR, to: 11 * HOUR, without: null });
  });
});
