import { expect, test } from "vitest";
import { formatRule, parseRule } from "./rule.ts";

const written = (text: string) => {
  const rule = parseRule(text);
  return rule.ok ? formatRule(rule.value) : rule.problem.code;
};

test.each([
  ["freq=weekly;byday=mo,we;interval=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"],
  ["COUNT=3;FREQ=DAILY;", "FREQ=DAILY;COUNT=3"],
  ["FREQ=DAILY;UNTIL=20261224T000000Z", "FREQ=DAILY;UNTIL=20261224T000000Z"],
  ["FREQ=DAILY;UNTIL=20261224T000000", "FREQ=DAILY;UNTIL=20261224T000000"],
  ["FREQ=DAILY;UNTIL=20261224", "FREQ=DAILY;UNTIL=20261224"],
  ["FREQ=MONTHLY;BYDAY=+1MO,-1SU;WKST=MO", "FREQ=MONTHLY;BYDAY=1MO,-1SU"],
  ["FREQ=YEARLY;BYMONTH=3,1,3;WKST=SU", "FREQ=YEARLY;BYMONTH=1,3;WKST=SU"],
  ["FREQ=YEARLY;BYSECOND=60,59", "FREQ=YEARLY;BYSECOND=59"],
  ["RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=BACKWARD"],
  ["RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;X-OWN=1", "FREQ=YEARLY;RSCALE=HEBREW;BYMONTH=5L;X-OWN=1"],
  [
    "FREQ=YEARLY;BYWEEKNO=-1,20;BYYEARDAY=-366;BYSETPOS=-1",
    "FREQ=YEARLY;BYYEARDAY=-366;BYWEEKNO=-1,20;BYSETPOS=-1",
  ],
])("%s is written %s", (text, expected) => {
  expect(written(text)).toBe(expected);
  expect(written(expected)).toBe(expected);
});

test.each([
  "",
  "INTERVAL=2",
  "FREQ=FORTNIGHTLY",
  "FREQ=DAILY;FREQ=WEEKLY",
  "FREQ=DAILY;INTERVAL=0",
  "FREQ=DAILY;INTERVAL=-1",
  "FREQ=DAILY;COUNT=0",
  "FREQ=DAILY;COUNT=1e3",
  "FREQ=DAILY;COUNT=",
  "FREQ=DAILY;UNTIL=forever",
  "FREQ=DAILY;UNTIL=20260230",
  "FREQ=DAILY;BYHOUR=24",
  "FREQ=DAILY;BYMONTH=0",
  "FREQ=DAILY;BYMONTHDAY=0",
  "FREQ=DAILY;BYMONTHDAY=32",
  "FREQ=DAILY;BYDAY=XX",
  "FREQ=DAILY;BYDAY=0MO",
  "FREQ=MONTHLY;BYDAY=54MO",
  "FREQ=DAILY;BYDAY=",
  "FREQ=DAILY;WKST=1",
  "FREQ=DAILY;nonsense",
  "FREQ=DAILY;=3",
  "FREQ=YEARLY;BYSETPOS=367",
  `FREQ=DAILY;X=${"y".repeat(20_000)}`,
])("refuses %s", (text) => {
  expect(written(text)).toBe("invalid-recurrence-rule");
});
