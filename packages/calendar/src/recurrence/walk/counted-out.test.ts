import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "../../time/instant.ts";
import { asLocal, localFromFields, type Local } from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import { walkRule } from "../iterate.ts";
import { parseRule } from "../rule.ts";

const stockholm = ianaZone("Europe/Stockholm")!;
const newYork = ianaZone("America/New_York")!;

function walked(text: string, start: Local, options: Parameters<typeof walkRule>[2]) {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  const found: Local[] = [];
  const end = walkRule(rule.value, start, options, (local) => found.push(local) > 0);
  return { found, end };
}

test("a COUNT ends at the same instance, wherever the window begins and in any zone", () => {
  const part = fc.constantFrom(
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=DAILY;BYMONTH=1,3,10",
    "FREQ=DAILY;BYHOUR=2,3",
    "FREQ=DAILY;INTERVAL=2;BYHOUR=0,12,23;BYMINUTE=15",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,TU,SU;BYHOUR=7,22;WKST=SU",
    "FREQ=WEEKLY;BYHOUR=10",
    "FREQ=WEEKLY;BYDAY=SU,WE",
    "FREQ=MONTHLY;BYDAY=-1SU",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1",
    "FREQ=YEARLY;BYMONTH=3,6",
  );
  fc.assert(
    fc.property(
      part,
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 0, max: 7000 }),
      fc.constantFrom(stockholm, newYork, undefined),
      (text, count, days, zone) => {
        // Half past two is skipped when summer time begins, so it is not an instance.
        const start = localFromFields(2001, 3, 25, 2, 30);
        const from = asLocal(start + days * DAY);
        const given = zone ? { zone } : {};
        const all = walked(`${text};COUNT=${count}`, start, given).found;
        const late = walked(`${text};COUNT=${count}`, start, { ...given, from });
        expect(late.found).toEqual(all.filter((local) => local >= from));
        expect(late.end).toEqual({ ok: true, value: "ended" });
        const to = asLocal(from + 40 * DAY);
        expect(walked(`${text};COUNT=${count}`, start, { ...given, from, to }).found).toEqual(
          all.filter((local) => local >= from && local < to),
        );
      },
    ),
    { numRuns: 400 },
  );
});

test("it ends correctly in the window with its end, and in those next to it", () => {
  const start = localFromFields(2001, 3, 25, 2, 30);
  const days = (from: number, to: number) =>
    walked("FREQ=DAILY;COUNT=10", start, {
      zone: stockholm,
      from: asLocal(start + from * DAY),
      to: asLocal(start + to * DAY),
    }).found.map((local) => (local - start) / DAY);
  // The start has a skipped reading, but is still the first of ten.
  expect(days(0, 30)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(days(5, 8)).toEqual([5, 6, 7]);
  expect(days(9, 30)).toEqual([9]);
  expect(days(10, 30)).toEqual([]);
});

test("a COUNT that takes long costs no more than counting to the window", () => {
  const start = localFromFields(2001, 1, 1, 10);
  const from = localFromFields(2010, 1, 1);
  const hostile = "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;COUNT=900000000";
  const { found, end } = walked(hostile, start, { from, to: asLocal(from + DAY) });
  expect([found.length, end.ok]).toEqual([100, true]);
  expect(walked("FREQ=DAILY;COUNT=30;BYMONTH=2;BYMONTHDAY=30", start, { from }).found).toEqual([]);
});

test("a window gives what a walk from the start gives, however long the COUNT lasts", () => {
  const start = localFromFields(2026, 1, 1, 3);
  const at = (day: number) => asLocal(start + day * DAY);
  // A rule of odd hours that never gives an instance, and a COUNT that takes more steps than a walk may.
  for (const text of ["FREQ=HOURLY;INTERVAL=2;BYDAY=MO;BYHOUR=0;COUNT=1", "FREQ=MINUTELY;COUNT=5000000"]) {
    const whole = walked(text, start, { to: at(40) });
    const part = walked(text, start, { from: at(20), to: at(40) });
    expect([whole.end.ok, part.end.ok]).toEqual([true, true]);
    expect(part.found).toEqual(whole.found.filter((local) => local >= at(20)));
  }
  const behind = walked("FREQ=MINUTELY;COUNT=5000000", start, { from: at(3000), to: at(3001) });
  expect(behind.found).toEqual([]);
  expect(behind.end).toMatchObject({ ok: false, problem: { code: "too-many-occurrences" } });
});
