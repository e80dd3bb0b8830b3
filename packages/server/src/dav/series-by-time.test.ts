import { LineReader } from "@snart/calendar/icalendar/line-reader.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { keepOlderSteadiness } from "../app/objects/steady-series.ts";
import { runDue } from "../jobs/job-loop.ts";
import { openStorage } from "../storage/sql/open.ts";
import type { DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";
const START = Date.UTC(2026, 0, 1, 9);
const DAY = 86_400_000;
const utc = (day: number): string =>
  `${new Date(START + day * DAY).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

let opened: TestDav;
let elin: DavClient;
beforeAll(async () => {
  opened = await openTestDav();
  elin = await opened.client("elin");
  for (let n = 0; n < 6; n++) await elin.put(`${CALENDAR}s${n}.ics`, series(`s${n}`));
});
afterAll(() => opened.close());

/** A daily series for ever, of which so many days have a title of their own, without some days. */
function series(uid: string, overrides = 300, taken: readonly number[] = [], rule = "FREQ=DAILY"): string {
  const own = Array.from({ length: overrides }, (_, day) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `RECURRENCE-ID:${utc(day)}`,
    `DTSTART:${utc(day)}`,
    `SUMMARY:Day ${day}`,
    "END:VEVENT",
  ]);
  const lines = `BEGIN:VCALENDAR|VERSION:2.0|PRODID:-//Test//EN|BEGIN:VEVENT|UID:${uid}|DTSTAMP:20260101T000000Z|DTSTART:${utc(0)}|DURATION:PT1H|RRULE:${rule}`;
  return [
    ...lines.split("|"),
    ...taken.map((day) => `EXDATE:${utc(day)}`),
    "SUMMARY:Series",
    "END:VEVENT",
    ...own.flat(),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** The names found between two days, and how many texts were parsed for it. */
async function found(
  from: number,
  to: number,
  client = elin,
  path = CALENDAR,
): Promise<{ readonly names: readonly string[]; readonly parsed: number }> {
  const reading = vi.spyOn(LineReader.prototype, "next");
  try {
    const { hrefs } = await client.report(
      path,
      "c:calendar-query",
      `<d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="${utc(from)}" end="${utc(to)}"/></c:comp-filter></c:comp-filter></c:filter>`,
    );
    const parsed = reading.mock.results.filter(({ value }) => value === false).length;
    return { names: hrefs.map((href) => href.slice(path.length)).toSorted(), parsed };
  } finally {
    reading.mockRestore();
  }
}

const ALL = ["s0.ics", "s1.ics", "s2.ics", "s3.ics", "s4.ics", "s5.ics"];

describe("a calendar-query of a week over large series", () => {
  it("finds them without reading their texts, among their own days and after them", async () => {
    expect(await found(10, 17)).toEqual({ names: ALL, parsed: 0 });
    expect(await found(5_000, 5_007)).toEqual({ names: ALL, parsed: 0 });
    expect(await found(-30, -20)).toEqual({ names: [], parsed: 0 });
  });

  it("reads those of which a pause may be asked for, and knows where they take no place", async () => {
    const gap = Array.from({ length: 20 }, (_, n) => 1_000 + n);
    await elin.put(`${CALENDAR}gap.ics`, series("gap", 300, gap));
    expect(await found(1_005, 1_012)).toEqual({ names: ALL, parsed: 1 });
    expect((await found(990, 1_005)).names).toEqual(["gap.ics", ...ALL]);
    await elin.send("DELETE", `${CALENDAR}gap.ics`);
  });

  it("follows a change of the text", async () => {
    await elin.put(`${CALENDAR}changed.ics`, series("changed"));
    expect((await found(400, 407)).names).toContain("changed.ics");
    await elin.put(`${CALENDAR}changed.ics`, series("changed", 300, [], "FREQ=DAILY;COUNT=300"));
    expect(await found(400, 407)).toEqual({ names: ALL, parsed: 0 });
    expect((await found(290, 297)).names).toContain("changed.ics");
    await elin.send("DELETE", `${CALENDAR}changed.ics`);
  });
});

describe("series of a release that kept nothing of them", () => {
  const folder = mkdtempSync(join(tmpdir(), "snart-older-series-"));
  const path = join(folder, "snart.sqlite");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are looked at behind the requests, a few at a time, and never again", async () => {
    const storage = await openStorage({ kind: "sqlite", path });
    const older = await openTestDav({ storage });
    const nils = await older.client("nils");
    const calendar = "/dav/calendars/nils/calendar/";
    const names = Array.from({ length: 10 }, (_, n) => `s${n}`);
    for (const name of names) await nils.put(`${calendar}${name}.ics`, series(name));
    await nils.put(`${calendar}small.ics`, series("small", 2));
    const database = new DatabaseSync(path);
    database.exec("delete from steady_series; delete from setting where key = 'steady-series'");
    const all = [...names.map((name) => `${name}.ics`), "small.ics"].toSorted();
    const read = () => found(10, 17, nils, calendar);
    expect(await read()).toEqual({ names: all, parsed: 11 });
    // Another process, or this one later, goes on where it stopped.
    let steps = 0;
    expect(await keepOlderSteadiness(older.app, () => ++steps > 1)).toBe(4);
    const { parsed } = await read();
    expect(parsed).toBe(7);
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    await runDue({ app: older.app, jobs: new Map(), effects: new Map(), onError }, { clean: false });
    expect(errors).toEqual([]);
    expect(await read()).toEqual({ names: all, parsed: 1 });
    expect(database.prepare("select value from setting where key = 'steady-series'").get()).toEqual({
      value: "all",
    });
    database.close();
    await older.close();
  });
});
