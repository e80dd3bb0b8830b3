import type { ImportRecord, RehearsalRecord } from "@snart/calendar/jmap/import.ts";
import { describe, expect, it } from "vitest";
import {
  exceptionsOf,
  isHere,
  NEW,
  progressOf,
  readyAt,
  ready,
  stepOf,
  targetFor,
  type BringIn,
  type ComingCalendar,
} from "./model.ts";

const rehearsal = (more: Partial<RehearsalRecord> = {}): RehearsalRecord => ({
  name: null,
  color: null,
  events: 8,
  tasks: 2,
  others: 0,
  here: 0,
  first: null,
  last: null,
  skipped: [],
  skippedCount: 0,
  mended: [],
  mendedCount: 0,
  ...more,
});
const job = (state: ImportRecord["state"], processed: number): ImportRecord => ({
  id: "j",
  state,
  processed,
  total: null,
  added: processed,
  updated: 0,
  unchanged: 0,
  skipped: [],
  mended: [],
  mendedCount: 0,
  attachments: 0,
  missedAttachments: [],
  missedCount: 0,
  calendarId: "c",
  calendarName: "C",
  isStopped: false,
  begunAt: "2026-11-20T12:00:00.000Z",
});
const coming = (more: Partial<ComingCalendar> = {}): ComingCalendar => ({
  key: "1",
  name: "Family",
  color: null,
  from: { kind: "file", importable: { file: new File([], "a.ics") } },
  isWanted: true,
  target: NEW,
  blobIds: ["b"],
  rehearsal: rehearsal(),
  state: { kind: "rehearsed" },
  ...more,
});
const bringIn = (more: Partial<BringIn>): BringIn => ({
  source: "file",
  calendars: [],
  passedOver: [],
  ...more,
});

describe("what is brought in", () => {
  it("goes by three steps", () => {
    expect(stepOf(bringIn({}))).toBe(1);
    expect(stepOf(bringIn({ calendars: [coming()] }))).toBe(2);
    expect(stepOf(bringIn({ calendars: [coming()], begunAt: 1 }))).toBe(3);
  });

  it("is only what can be read and is wanted", () => {
    const list = [
      coming({ key: "empty", rehearsal: rehearsal({ events: 0, tasks: 0 }) }),
      coming({ key: "unwanted", isWanted: false }),
      coming({ key: "unread", state: { kind: "waiting" } }),
      coming({ key: "good" }),
    ];
    expect(ready(list).map(({ key }) => key)).toEqual(["good"]);
    expect([isHere(rehearsal({ here: 10 })), isHere(rehearsal({ here: 9 }))]).toEqual([true, false]);
    expect(isHere(rehearsal({ events: 0, tasks: 0 }))).toBe(false);
  });

  it("goes into the calendar of its name", () => {
    const here = [{ id: "f", name: " familY" }];
    expect([targetFor("Family", here), targetFor("Work", here)]).toEqual(["f", NEW]);
  });

  it("tells how far it is, and when it will be over as soon as that is no guess", () => {
    const calendars = [
      coming({ state: { kind: "importing", job: job("done", 10) } }),
      coming({
        rehearsal: rehearsal({ skippedCount: 10 }),
        state: { kind: "importing", job: job("running", 5) },
      }),
    ];
    expect(progressOf(calendars)).toEqual({ processed: 15, total: 30, at: 2, of: 2 });
    expect(readyAt(bringIn({ calendars, begunAt: 1_000, toldAt: 11_000 }))).toBe(21_000);
    expect(readyAt(bringIn({ calendars, begunAt: 1_000, toldAt: 2_000 }))).toBeUndefined();
  });

  it("names what does not come whole, with its calendar, but nothing of what is not wanted", () => {
    const skipped = [{ uid: "u", title: "T", line: 1, code: "invalid-property", detail: "" }];
    const broken = rehearsal({ skipped, skippedCount: 7 });
    const { leftOut, leftOutCount, inPartCount } = exceptionsOf([
      coming({ rehearsal: broken }),
      coming({ rehearsal: broken, isWanted: false }),
    ]);
    expect(leftOut).toEqual([{ ...skipped[0], calendarName: "Family" }]);
    expect([leftOutCount, inPartCount]).toEqual([7, 0]);
  });
});
