import { beforeEach, describe, expect, it } from "vitest";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import {
  eventType,
  guestForm,
  MONDAY,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import type { BookingPage, CalendarId, PrincipalId } from "../types.ts";
import { putObject } from "../write/put-object.ts";
import { bookStart } from "./book-start.ts";
import { startsOn } from "./offers.ts";

// A page shows a time only if everything is known that could stand in its way: one source after the other is made sick, and nothing is
// offered, nor booked by whoever asks for it all the same. Made well again, everything is back.

const ALL = 16;

let test: TestApp;
let elin: Actor;
let nils: Actor;
let room: PrincipalId;
let page: BookingPage;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  elin = await test.person("elin");
  nils = await test.person("nils");
  room = await (await bookableMaker(test.app, { ...(await test.person("board")), isAdmin: true }))();
  const rooms = { anyOf: [room], required: true };
  page = await openPage(test.app, elin, eventType([elin.principalId], { rooms }));
  return () => test.close();
});

async function shown(): Promise<number> {
  const [asked] = (await pageFor(test.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  return (await startsOn(test.app, asked, { first: MONDAY, last: MONDAY }, STOCKHOLM)).length;
}
async function refused(): Promise<string | undefined> {
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const done = await bookStart(test.app, found, asked, guestForm(), "192.0.2.1");
  return done.ok ? undefined : done.problem.kind;
}
const write: TestApp["app"]["storage"]["write"] = (work) => test.app.storage.write(work);

/** Makes the one stored object of a calendar unreadable; gives what mends it. */
async function broken(owner: Actor, calendarId: CalendarId, component: "VEVENT" | "VAVAILABILITY") {
  const swap = (icalendar?: string): Promise<string> =>
    write(async (tx) => {
      const [one] = await tx.objects.find({ calendarIds: [calendarId], component, limit: 1 });
      if (!one) throw new Error("nothing is stored");
      const modseq = await tx.lockAccount(owner.principalId);
      const text = icalendar ?? "no calendar at all";
      await tx.objects.replace(
        { ...one, icalendar: text, etag: `${modseq}`, modseq },
        one.etag,
        owner.principalId,
      );
      return one.icalendar;
    });
  const former = await swap();
  return () => swap(former);
}
async function put(owner: Actor, calendarId: CalendarId, lines: readonly string[]): Promise<void> {
  const done = await putObject(
    test.app,
    owner,
    ownCalendar(owner, calendarId),
    "x.ics",
    [...lines, ""].join("\r\n"),
    {},
  );
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}

type Mend = () => Promise<unknown>;

/** A calendar that follows a feed, in whichever state that is. */
async function followed(fields: {
  state?: "fresh" | "failing" | "stale";
  fetchedAt?: null;
  skipped?: number;
}) {
  const made = await createCalendar(test.app, elin, elin.principalId, { name: "Work" });
  if (!made.ok) throw new Error(made.problem.code);
  const calendarId = made.value.calendar.id;
  const now = test.app.now();
  const well = { state: "fresh", fetchedAt: now } as const;
  const { skipped = 0, ...sick } = fields;
  await write(async (tx) => {
    await tx.calendars.update(calendarId, { isReadOnly: true });
    await tx.feeds.insert({
      id: "feed",
      url: "https://feed.example/a.ics",
      etag: null,
      lastModified: null,
      contentHash: null,
      triedAt: now,
      nextAt: now + 3_600_000,
      failures: 0,
      error: null,
      ...well,
      ...sick,
    });
    await tx.feeds.subscribe({
      calendarId,
      accountId: elin.principalId,
      feedId: "feed",
      refreshMinutes: 60,
      createdBy: elin.principalId,
      createdAt: now,
      appliedHash: null,
      skipped,
      mended: 0,
    });
  });
  return () =>
    write(async (tx) => {
      await tx.feeds.update("feed", well);
      await tx.feeds.updateSubscription(calendarId, { skipped: 0 });
    });
}

const SOURCES: Readonly<Record<string, () => Promise<Mend>>> = {
  async "an event of the host's own calendar"() {
    const calendarId = await firstCalendarOf(test.app, elin);
    await put(elin, calendarId, vevent("a", "DTSTART:20261124T080000Z", "DURATION:PT1H"));
    return broken(elin, calendarId, "VEVENT");
  },
  async "a series whose rule nobody here can follow"() {
    const calendarId = await firstCalendarOf(test.app, elin);
    const lines = ["DTSTART:20261124T080000Z", "DURATION:PT1H", "RRULE:RSCALE=HEBREW;FREQ=MONTHLY"];
    await put(elin, calendarId, vevent("a", ...lines));
    return () => put(elin, calendarId, vevent("a", ...lines, "TRANSP:TRANSPARENT"));
  },
  async "a series that takes place more often than is worked out"() {
    const calendarId = await firstCalendarOf(test.app, elin);
    const lines = ["DTSTART:20261124T080000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY;COUNT=20000"];
    await put(elin, calendarId, vevent("a", ...lines));
    return () => put(elin, calendarId, vevent("a", ...lines.slice(0, 2)));
  },
  async "an event of a calendar that somebody shares with the host"() {
    const calendarId = await firstCalendarOf(test.app, nils);
    await write(async (tx) => {
      await tx.calendars.setShare({ calendarId, principalId: elin.principalId, level: "edit" });
      await tx.calendars.setView(calendarId, elin.principalId, { includeInAvailability: "all" });
    });
    await put(nils, calendarId, vevent("a", "DTSTART:20261124T080000Z", "DURATION:PT1H"));
    return broken(nils, calendarId, "VEVENT");
  },
  "a feed that fails": () => followed({ state: "failing" }),
  "a feed that is old": () => followed({ state: "stale" }),
  "a feed that was never fetched": () => followed({ fetchedAt: null }),
  "a feed of which a part could not be taken": () => followed({ skipped: 1 }),
  async "hours that another app has stored in a calendar"() {
    const components = ["VAVAILABILITY"] as const;
    const made = await createCalendar(test.app, elin, elin.principalId, { name: "Hours", components });
    if (!made.ok) throw new Error(made.problem.code);
    const { id } = made.value.calendar;
    const lines = ["UID:h", "DTSTAMP:20261101T120000Z", "DTSTART:20270301T080000Z", "DTEND:20270301T100000Z"];
    const hours = ["BEGIN:VAVAILABILITY", ...lines, "END:VAVAILABILITY"];
    const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Client//EN"];
    await put(elin, id, [...head, ...hours, "END:VCALENDAR"]);
    return broken(elin, id, "VAVAILABILITY");
  },
  async "the host's hours and absences"() {
    await write((tx) => tx.principals.setAvailability(elin.principalId, "no hours at all"));
    return () => write((tx) => tx.principals.setAvailability(elin.principalId, undefined));
  },
  async "a host who is suspended"() {
    await write((tx) => tx.principals.update(elin.principalId, { status: "suspended" }));
    return () => write((tx) => tx.principals.update(elin.principalId, { status: "active" }));
  },
  async "a room that says no to everybody"() {
    await write((tx) => tx.bookables.update(room, { answerMode: "decline-always" }));
    return () => write((tx) => tx.bookables.update(room, { answerMode: "automatic" }));
  },
  async "a room that is taken out of use"() {
    await write((tx) => tx.principals.update(room, { status: "deleted" }));
    return () => write((tx) => tx.principals.update(room, { status: "active" }));
  },
};

describe("a page offers nothing, and books nothing, for want of", () => {
  it.each(Object.entries(SOURCES))("%s", async (name, makeSick) => {
    expect(await shown()).toBe(ALL);
    const mend = await makeSick();
    if (name === "a host who is suspended") {
      // The page of somebody who can't sign in is none at all.
      await expect(shown()).rejects.toThrow("no page");
    } else {
      expect(await shown()).toBe(0);
      expect(await refused()).toBe("gone");
    }
    await mend();
    expect(await shown()).toBe(ALL);
  });
});
