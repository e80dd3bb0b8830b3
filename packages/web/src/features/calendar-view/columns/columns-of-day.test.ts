import type { JSEvent, Participant } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { DaySegment } from "../../../grid/day-contents.ts";
import { calendarColumns, columnsWindow, personColumns, type ColumnOfDay } from "./columns-of-day.ts";
import { freeMinutes } from "./free-minutes.ts";

const calendar = (id: string, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  key: `${more.accountId ?? "me"}/${id}`,
  accountId: "me",
  id,
  name: id,
  colour: "lake",
  isVisible: true,
  isDefault: false,
  isShared: false,
  sortOrder: 0,
  mayWrite: true,
  ...more,
});
const own = calendar("own");
const work = calendar("work");
const empty = calendar("empty");
const hidden = calendar("hidden", { isVisible: false });
const read = calendar("read", { mayWrite: false });
const jonas = calendar("jonas", {
  accountId: "j",
  isShared: true,
  ownerName: "Jonas Sand",
  mayWrite: false,
});
const calendars = [own, work, empty, hidden, read, jonas];

const occurrence = (
  uid: string,
  of: CalendarEntry,
  start = 0,
  event: Partial<JSEvent> = {},
): ShownOccurrence => {
  const whole = { "@type": "Event", uid, title: uid, start: "2026-11-23T09:00:00", ...event } as JSEvent;
  return {
    key: `${of.key}/${uid}`,
    entry: {
      key: `${of.accountId}/${uid}`,
      accountId: of.accountId,
      id: uid,
      event: whole,
      calendarKey: of.key,
      savingSince: null,
      problem: null,
    },
    calendar: of,
    colour: of.colour,
    event: whole,
    recurrenceId: null,
    ownStart: "2026-11-23T09:00:00",
    allDay: false,
    start,
    end: start + 1,
  };
};
const guest = (name: string, address: string, status = "accepted"): Participant =>
  ({
    "@type": "Participant",
    name,
    calendarAddress: `mailto:${address}`,
    participationStatus: status,
  }) as Participant;
const said = (columns: readonly ColumnOfDay[]) =>
  columns.map(({ name, occurrences }) => `${name}: ${occurrences.map((it) => it.event.uid).join(" ")}`);

describe("columns by calendar", () => {
  it("stand in the order of the sidebar: those with something, and those that may be written while there is room", () => {
    const day = [occurrence("b", work), occurrence("j", jonas)];
    expect(said(calendarColumns(day, calendars, 4))).toEqual(["own: ", "work: b", "empty: ", "jonas: j"]);
    expect(said(calendarColumns(day, calendars, 3))).toEqual(["own: ", "work: b", "jonas: j"]);
    expect(said(calendarColumns(day, calendars, 2))).toEqual(["work: b", "jonas: j"]);
    expect(said(calendarColumns(day, calendars, 1))).toEqual(["work: b", "jonas: j"]);
  });

  it("leave out hidden calendars, and name the calendar that a drop goes to", () => {
    const columns = calendarColumns([], calendars, 9);
    expect(columns.map((it) => it.calendar?.id)).toEqual(["own", "work", "empty"]);
    expect(calendarColumns([], [], 9)).toEqual([]);
  });
});

describe("columns by person", () => {
  const me = { name: "Elin Sand", address: "elin@example.com" };

  it("have the viewer first, then the owners of visible calendars, then participants", () => {
    const participants = {
      1: guest("Elin Sand", "ELIN@example.com"),
      2: guest("Karin", "karin@example.com"),
      3: guest("No", "no@example.com", "declined"),
    };
    const day = [occurrence("meeting", work, 1, { participants }), occurrence("site", jonas, 2)];
    expect(said(personColumns(day, calendars, me))).toEqual([
      "Elin Sand: meeting",
      "Jonas Sand: site",
      "Karin: meeting",
    ]);
  });

  it("show a meeting that is in several calendars once, with all who take part", () => {
    const participants = { 1: guest("jonas sand", "jonas@example.com"), 2: guest("Elin", me.address) };
    const day = [
      occurrence("lunch", own, 1, { participants }),
      occurrence("lunch", jonas, 1, { participants }),
      occurrence("alone", own, 2),
    ];
    expect(said(personColumns(day, calendars, me))).toEqual(["Elin Sand: lunch alone", "Jonas Sand: lunch"]);
  });

  it("accept drops only where the viewer may write", () => {
    const [mine, his] = personColumns([], calendars, me);
    expect([mine?.calendar?.id, his?.calendar]).toEqual(["own", null]);
    const open = calendar("open", { accountId: "j", isShared: true, ownerName: "Jonas Sand" });
    expect(personColumns([], [...calendars, open], me)[1]?.calendar?.id).toBe("open");
  });
});

describe("more columns than there is room for", () => {
  const columns = ["me", "a", "b", "c", "d"].map((id): ColumnOfDay => ({
    id,
    name: id,
    colour: null,
    calendar: null,
    occurrences: [],
  }));
  const shown = (room: number, at: number, keepsFirst = true) => {
    const { columns: some, ...rest } = columnsWindow(columns, { room, at, keepsFirst });
    return [some.map(({ id }) => id).join(" "), rest.at, rest.room, rest.total];
  };

  it("scroll beside the viewer's own, and no farther than the last", () => {
    expect(shown(3, 0)).toEqual(["me a b", 0, 2, 4]);
    expect(shown(3, 1)).toEqual(["me b c", 1, 2, 4]);
    expect(shown(3, 9)).toEqual(["me c d", 2, 2, 4]);
    expect(shown(3, -2)).toEqual(["me a b", 0, 2, 4]);
    expect(shown(1, 2)).toEqual(["me c", 2, 1, 4]);
  });

  it("all scroll where none is the viewer's own, and none where all have room", () => {
    expect(shown(3, 1, false)).toEqual(["a b c", 1, 3, 5]);
    expect(shown(5, 3)).toEqual(["me a b c d", 0, 5, 5]);
    expect(columnsWindow([], { room: 3, at: 0, keepsFirst: true })).toMatchObject({ columns: [], at: 0 });
  });
});

describe("free time", () => {
  const segment = (from: number, to: number, event: Partial<JSEvent> = {}): DaySegment => ({
    occurrence: occurrence(`${from}`, own, 0, event),
    from: from * 60,
    to: to * 60,
    isStart: true,
    isEnd: true,
  });
  const working = { from: 8 * 60, to: 17 * 60 };
  const hours = (segments: readonly DaySegment[], from = 0): number =>
    freeMinutes(segments, working, "elin@example.com", from * 60) / 60;

  it.each([
    ["nothing", [], 9],
    ["one within", [segment(9, 10)], 8],
    ["two that overlap", [segment(9, 11), segment(10, 12)], 6],
    ["one within another, out of order", [segment(10, 11), segment(9, 12)], 6],
    ["one that begins before and one that ends after", [segment(6, 9), segment(16, 20)], 7],
    ["all of it", [segment(0, 24)], 0],
    [
      "what is free, cancelled or a task",
      [
        segment(9, 10, { freeBusyStatus: "free" }),
        segment(10, 11, { status: "cancelled" }),
        segment(11, 12, { "@type": "Task" as "Event" }),
      ],
      9,
    ],
  ])("of a day with %s", (_, segments, free) => {
    expect(hours(segments)).toBe(free);
  });

  it("counts from now on, and nothing when the day is over or off", () => {
    expect(hours([segment(9, 10)], 9.5)).toBe(7);
    expect(hours([], 18)).toBe(0);
    expect(hours([], Infinity)).toBe(0);
    expect(freeMinutes([], null, "")).toBe(0);
  });
});
