import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { FreeBusy } from "../../../api/calendars/availability-api.ts";
import { newDraft } from "../draft/new-draft.ts";
import {
  atQuarter,
  atTime,
  betterTimes,
  freeRows,
  isRoomFree,
  movedDraft,
  stripWindow,
} from "./free-rows.ts";

const zoneOf = (id: string): Zone => ianaZone(id) ?? expect.fail(id);
const viewer = zoneOf("Europe/Stockholm");
const HOUR = 3_600_000;
/** Monday 23 November 2026 in Stockholm. */
const at = (hour: number, day = 23): number => Date.UTC(2026, 10, day) + (hour - 1) * HOUR;
const span = (from: number, to: number) => ({ start: at(from), end: at(to), allDay: false });
const person = (name: string) => ({
  id: name,
  name,
  email: `${name}@example.com`,
  isGroup: false,
  isRoom: false,
  timeZone: null,
  isBusyShown: true,
});
const guest = (name: string, more: object = {}) => ({
  id: `g-${name}`,
  name,
  address: `${name}@example.com`,
  isOptional: false,
  isRoom: false,
  answer: "needs-action" as const,
  ...more,
});
const told = (more: Partial<FreeBusy> = {}): FreeBusy => ({
  timeZone: null,
  busy: [],
  absences: [],
  ...more,
});
const known = new Map<string, FreeBusy>([
  ["me", told()],
  ["lars", told({ busy: [{ from: at(19), to: at(20), type: "BUSY" }] })],
  [
    "anna",
    told({ timeZone: "Europe/London", busy: [{ from: at(17), to: at(32), type: "BUSY-UNAVAILABLE" }] }),
  ],
  [
    "bo",
    told({
      busy: [{ from: at(0), to: at(48), type: "BUSY" }],
      absences: [{ from: at(0), to: at(48), text: "Skidor" }],
    }),
  ],
]);
const rowsOf = (...guests: ReturnType<typeof guest>[]) =>
  freeRows({ guests, people: ["lars", "anna", "bo", "mute"].map(person), known, viewerId: "me", viewer });

describe("the people who are busy at a time", () => {
  it("are only those who are, and not people without data, outside the server, or with an absence", () => {
    const rows = rowsOf(guest("lars"), guest("mute"), guest("outsider"), guest("bo"), guest("anna"));
    const found = atTime(rows, span(19, 20), viewer);
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
    expect(found.busy.map(({ row }) => row.name)).toEqual(["lars"]);
    expect(found.away.map(({ absence }) => absence.text)).toEqual(["Skidor"]);
    expect(names(found.outside)).toEqual(["anna"]);
    expect(names(found.hidden)).toEqual(["mute", "outsider"]);
    expect(names(found.elsewhere)).toEqual(["anna"]);
  });

  it("touch no time that only begins where theirs ends", () => {
    expect(atTime(rowsOf(guest("lars")), span(20, 21), viewer).busy).toEqual([]);
    expect(atTime(rowsOf(guest("lars")), span(18, 19), viewer).busy).toEqual([]);
  });

  it("may be missing where they are optional, and a room is a room", () => {
    const rows = rowsOf(guest("lars", { isOptional: true }), guest("anna", { isRoom: true }));
    expect(rows.map(({ part }) => part)).toEqual(["required", "optional", "room"]);
  });
});

describe("better times", () => {
  it("are near the one that was chosen, and never before now", () => {
    const [first] = betterTimes(rowsOf(guest("lars")), span(19, 20), viewer, { now: at(10), most: 3 });
    expect(first).toMatchObject({ from: at(18), to: at(19) });
    const [late] = betterTimes(rowsOf(guest("lars")), span(19, 20), viewer, { now: at(18.5), most: 3 });
    expect(late?.from).toBe(at(20));
    const after = betterTimes(rowsOf(guest("lars")), span(19, 20), viewer, {
      now: at(10),
      most: 3,
      after: at(0, 30),
    });
    expect(after[0]?.from).toBeGreaterThanOrEqual(at(0, 30));
  });
});

describe("a draft that is moved", () => {
  it("lasts as long, in its own zone, also over a change of clocks", () => {
    const draft = newDraft({ start: at(10), end: at(12), allDay: false }, "A/c", viewer);
    const moved = movedDraft(draft, at(14), viewer);
    expect([moved.start, moved.end]).toEqual([viewer.toLocal(at(14)), viewer.toLocal(at(16))]);
    const tokyo = movedDraft({ ...draft, timeZone: "Asia/Tokyo" }, at(14), viewer);
    expect(tokyo.start).toBe(zoneOf("Asia/Tokyo").toLocal(at(14)));
    const night = Date.UTC(2027, 2, 28, 0); // 01:00 in Stockholm; at 02:00 it is 03:00
    const spring = movedDraft(draft, night, viewer);
    expect(spring.end - spring.start).toBe(3 * HOUR);
  });
});

describe("the strip", () => {
  it.each([
    [span(19, 20), 17, 6],
    [span(9, 17), 7, 12],
  ])("shows whole hours around the time", (of, from, hours) => {
    const window = stripWindow(of, viewer);
    expect([window.from, window.to - window.from]).toEqual([at(from), hours * HOUR]);
  });

  it("snaps to quarters of the viewer's clock", () => {
    expect(atQuarter(at(10) + 7 * 60_000, viewer)).toBe(at(10));
    expect(atQuarter(at(10) + 8 * 60_000, viewer)).toBe(at(10.25));
    expect(atQuarter(at(10) - 12_345.678_9, viewer)).toBe(at(10));
    const kathmandu = zoneOf("Asia/Kathmandu");
    expect((kathmandu.toLocal(atQuarter(at(10) + 1, kathmandu)) / 60_000) % 15).toBe(0);
  });
});

describe("a room", () => {
  const row = {
    key: "r",
    name: "Loftet",
    part: "room" as const,
    busy: [],
    absences: [],
    zone: viewer,
    starts: [{ from: at(9), to: at(10) }],
  };
  it("is free where a booking may begin, at whole quarters, and not where nothing is known", () => {
    expect(isRoomFree(row, span(9, 12))).toBe(true);
    expect(isRoomFree(row, span(10, 12))).toBe(false);
    expect(isRoomFree(row, { ...span(9, 12), start: at(9) + 5 * 60_000 })).toBe(false);
    expect(isRoomFree({ ...row, starts: [] }, span(9, 12))).toBe(false);
  });
  it("elsewhere is free where it shares that it is", () => {
    const { starts: _, ...elsewhere } = row;
    const busy = [{ from: at(11), to: at(12), type: "BUSY" as const }];
    expect(isRoomFree({ ...elsewhere, busy }, span(9, 11))).toBe(true);
    expect(isRoomFree({ ...elsewhere, busy }, span(9, 12))).toBe(false);
    expect(isRoomFree({ ...elsewhere, busy: null }, span(9, 11))).toBe(false);
  });
});
