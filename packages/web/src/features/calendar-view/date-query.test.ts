import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { localDateText } from "../../store/local-text.ts";
import { readDateQuery } from "./date-query.ts";

const today = localFromFields(2026, 11, 23);
const read = (text: string): string | undefined => {
  const hit = readDateQuery(text, today);
  return hit && `${hit.kind} ${localDateText(hit.day)}`;
};

describe("reads", () => {
  it.each([
    ["29/11", "day 2026-11-29"],
    ["29.11", "day 2026-11-29"],
    ["2027-02-03", "day 2027-02-03"],
    ["3/2", "day 2027-02-03"],
    ["3 feb", "day 2027-02-03"],
    ["3 maj 2028", "day 2028-05-03"],
    ["24 December", "day 2026-12-24"],
    ["week 49", "week 2026-11-30"],
    ["v 7", "week 2027-02-15"],
    ["v. 53", "week 2026-12-28"],
    ["vecka 1 2027", "week 2027-01-04"],
    ["friday", "day 2026-11-27"],
    ["next friday", "day 2026-12-04"],
    ["nästa fredag", "day 2026-12-04"],
    ["mån", "day 2026-11-30"],
    ["i morgon", "day 2026-11-24"],
    ["Today", "day 2026-11-23"],
  ])("%j", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

it.each(["", "lunch", "31/2", "week 54", "v 53 2027", "2026-13-01", "9999-01-01", "12 xyz", "0/0"])(
  "takes %j for no date",
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

it("looks back a little before it looks to next year", () => {
  expect(read("1/10")).toBe("day 2026-10-01");
  expect(localDateText(addDays(today, -60))).toBe("2026-09-24");
  expect(read("1/9")).toBe("day 2027-09-01");
});
