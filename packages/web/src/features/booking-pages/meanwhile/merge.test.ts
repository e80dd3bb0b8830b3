import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { describe, expect, it } from "vitest";
import { bothChanged, isContested, isTold, mergedType, onTopOf } from "./merge.ts";

const base: PageEventTypeRecord = {
  id: "talk",
  title: { en: "A talk" },
  description: {},
  type: {
    timeZone: "Europe/Stockholm",
    lengths: ["PT30M"],
    start: { every: "PT30M" },
    schedule: { of: "host" },
    minNotice: "PT4H",
    horizon: { within: "P60D" },
    hosts: [{ id: "elin" }],
    mode: "one",
  },
};

describe("an event type that two people change at once", () => {
  const mine = { ...base, title: { en: "A long talk" }, type: { ...base.type, lengths: ["PT1H"] } };

  it("has what each of them changed, also what one took away", () => {
    const { minNotice: _, ...rest } = base.type;
    const theirs = { ...base, type: { ...rest, approval: true } };
    expect(isContested(base, mine, theirs)).toBe(false);
    expect(mergedType(base, mine, theirs)).toEqual({
      ...base,
      title: { en: "A long talk" },
      type: { ...rest, approval: true, lengths: ["PT1H"] },
    });
  });

  it("is contested where both changed the same, and not where both wanted the same", () => {
    const other = { ...base, type: { ...base.type, lengths: ["PT15M"] } };
    expect(isContested(base, mine, other)).toBe(true);
    expect(isContested(base, mine, { ...base, type: { ...base.type, lengths: ["PT1H"] } })).toBe(false);
    expect(mergedType(base, mine, other).type.lengths).toEqual(["PT1H"]);
  });

  it("is taken back without what somebody else did afterwards", () => {
    const later = { ...mine, type: { ...mine.type, seats: 4 } };
    expect(mergedType(mine, base, later)).toEqual({ ...base, type: { ...base.type, seats: 4 } });
  });
});

describe("fields", () => {
  it("are named where both changed them", () => {
    expect(bothChanged({ a: 1, b: 1 }, { a: 2, b: 2 }, { a: 3, b: 1 })).toEqual(["a"]);
    expect(onTopOf({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 5 })).toEqual({ a: 2, b: 5 });
  });

  it("are told once of each state", () => {
    expect(isTold(undefined, base)).toBe(false);
    expect(isTold<PageEventTypeRecord>(base, { ...base })).toBe(true);
    expect(isTold<PageEventTypeRecord>("gone", base)).toBe(false);
    expect(isTold<PageEventTypeRecord>("gone", "gone")).toBe(true);
  });
});
