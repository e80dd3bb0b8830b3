import { LineReader } from "@snart/calendar/icalendar/line-reader.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestJmap, vevent, type TestJmap } from "../../../testing/test-jmap.ts";
import type { Answer, JmapClient } from "../../../testing/jmap-client.ts";

const START = Date.UTC(2026, 0, 1, 9);
const DAY = 86_400_000;
const OVERRIDES = 900;
const SERIES = 5;
const digits = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
const local = (at: number): string => new Date(at).toISOString().slice(0, 19);

let jmap: TestJmap;
let elin: JmapClient;
let calendarId: string;
beforeAll(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  calendarId = (await elin.calendars())[0].id;
  for (let n = 0; n < SERIES; n++) await jmap.put(elin.actor, calendarId, `s${n}.ics`, series(`s${n}`));
});
afterAll(() => jmap.close());

/** A daily series for ever, of which so many days have a title of their own; one has moved into another week, and one away from it. */
function series(uid: string): readonly string[] {
  const lines = vevent(
    uid,
    `DTSTART:${digits(START)}Z`,
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY",
    "SUMMARY:Series",
  );
  const moved = new Map([
    [700, 102],
    [103, 800],
  ]);
  const own = Array.from({ length: OVERRIDES }, (_, day) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `RECURRENCE-ID:${digits(START + day * DAY)}Z`,
    `DTSTART:${digits(START + (moved.get(day) ?? day) * DAY)}Z`,
    "DURATION:PT2H",
    `SUMMARY:Day ${day}`,
    "END:VEVENT",
  ]);
  return [...lines.slice(0, -1), ...own.flat(), ...lines.slice(-1)];
}

/** What a call answers, and how many lines of iCalendar were read for it. */
async function costOf(
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly lines: number }> {
  const reading = vi.spyOn(LineReader.prototype, "next");
  try {
    return { answer: await call(), lines: reading.mock.calls.length };
  } finally {
    reading.mockRestore();
  }
}
const week = (from: number) => ({
  after: local(START + from * DAY),
  before: local(START + (from + 7) * DAY),
});
/** Less than a tenth of them. */
const FEW = (SERIES * OVERRIDES * 8) / 10;

describe("a week over large series", () => {
  it.each([50, 2_000])("is found by reading what is around it: day %i", async (from) => {
    const ask = () =>
      elin.call("CalendarEvent/query", { filter: week(from), sort: [{ property: "updated" }] });
    const { answer, lines } = await costOf(ask);
    expect(answer.ids).toHaveLength(SERIES);
    expect(lines).toBeLessThan(FEW);
  });

  it("is expanded and read by what is around it, with what has moved into it and away from it", async () => {
    const filter = week(100);
    const { answer, lines } = await costOf(() =>
      elin.call("CalendarEvent/query", { filter, expandRecurrences: true, sort: [{ property: "start" }] }),
    );
    // Seven days, one of them twice and another not at all.
    expect(answer.ids).toHaveLength(SERIES * 7);
    expect(lines).toBeLessThan(FEW);
    const get = await costOf(() =>
      elin.call("CalendarEvent/get", {
        ids: answer.ids,
        properties: ["id", "title", "start", "duration", "recurrenceId"],
      }),
    );
    expect(get.answer.list).toHaveLength(SERIES * 7);
    expect(get.lines).toBeLessThan(FEW);
    const titles = new Set<string>(get.answer.list.map(({ title }: Answer) => title));
    expect(titles).toEqual(new Set([100, 101, 102, 104, 105, 106, 700].map((day) => `Day ${day}`)));
    const whole = await elin.call("CalendarEvent/get", { ids: answer.ids });
    const narrow = get.answer.list.map(({ id, title, start, duration }: Answer) => ({
      id,
      title,
      start,
      duration,
    }));
    expect(
      whole.list.map(({ id, title, start, duration }: Answer) => ({ id, title, start, duration })),
    ).toEqual(narrow);
  });

  it("is looked for in all of them where words are asked for as well, and an event is given whole", async () => {
    const filter = { ...week(100), title: "Day 5" };
    const { ids } = await elin.call("CalendarEvent/query", { filter });
    expect(ids).toHaveLength(SERIES);
    const expanded = await elin.call("CalendarEvent/query", { filter, expandRecurrences: true });
    expect(expanded.ids).toEqual([]);
    const { list } = await elin.call("CalendarEvent/get", {
      ids: ids.slice(0, 1),
      properties: ["recurrenceOverrides"],
    });
    expect(Object.keys(list[0].recurrenceOverrides)).toHaveLength(OVERRIDES);
    const both = [ids[0], `${ids[0]}_20260111T090000`];
    const mixed = await elin.call("CalendarEvent/get", {
      ids: both,
      properties: ["title", "recurrenceOverrides"],
    });
    expect(Object.keys(mixed.list[0].recurrenceOverrides)).toHaveLength(OVERRIDES);
    expect(mixed.list[1].title).toBe("Day 10");
  });
});
