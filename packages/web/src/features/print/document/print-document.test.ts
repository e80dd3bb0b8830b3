import { HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { describe, expect, it } from "vitest";
import { formats } from "../../../i18n/format.ts";
import type { CalendarEntry, EventEntry } from "../../../store/items/entries.ts";
import { readLocalText } from "../../../store/items/local-text.ts";
import { occurrencesIn } from "../../../store/items/occurrences.ts";
import { dayFacts } from "./day-facts.ts";
import { daysNeeded, printDocument, type PrintDocument, type PrintSheet } from "./print-document.ts";
import { periodAround } from "./print-period.ts";
import { usualSettings, type PrintKind, type PrintSettings } from "./print-settings.ts";
import { YEAR } from "./year-sheet.ts";
import { LONGEST_TEXT, printedItems } from "./printed-item.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const t = nodeMessages("en-GB");
const calendar: CalendarEntry = {
  key: "a/c",
  accountId: "a",
  id: "c",
  name: "Home",
  colour: "moss",
  isVisible: true,
  isDefault: true,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
};
const entry = (uid: string, rest: Partial<EventEntry["event"]> = {}): EventEntry => ({
  key: `a/${uid}`,
  accountId: "a",
  id: uid,
  event: {
    "@type": "Event",
    uid,
    title: uid,
    start: "2026-11-24T09:00:00",
    duration: "PT1H",
    timeZone: zone.id,
    ...rest,
  },
  calendarKey: calendar.key,
  savingSince: null,
  problem: null,
});
const many = (count: number, rest: Partial<EventEntry["event"]> = {}): EventEntry[] =>
  Array.from({ length: count }, (_, index) => entry(`event ${index}`, rest));

/** Every character is half as wide as it is high. */
const widthOf = (text: string): number => text.length * 5.5;

function print(
  kind: PrintKind,
  entries: readonly EventEntry[],
  change: Partial<PrintSettings> = {},
  of: CalendarEntry = calendar,
): PrintDocument {
  const settings = { ...usualSettings, ...change };
  const period = periodAround(kind, readLocalText("2026-11-24") ?? addDays(zone.toLocal(0), 0));
  const { fromDay, toDay } = daysNeeded(kind, period);
  const window = { from: (fromDay - 1) * 24 * HOUR, to: (toDay + 1) * 24 * HOUR };
  const marks = new Map<string, string>();
  const items = printedItems(occurrencesIn(entries, [of], window, zone), {
    address: "me@home.example",
    details: settings,
    zone,
    formats: formats("en-GB", zone.id, t),
    t,
    marks,
  });
  const facts = dayFacts({ region: "SE", closed: new Set(["red", "eve"]) }, "en-GB", settings.redDays);
  return printDocument({ kind, period, settings, items, legend: [], zone, facts, widthOf });
}

/** The titles on a sheet, or in the list beneath its main part. */
function listed(sheet: PrintSheet): readonly string[] {
  const list = sheet.kind === "list" ? sheet.sheet : sheet.beneath;
  return (list?.columns ?? []).flatMap(({ days }) =>
    days.flatMap(({ rows }) => rows.map(({ item }) => item.title)),
  );
}

describe("a month", () => {
  it("shows everything in its days where there is room", () => {
    const { sheets } = print("month", many(5));
    expect(sheets).toHaveLength(1);
    expect(sheets[0]).toMatchObject({ kind: "month", beneath: null });
  });

  it("lists items without room beneath, or on the following sheets, so that nothing is lost", () => {
    const { sheets } = print("month", many(90));
    const [first] = sheets;
    if (first?.kind !== "month") throw new Error("the month comes first");
    const inGrid = first.sheet.weeks.flatMap(({ placed }) => placed.singles.map(({ key }) => key));
    const told = sheets.flatMap(listed);
    for (const { event } of many(90))
      expect(inGrid.includes(`a/c/${event.uid}`) || told.includes(event.uid)).toBe(true);
    const hidden = first.sheet.weeks
      .flatMap(({ placed }) => placed.hidden)
      .reduce((sum, count) => sum + count, 0);
    expect(hidden).toBe(90 - inGrid.filter((key) => key.includes("event")).length);
  });

  it("gives a full week more of the sheet than an empty one", () => {
    const [sheet] = print("month", many(9)).sheets;
    if (sheet?.kind !== "month") throw new Error("no month");
    const heights = sheet.sheet.weeks.map(({ height }) => height);
    expect(heights).toHaveLength(6);
    expect(heights.indexOf(Math.max(...heights))).toBe(4);
  });

  it("names red days only if that is wanted", () => {
    const singles = (change: Partial<PrintSettings>) => {
      const [sheet] = print("month", [], change).sheets;
      return sheet?.kind === "month" ? sheet.sheet.weeks.flatMap(({ placed }) => placed.singles) : [];
    };
    const advent = dayOf(readLocalText("2026-11-29") ?? zone.toLocal(0));
    expect(singles({}).map(({ key }) => key)).toContain(`named ${advent}`);
    expect(singles({ redDays: false })).toEqual([]);
  });

  it("lists beneath the sheet the requested details that are neither title nor place", () => {
    const wordy = entry("wordy", { description: "Bring the keys" });
    expect(print("month", [wordy], { descriptions: true }).sheets.flatMap(listed)).toEqual(["wordy"]);
    expect(print("month", [wordy]).sheets.flatMap(listed)).toEqual([]);
  });
});

describe("a day and a week", () => {
  it("names in the list the events that lie too close to be read", () => {
    const close = many(12, { duration: "PT15M" });
    const { sheets } = print("week", close);
    const [week] = sheets;
    if (week?.kind !== "time") throw new Error("the week comes first");
    const whole = week.sheet.columns.flatMap(({ blocks }) =>
      blocks.filter(({ text }) => text.isWhole).map(({ item }) => item.title),
    );
    const told = sheets.flatMap(listed);
    for (const { event } of close) expect(whole.includes(event.uid) !== told.includes(event.uid)).toBe(true);
  });

  it("shows the hours that it needs, and no block beyond them", () => {
    const [day] = print("day", [entry("early", { start: "2026-11-24T05:10:00" }), entry("x")]).sheets;
    if (day?.kind !== "time") throw new Error("no day");
    expect(day.sheet.hours).toEqual({ from: 5, to: 17 });
    const bottom = (day.sheet.hours.to - day.sheet.hours.from) * day.sheet.hourHeight;
    for (const { top, height } of day.sheet.columns[0]?.blocks ?? []) {
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + height).toBeLessThanOrEqual(bottom + 0.01);
    }
  });
});

describe("a list", () => {
  it("shows every event once, in columns that are not too long", () => {
    const daily = { recurrenceRule: { frequency: "daily" as const, count: 28 } };
    const { sheets, room } = print("list", many(8, daily));
    expect(sheets.length).toBeGreaterThan(1);
    expect(sheets.flatMap(listed)).toHaveLength(27 * 8 + 8);
    for (const sheet of sheets) {
      if (sheet.kind !== "list") throw new Error("only lists");
      for (const { days } of sheet.sheet.columns) {
        const height = days.reduce(
          (sum, { rows }) => sum + 27 + rows.reduce((all, row) => all + row.height, 0),
          0,
        );
        expect(height).toBeLessThanOrEqual(room.height + 0.01);
      }
    }
  });

  it("says so when it is empty", () => {
    expect(print("list", [], { redDays: false }).sheets).toMatchObject([
      { kind: "list", sheet: { columns: [] } },
    ]);
  });
});

describe("a year", () => {
  it("leaves out repeating timed events, and lists items without room", () => {
    const weekly = entry("weekly", { recurrenceRule: { frequency: "weekly" } });
    const [sheet, ...others] = print("year", [weekly, ...many(4)]).sheets;
    if (sheet?.kind !== "year") throw new Error("no year");
    const day = sheet.sheet.months[10]?.days[23];
    expect(day?.items.map(({ title }) => title)).not.toContain("weekly");
    expect((day?.items.length ?? 0) + (day?.hidden ?? 0)).toBe(4);
    const told = [sheet, ...others].flatMap(listed);
    expect(told).not.toContain("weekly");
    expect(told.length).toBeGreaterThanOrEqual(day?.hidden ?? 0);
  });

  it("is two halves on upright paper", () => {
    const onSide = { ...usualSettings.onSide, year: false };
    expect(
      print("year", [], { onSide }).sheets.map((it) => it.kind === "year" && it.sheet.months.length),
    ).toEqual([6, 6]);
  });
});

describe("the text of an event", () => {
  const secret = entry("Secret", {
    privacy: "private",
    locations: { 1: { "@type": "Location", name: "Clinic" } },
    description: "Do not tell",
  });
  const written = (document: PrintDocument): string =>
    JSON.stringify(document.sheets, (key, value: unknown) => (key === "occurrence" ? undefined : value));

  it("hides private events unless they are requested", () => {
    const kept = written(print("list", [secret], { descriptions: true }));
    expect(kept).toContain("Busy");
    for (const word of ['"Secret"', "Clinic", "Do not tell"]) expect(kept).not.toContain(word);
    const told = written(print("list", [secret], { descriptions: true, privates: true }));
    for (const word of ['"Secret"', "Clinic", "Do not tell"]) expect(told).toContain(word);
  });

  it("shows other people's private events only as busy", () => {
    const { title, ...nameless } = secret.event;
    const others = { ...secret, event: nameless };
    expect(title).toBe("Secret");
    const told = written(
      print("list", [others], { descriptions: true, privates: true }, { ...calendar, isShared: true }),
    );
    expect(told).toContain("Busy");
    expect(told).not.toContain("Clinic");
    expect(told).not.toContain("Do not tell");
  });

  it("leaves out events that the viewer has declined", () => {
    const participants = {
      me: {
        "@type": "Participant" as const,
        calendarAddress: "mailto:me@home.example",
        roles: { attendee: true },
        participationStatus: "declined" as const,
      },
    };
    expect(print("list", [entry("no", { participants })]).sheets.flatMap(listed)).toEqual([]);
  });

  it("does not print a book", () => {
    const book = entry("book", { description: "word\n".repeat(200_000) });
    const { sheets } = print("list", [book], { descriptions: true });
    const [row] = sheets
      .flatMap((it) => (it.kind === "list" ? it.sheet.columns : []))
      .flatMap(({ days }) => days.flatMap(({ rows }) => rows));
    expect(row?.item.description.length).toBeLessThanOrEqual(LONGEST_TEXT + 40);
    expect(row?.item.description.endsWith("… (the rest is in the calendar)")).toBe(true);
  });
});

describe("for a notice board", () => {
  it("words are as large as possible with everything on the sheet, and larger than for reading in the hand", () => {
    const few = print("month", many(1), { isBoard: true, redDays: false });
    const more = print("month", many(9), { isBoard: true });
    expect(few.size.unit).toBe(1.95);
    expect(more.size.unit).toBeLessThan(few.size.unit);
    expect(more.size.unit).toBeGreaterThan(print("month", many(9)).size.unit);
  });

  it("a year has half as many months to a sheet, in words as large as one line a day allows", () => {
    const wide = print("year", many(1), { isBoard: true });
    const usual = print("year", many(1));
    expect(wide.size.unit).toBeGreaterThan(usual.size.unit);
    expect(wide.sheets).toHaveLength(2 * usual.sheets.length);
    const planners = wide.sheets.flatMap((it) => (it.kind === "year" ? [it.sheet] : []));
    expect(planners.flatMap(({ months }) => months)).toHaveLength(12);
    for (const { rowHeight, lines } of planners) expect(rowHeight).toBeGreaterThan(lines * YEAR.line);
  });
});
