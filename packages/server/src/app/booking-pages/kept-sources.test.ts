import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { LineReader } from "@snart/calendar/icalendar/line-reader.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import {
  eventType,
  MONDAY,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import type { BookingPage, CalendarId } from "../types.ts";
import { deleteObject } from "../write/delete-object.ts";
import { putObject } from "../write/put-object.ts";
import { KeptByState } from "./kept-by-state.ts";
import { startsOn } from "./offers.ts";

const ALL = 16;
const NINE = ["DTSTART:20261123T080000Z", "DURATION:PT1H"];

/** How many times a page shows on that Monday. */
async function shown({ app }: TestApp, page: BookingPage): Promise<number> {
  const [asked] = (await pageFor(app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  return (await startsOn(app, asked, { first: MONDAY, last: MONDAY }, STOCKHOLM)).length;
}
async function put({ app }: TestApp, actor: Actor, place: { owner: Actor; id: string }, ...lines: string[]) {
  const text = [...vevent("a", ...lines), ""].join("\r\n");
  const done = await putObject(app, actor, ownCalendar(place.owner, place.id), "a.ics", text, {});
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}

describe("what a page shows after it has been shown before", () => {
  let test: TestApp;
  let elin: Actor;
  let nils: Actor;
  let page: BookingPage;
  let own: { owner: Actor; id: CalendarId };
  let other: { owner: Actor; id: CalendarId };
  beforeEach(async () => {
    test = await openTestApp();
    elin = await test.person("elin");
    nils = await test.person("nils");
    page = await openPage(test.app, elin, eventType([elin.principalId]));
    own = { owner: elin, id: await firstCalendarOf(test.app, elin) };
    other = { owner: nils, id: await firstCalendarOf(test.app, nils) };
    await test.app.storage.write(async (tx) => {
      await tx.calendars.setShare({ calendarId: other.id, principalId: elin.principalId, level: "edit" });
      await tx.calendars.setView(other.id, elin.principalId, { includeInAvailability: "all" });
    });
    expect(await shown(test, page)).toBe(ALL);
    return () => test.close();
  });

  it("follows an event that is made, moved, and deleted", async () => {
    await put(test, elin, own, ...NINE);
    expect(await shown(test, page)).toBe(ALL - 2);
    await put(test, elin, own, "DTSTART:20261124T080000Z", "DURATION:PT1H");
    expect(await shown(test, page)).toBe(ALL);
    await put(test, elin, own, "DTSTART:20261116T080000Z", "DURATION:PT30M", "RRULE:FREQ=WEEKLY");
    expect(await shown(test, page)).toBe(ALL - 1);
    const gone = await deleteObject(test.app, elin, ownCalendar(elin, own.id), "a.ics", {});
    expect(gone.ok).toBe(true);
    expect(await shown(test, page)).toBe(ALL);
  });

  it("follows a calendar of somebody else, and what the host alone says of its event", async () => {
    await put(test, nils, other, ...NINE);
    expect(await shown(test, page)).toBe(ALL - 2);
    await put(test, elin, other, ...NINE, "TRANSP:TRANSPARENT");
    expect(await shown(test, page)).toBe(ALL);
    await put(test, elin, other, ...NINE);
    expect(await shown(test, page)).toBe(ALL - 2);
    await test.app.storage.write((tx) =>
      tx.calendars.setView(other.id, elin.principalId, { includeInAvailability: "attending" }),
    );
    expect(await shown(test, page)).toBe(ALL);
    await test.app.storage.write((tx) => tx.calendars.setView(other.id, elin.principalId, {}));
    await put(test, nils, other, "DTSTART:20261123T080000Z", "DURATION:PT4H");
    expect(await shown(test, page)).toBe(ALL);
  });

  it("follows the zone of a calendar, in which floating times are", async () => {
    await put(test, elin, own, "DTSTART:20261123T160000", "DURATION:PT1H");
    const inZone = async (timeZone: string): Promise<number> => {
      await test.app.storage.write((tx) => tx.calendars.update(own.id, { timeZone }));
      return shown(test, page);
    };
    expect(await inZone("Europe/Stockholm")).toBe(ALL - 2);
    expect(await inZone("Asia/Tokyo")).toBe(ALL);
  });

  it("follows hours that another app stores in a calendar", async () => {
    const components = ["VAVAILABILITY"] as const;
    const made = await createCalendar(test.app, elin, elin.principalId, { name: "Hours", components });
    if (!made.ok) throw new Error(made.problem.code);
    expect(await shown(test, page)).toBe(ALL);
    const lines = ["UID:h", "DTSTAMP:20261101T120000Z", "DTSTART:20261123T080000Z", "DTEND:20261123T100000Z"];
    const hours = ["BEGIN:VAVAILABILITY", ...lines, "END:VAVAILABILITY"];
    const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Client//EN"];
    const text = [...head, ...hours, "END:VCALENDAR", ""].join("\r\n");
    const place = ownCalendar(elin, made.value.calendar.id);
    expect((await putObject(test.app, elin, place, "h.ics", text, {})).ok).toBe(true);
    expect(await shown(test, page)).toBe(ALL - 4);
  });

  it("reads the event that has changed, and no other", async () => {
    const text = (uid: string, ...lines: string[]) => [...vevent(uid, ...lines), ""].join("\r\n");
    for (const place of [own, other])
      for (let n = 0; n < 20; n++) {
        const event = text(`many-${n}`, "DTSTART:20261126T080000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY");
        const where = ownCalendar(place.owner, place.id);
        expect((await putObject(test.app, place.owner, where, `many-${n}.ics`, event, {})).ok).toBe(true);
      }
    expect(await shown(test, page)).toBe(ALL);
    const reading = vi.spyOn(LineReader.prototype, "next");
    // A reader returns false once a text: at its end.
    const read = () => reading.mock.results.filter(({ value }) => value === false).length;
    const readToShow = async (): Promise<readonly number[]> => {
      reading.mockClear();
      return [await shown(test, page), read()];
    };
    try {
      await put(test, elin, own, ...NINE);
      expect(await readToShow()).toEqual([ALL - 2, 1]);
      await put(test, elin, own, "DTSTART:20261123T080000Z", "DURATION:PT2H");
      expect(await readToShow()).toEqual([ALL - 4, 1]);
      await put(test, nils, other, "DTSTART:20261123T110000Z", "DURATION:PT1H");
      expect(await readToShow()).toEqual([ALL - 6, 1]);
      // The event with what the host alone says of it, which is another text.
      await put(test, elin, other, "DTSTART:20261123T110000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT");
      expect(await readToShow()).toEqual([ALL - 4, 2]);
      expect(await readToShow()).toEqual([ALL - 4, 0]);
    } finally {
      reading.mockRestore();
    }
  });

  it("has what lies at the edges of a window and no more, for guests of other zones", async () => {
    await put(test, elin, own, "DTSTART:20261122T230000Z", "DURATION:PT10H");
    const [asked] = (await pageFor(test.app, page)).types;
    for (const name of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
      const zone = ianaZone(name) ?? UTC;
      const starts = asked
        ? await startsOn(test.app, asked, { first: MONDAY - 3, last: MONDAY + 3 }, zone)
        : [];
      const onMonday = starts.filter(({ start }) => start >= MONDAY_NINE && start < MONDAY_NINE + DAY / 3);
      expect(onMonday.map(({ start }) => start)).toHaveLength(ALL - 2);
    }
  });
});

describe.each(sharedBackends)("what a page shows at one of two processes on $name", (backend) => {
  it("is what the other has written", { timeout: 60_000 }, async () => {
    const place = await backend.make();
    const one = await openTestApp({ storage: await place.open() });
    const two = await openTestApp({ storage: await place.open() });
    const other: TestApp = { ...two, app: { ...two.app, newId: () => `two-${one.app.newSecret(9)}` } };
    try {
      const elin = await one.person("elin");
      const page = await openPage(one.app, elin, eventType([elin.principalId]));
      const calendar = { owner: elin, id: await firstCalendarOf(one.app, elin) };
      expect(await shown(one, page)).toBe(ALL);
      await put(other, elin, calendar, ...NINE);
      expect(await shown(one, page)).toBe(ALL - 2);
      await put(one, elin, calendar, "DTSTART:20261123T080000Z", "DURATION:PT2H");
      expect(await shown(other, page)).toBe(ALL - 4);
    } finally {
      await one.close();
      await two.close();
      await place.drop();
    }
  });
});

describe("values kept by their state", () => {
  it("are made anew for another state, and those asked for longest ago make room", async () => {
    const kept = new KeptByState<string>(3);
    const made: string[] = [];
    const get = (key: string, state: string, size: number | "none" = 1) =>
      kept.get(key, state, async () => {
        made.push(`${key}${state}`);
        return { value: `${key}${state}`, size: size === "none" ? undefined : size };
      });
    await get("a", "1");
    await get("b", "1", 2);
    expect(await get("a", "1")).toBe("a1");
    expect(made).toEqual(["a1", "b1"]);
    expect(await get("a", "2")).toBe("a2");
    await get("c", "1");
    await get("b", "1", 2);
    await get("c", "1");
    await get("a", "2");
    expect(made).toEqual(["a1", "b1", "a2", "c1", "b1", "a2"]);
    await get("d", "1", "none");
    await get("d", "1", "none");
    expect(made.slice(6)).toEqual(["d1", "d1"]);
  });
});
