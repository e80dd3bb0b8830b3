import { Openings } from "@snart/calendar/booking-page/openings.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { LineReader } from "@snart/calendar/icalendar/line-reader.ts";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { expect, it, vi } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { bookStart } from "../../app/booking-pages/book-start.ts";
import { updateBookingPage } from "../../app/booking-pages/booking-pages.ts";
import { book } from "../../app/bookings/book.ts";
import { setPersonalHours } from "../../app/hours/personal-hours.ts";
import type { BookingPage, PrincipalId } from "../../app/types.ts";
import { putObject } from "../../app/write/put-object.ts";
import { Scope } from "../../storage/sql/scope.ts";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import {
  changeType,
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { bookingPage } from "./pages.ts";
import { instantText } from "./when.ts";

// Guests are not told why there is no time, and the work that an answer takes does not tell it either: the same texts are read, the same
// statements are run and as many starts are judged, whatever keeps a week from them. It is counted, as clocks on a busy machine say nothing.

const WEEK = { from: MONDAY_NINE - HOUR, to: MONDAY_NINE + 5 * DAY };
const LATER = { from: WEEK.from + 365 * DAY, to: WEEK.to + 365 * DAY };
const DATES = ["23", "24", "25", "26", "27"].map((day) => ({ date: `2026-11-${day}`, hours: [] }));
const HOURS = eventType([]).schedule;

interface Kept {
  readonly fields?: Partial<EventType>;
  /** whether the host's event of that week takes their time */
  readonly isBusy?: boolean;
  /** when the host is away */
  readonly away?: { readonly from: number; readonly to: number };
}

/** What keeps the week; everything else is the same, so that there is as much to read. */
const KEEPERS: Readonly<Record<string, Kept>> = {
  "an event": { isBusy: true },
  "hours of dates": { fields: { schedule: { ...HOURS, dates: DATES } as EventType["schedule"] } },
  "a limit": { fields: { limits: [{ of: "type", per: "week", max: 1 }] } },
  "an absence": { away: WEEK },
};

/** A page of a host who has one booking and one event in that week, and one absence. */
async function opened(test: TestApp, { fields, isBusy = false, away = LATER }: Kept): Promise<string> {
  const { app } = test;
  const elin = await test.person("elin");
  const page = await openPage(app, elin, eventType([elin.principalId]), { slug: "elin-page" });
  const found = await pageFor(app, page);
  const [asked] = found.types;
  const form = guestForm({ start: MONDAY_NINE + 2 * DAY, mail: "bo@example.org", once: "once" });
  const booked = asked && (await bookStart(app, found, asked, form, "192.0.2.9"));
  expect(booked?.ok).toBe(true);
  await changeType(app, elin, page, eventType([elin.principalId], fields));
  const lines = [`DTSTART:${instantText(WEEK.from)}`, `DTEND:${instantText(WEEK.to)}`];
  const text = [...vevent("week", ...lines, `TRANSP:${isBusy ? "OPAQUE" : "TRANSPARENT"}`), ""].join("\r\n");
  const place = ownCalendar(elin, await firstCalendarOf(app, elin));
  expect((await putObject(app, elin, place, "week.ics", text, {})).ok).toBe(true);
  expect(
    (await setPersonalHours(app, elin, { absences: [{ id: "away", text: "", isTold: false, ...away }] })).ok,
  ).toBe(true);
  return page.slug;
}

/** One of the things that can keep a time, each at a time of its own. */
const TIMES = [0, 1, 2].map((n) => MONDAY_NINE + 4 * n * HALF_HOUR);
type Keeper = (test: TestApp, at: number, about: RoomPage) => Promise<unknown>;
interface RoomPage {
  readonly elin: Actor;
  readonly siv: Actor;
  readonly room: PrincipalId;
  readonly page: BookingPage;
}
const KEEPERS_OF_TIMES: Readonly<Record<string, Keeper>> = {
  async "an event of the host"({ app }, at, { elin }) {
    const lines = [`DTSTART:${instantText(at)}`, `DTEND:${instantText(at + HALF_HOUR)}`];
    const place = ownCalendar(elin, await firstCalendarOf(app, elin));
    const text = [...vevent("own", ...lines), ""].join("\r\n");
    expect((await putObject(app, elin, place, "own.ics", text, {})).ok).toBe(true);
  },
  async "another guest"({ app }, at, { page }) {
    const found = await pageFor(app, page);
    const [asked] = found.types;
    const form = guestForm({ start: at, mail: "nora@example.org", once: "nora" });
    const booked = asked && (await bookStart(app, found, asked, form, "192.0.2.9"));
    expect(booked).toMatchObject({ ok: true, value: { booking: { state: "confirmed" } } });
  },
  async "the room, which is somebody else's then"({ app }, at, { siv, room }) {
    const wish = { bookableId: room, start: at, end: at + HALF_HOUR, key: "siv" };
    expect(await book(app, siv, wish)).toMatchObject({ ok: true });
  },
};

/** A page with a room, where each of these keeps one time. @param turn which of them keeps the first one */
async function openedWithRoom(test: TestApp, turn: number): Promise<RoomPage> {
  const { app } = test;
  const [elin, siv] = [await test.person("elin"), await test.person("siv")];
  const room = await (await bookableMaker(app, siv))();
  const type = eventType([elin.principalId], { rooms: { anyOf: [room], required: true } });
  const page = await openPage(app, elin, type, { slug: "elin-page" });
  const about = { elin, siv, room, page };
  const keepers = Object.values(KEEPERS_OF_TIMES);
  for (const [n, keep] of keepers.entries()) await keep(test, TIMES[(n + turn) % TIMES.length] ?? NaN, about);
  return about;
}

/** What an answer is, and the work it took: texts read, statements, and starts judged by their hours. */
async function answered(test: TestApp, slug: string, address: string, form?: Record<string, string>) {
  const [type, time] = address.split("?")[0]?.split("/") ?? [];
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body?.length),
  };
  const url = `https://snart.example/b/${slug}/${address}`;
  const request = new Request(url, body === undefined ? {} : { method: "POST", body, headers });
  const reading = vi.spyOn(LineReader.prototype, "next");
  const judging = vi.spyOn(Openings.prototype, "cover");
  const asking = (["rows", "values", "run"] as const).map((name) => vi.spyOn(Scope.prototype, name));
  try {
    const response = await bookingPage(test.app, request, { slug, type, time }, "192.0.2.1");
    const html = await response.text();
    // A reader returns false once a text: at its end.
    const texts = reading.mock.results.filter(({ value }) => value === false).length;
    const statements = asking.flatMap(({ mock }) => mock.calls).length;
    const work = { texts, statements, judged: judging.mock.calls.length };
    return { status: response.status, html: html.replace(/name="once" value="[^"]*"/g, ""), work };
  } finally {
    for (const spy of [reading, judging, ...asking]) spy.mockRestore();
  }
}

const FORM = { name: "Bo Ek", mail: "bo@example.org", length: "30", lang: "sv", zone: "Europe/Stockholm" };

it("takes the same work and says the same, whatever keeps a week from guests", async () => {
  const all: Record<string, unknown> = {};
  for (const [name, kept] of Object.entries(KEEPERS)) {
    const test = await openTestApp({ limits: { pageRequests: 1_000 } });
    try {
      const slug = await opened(test, kept);
      const time = `talk/${instantText(MONDAY_NINE)}?lang=sv`;
      const send = { ...FORM, once: "0-again", do: "book" };
      const answers = [];
      // The first time nothing is kept of what was read, the second time it is.
      for (const _ of ["first", "again"]) {
        answers.push(await answered(test, slug, "talk?lang=sv&month=2026-11"));
        answers.push(await answered(test, slug, "talk?lang=sv&month=2026-12"));
        answers.push(await answered(test, slug, time));
        answers.push(await answered(test, slug, time, send));
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200, 200, 200, 409]);
      for (const { work } of answers.filter((_, at) => at % 4 !== 2)) expect(work.judged).toBeGreaterThan(0);
      all[name] = answers;
    } finally {
      await test.close();
    }
  }
  const [first, ...others] = Object.keys(KEEPERS);
  for (const other of others)
    expect({ of: other, is: all[other] }).toEqual({ of: other, is: all[first ?? ""] });
});

it.each(["open", "paused"] as const)(
  "takes the same work and says the same of a time that the host, another guest or a room keeps, of a page that is %s",
  async (state) => {
    const all: unknown[] = [];
    for (const turn of TIMES.keys()) {
      const test = await openTestApp({ limits: { pageRequests: 1_000 } });
      try {
        const { elin, page } = await openedWithRoom(test, turn);
        expect((await updateBookingPage(test.app, elin, page.id, { state })).ok).toBe(true);
        const time = `talk/${instantText(MONDAY_NINE)}?lang=sv`;
        const answers: Awaited<ReturnType<typeof answered>>[] = [];
        for (const _ of ["first", "again"]) {
          answers.push(await answered(test, page.slug, "talk?lang=sv&day=2026-11-23"));
          answers.push(await answered(test, page.slug, time));
          answers.push(await answered(test, page.slug, time, { ...FORM, once: "0-again", do: "book" }));
        }
        const isFree = (at: number) => answers[0]?.html.includes(instantText(at));
        expect(TIMES.map(isFree)).toEqual(TIMES.map(() => false));
        expect(isFree(MONDAY_NINE + HALF_HOUR)).toBe(state === "open");
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 200, 200, 409]);
        all.push(answers);
      } finally {
        await test.close();
      }
    }
    for (const other of all.slice(1)) expect(other).toEqual(all[0]);
  },
);
