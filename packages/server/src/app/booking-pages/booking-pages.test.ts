import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import {
  changeType,
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import { setPersonalHours } from "../hours/personal-hours.ts";
import type { BookingPage, PageBooking } from "../types.ts";
import { putObject } from "../write/put-object.ts";
import { bookStart, type Booked, type BookRefusal } from "./book-start.ts";
import { listBookingPages, removeBookingPage, updateBookingPage } from "./booking-pages.ts";
import { forgetGuests } from "./forgetting/forget-guests.ts";
import { findBookingPage } from "./find-page.ts";
import type { GuestForm } from "./guest-form.ts";
import { cancelGuestBooking, confirmGuestBooking, moveGuestBooking } from "./change-guest-booking.ts";
import { guestBooking } from "./seen/guest-booking.ts";
import { answerPageRequest, cancelAsHost, comingPageBookings } from "./host-answers.ts";
import { startsOn } from "./offers.ts";
import { createStarterPage, slugOf } from "./starter-page.ts";
import { guestToken } from "./tokens.ts";

let test: TestApp;
let elin: Actor;
beforeEach(async () => {
  test = await openTestApp({ limits: { pageRequests: 1_000 } });
  elin = await test.person("elin");
  return () => test.close();
});

const tries = async (page: BookingPage, form: Partial<GuestForm> = {}, token?: string) => {
  const found = await pageFor(test.app, page, token);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  return bookStart(test.app, found, asked, guestForm(form), "192.0.2.1");
};
async function books(page: BookingPage, form: Partial<GuestForm> = {}): Promise<Booked & { token: string }> {
  const done = await tries(page, form);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return { ...done.value, token: (await guestToken(test.app, done.value.booking.id)).token };
}
const refusal = async (
  page: BookingPage,
  form: Partial<GuestForm> = {},
): Promise<BookRefusal["kind"] | "ok"> => {
  const done = await tries(page, form);
  return done.ok ? "ok" : done.problem.kind;
};
async function startsOnMonday(
  page: BookingPage,
  own: readonly PageBooking[] = [],
): Promise<readonly number[]> {
  const [asked] = (await pageFor(test.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  const found = await startsOn(test.app, asked, { first: MONDAY, last: MONDAY }, STOCKHOLM, own);
  return found.map(({ start }) => start);
}
async function eventsOf(actor: Actor): Promise<readonly string[]> {
  const calendarId = await firstCalendarOf(test.app, actor);
  const found = await test.app.storage.read((tx) =>
    tx.objects.find({ calendarIds: [calendarId], component: "VEVENT", limit: 100 }),
  );
  return found.map(({ icalendar }) => icalendar.replaceAll("\r\n ", ""));
}
async function puts(actor: Actor, uid: string, ...lines: string[]): Promise<void> {
  const place = ownCalendar(actor, await firstCalendarOf(test.app, actor));
  const text = [...vevent(uid, ...lines), ""].join("\r\n");
  const done = await putObject(test.app, actor, place, `${uid}.ics`, text, {});
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}
const claimed = async (): Promise<number> =>
  test.app.storage.read(async (tx) => {
    const all = { from: 0, until: Number.MAX_SAFE_INTEGER };
    return (await tx.claims.inRange(elin.principalId, all, test.app.now())).length;
  });
const elinType = (fields: Partial<EventType> = {}) => eventType([elin.principalId], fields);

describe("times in a row", () => {
  it("are booked as one, as many as are free, and moved whole", async () => {
    const page = await openPage(
      test.app,
      elin,
      elinType({ inRow: 4, limits: [{ max: 2, of: "type", per: "day" }] }),
    );
    await puts(elin, "busy", "DTSTART:20261123T093000Z", "DTEND:20261123T100000Z");
    const [asked] = (await pageFor(test.app, page)).types;
    if (!asked) throw new Error("nothing can be booked there");
    const found = await startsOn(test.app, asked, { first: MONDAY, last: MONDAY }, STOCKHOLM);
    const most = (start: number) => (found.find((each) => each.start === start)?.lengths ?? []).length;
    // Nine to half past ten is free, then there is half an hour of something else.
    expect([0, 1, 2, 3, 4].map((n) => most(MONDAY_NINE + n * HALF_HOUR))).toEqual([3, 2, 1, 0, 4]);
    expect(await refusal(page, { length: 4 * HALF_HOUR })).toBe("gone");
    expect(await refusal(page, { length: 5 * HALF_HOUR, start: MONDAY_NINE + 4 * HALF_HOUR })).toBe("gone");
    expect(await refusal(page, { length: 1.5 * HALF_HOUR })).toBe("gone");
    const { booking, token } = await books(page, { length: 3 * HALF_HOUR });
    expect(booking).toMatchObject({ startsAt: MONDAY_NINE, endsAt: MONDAY_NINE + 3 * HALF_HOUR });
    expect((await eventsOf(elin)).join()).toContain("DTEND;TZID=Europe/Stockholm:20261123T103000");
    expect(await startsOnMonday(page)).not.toContain(MONDAY_NINE + 2 * HALF_HOUR);
    // They count as one.
    expect(await refusal(page, { start: MONDAY_NINE + 8 * HALF_HOUR, length: 2 * HALF_HOUR })).toBe("ok");
    expect(await refusal(page, { start: MONDAY_NINE + 11 * HALF_HOUR })).toBe("gone");
    const to = { start: MONDAY_NINE + DAY, length: 3 * HALF_HOUR };
    expect((await moveGuestBooking(test.app, token, to)).ok).toBe(true);
    expect((await guestBooking(test.app, token))?.booking.endsAt).toBe(to.start + to.length);
  });
});

describe("a booking page", () => {
  it("is made in one step from the working hours, under an address made of the name", async () => {
    const made = await createStarterPage(test.app, elin, elin.principalId);
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    expect(made.value.slug).toBe("elin");
    // Monday 08–17 has eighteen half hours.
    expect(await startsOnMonday(made.value)).toHaveLength(18);
    const second = await createStarterPage(test.app, elin, elin.principalId);
    expect(second).toMatchObject({ ok: true, value: { slug: "elin-2" } });
  });

  it.each([
    ["Åsa Öberg", "asa-oberg"],
    ["  Føroyar & Æbeltoft ", "foroyar-aebeltoft"],
    ["李", "page-1"],
    ["x".repeat(200), "x".repeat(40)],
  ])("makes of the name %s the address %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it.each([
    ["an address of two letters", { slug: "ab" }],
    ["an address with a slash", { slug: "a/b-c" }],
    ["no title", { title: {} }],
    ["no event type", { types: [] }],
    ["a language that is none of ours", { languages: ["de"] }],
    ["an origin with a path", { embedOrigins: ["https://example.org/x"] }],
    ["an origin that ends the policy", { embedOrigins: ["https://example.org; script-src *"] }],
    ["data kept for ever", { keepDays: 100_000 }],
  ])("refuses %s", async (_, fields) => {
    await expect(openPage(test.app, elin, elinType(), fields)).rejects.toThrow(
      /invalid-value|booking-rules-wrong/,
    );
  });

  it("lets nobody be a host who does not belong to its account", async () => {
    const nils = await test.person("nils");
    await expect(openPage(test.app, elin, eventType([nils.principalId]))).rejects.toThrow(
      "types/0/type/hosts",
    );
    await expect(openPage(test.app, elin, elinType(), {}, nils.principalId)).rejects.toThrow("not-found");
  });

  it("is changed and deleted by its owner alone, and its address stays taken", async () => {
    const nils = await test.person("nils");
    const page = await openPage(test.app, elin, elinType());
    expect(await updateBookingPage(test.app, nils, page.id, { state: "closed" })).toMatchObject({
      ok: false,
    });
    expect(await listBookingPages(test.app, nils, elin.principalId)).toMatchObject({ ok: false });
    expect(await removeBookingPage(test.app, nils, page.id)).toMatchObject({ ok: false });
    expect(await removeBookingPage(test.app, elin, page.id)).toMatchObject({ ok: true });
    expect(await findBookingPage(test.app, page.slug, undefined)).toBeUndefined();
    await expect(
      openPage(test.app, nils, eventType([nils.principalId]), { slug: page.slug }),
    ).rejects.toThrow("page-address-taken");
  });

  it.each([
    ["closed", { state: "closed" as const }],
    ["for links alone", { isPublic: false }],
  ])("is as one that there is not when it is %s", async (_, fields) => {
    const page = await openPage(test.app, elin, elinType(), fields);
    expect(await findBookingPage(test.app, page.slug, undefined)).toBeUndefined();
    expect(await findBookingPage(test.app, page.slug, "guess")).toBeUndefined();
  });

  it("offers nothing while it is paused, and again from the moment on that it says", async () => {
    const page = await openPage(test.app, elin, elinType(), {
      state: "paused",
      pausedUntil: test.app.now() + HOUR,
    });
    expect(await startsOnMonday(page)).toEqual([]);
    expect(await refusal(page)).toBe("gone");
    test.clock.advance(HOUR);
    expect(await startsOnMonday(page)).toHaveLength(16);
  });
});

describe("what is offered", () => {
  it("leaves out what the host does, secret events too, and says nothing of why", async () => {
    const page = await openPage(test.app, elin, elinType());
    await puts(elin, "a", "DTSTART:20261123T080000Z", "DURATION:PT1H");
    await puts(elin, "b", "DTSTART:20261123T120000Z", "DURATION:PT30M", "CLASS:CONFIDENTIAL");
    await puts(elin, "c", "DTSTART:20261123T140000Z", "DURATION:PT30M", "TRANSP:TRANSPARENT");
    const starts = await startsOnMonday(page);
    expect(starts).toHaveLength(13);
    expect(starts).not.toContain(MONDAY_NINE);
    expect(starts).not.toContain(Date.parse("2026-11-23T12:00:00Z"));
    expect(starts).toContain(Date.parse("2026-11-23T14:00:00Z"));
    expect(await tries(page)).toMatchObject({ ok: false, problem: { kind: "gone" } });
  });

  it("is nothing while the host is away", async () => {
    const page = await openPage(test.app, elin, elinType());
    const absence = {
      id: "away",
      from: MONDAY_NINE - DAY,
      to: MONDAY_NINE + DAY,
      text: "Fjällen",
      isTold: false,
    };
    expect(await setPersonalHours(test.app, elin, { absences: [absence] })).toMatchObject({ ok: true });
    expect(await startsOnMonday(page)).toEqual([]);
  });

  it("keeps to the page's own hours where the host has told others of other ones", async () => {
    const week = [null, null, null, null, null, null, { from: 600, to: 660 }];
    expect(await setPersonalHours(test.app, elin, { week })).toMatchObject({ ok: true });
    const page = await openPage(test.app, elin, elinType());
    expect(await startsOnMonday(page)).toHaveLength(16);
    await changeType(test.app, elin, page, elinType({ schedule: { of: "host" } }));
    expect(await startsOnMonday(page)).toEqual([]);
  });

  it("is nothing at all while a calendar of the host can't be read", async () => {
    const page = await openPage(test.app, elin, elinType());
    await puts(elin, "a", "DTSTART:20270301T080000Z", "DURATION:PT1H");
    expect(await startsOnMonday(page)).toHaveLength(16);
    await puts(elin, "b", "DTSTART:20261124T080000Z", "DURATION:PT1H");
    const calendarId = await firstCalendarOf(test.app, elin);
    await test.app.storage.write(async (tx) => {
      const [, b] = await tx.objects.find({ calendarIds: [calendarId], component: "VEVENT", limit: 9 });
      const modseq = await tx.lockAccount(elin.principalId);
      const broken = { icalendar: "no calendar at all", etag: "broken", modseq };
      if (b) await tx.objects.replace({ ...b, ...broken }, b.etag, elin.principalId);
    });
    expect(await startsOnMonday(page)).toEqual([]);
    expect(await refusal(page)).toBe("gone");
  });
});

describe("a guest", () => {
  it("books a time, which stands in the host's calendar with the guest in it", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { booking } = await books(page, { name: " Bo\n Ek ", mail: "Bo@Example.org" });
    expect(booking).toMatchObject({
      state: "confirmed",
      name: "Bo Ek",
      mail: "bo@example.org",
      expiresAt: null,
    });
    const [text = ""] = await eventsOf(elin);
    expect(text).toContain("SUMMARY:A talk – Bo Ek");
    expect(text).toMatch(/ATTENDEE[^\n]*PARTSTAT=ACCEPTED[^\n]*mailto:bo@example\.org/);
    expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261123T090000");
    expect(await claimed()).toBe(6);
    expect(await startsOnMonday(page)).not.toContain(MONDAY_NINE);
  });

  it("gets one booking from a form that is sent twice", async () => {
    const page = await openPage(test.app, elin, elinType());
    const form = guestForm();
    const [one, other] = [await books(page, form), await books(page, form)];
    expect(other.booking.id).toBe(one.booking.id);
    expect(await eventsOf(elin)).toHaveLength(1);
  });

  it("who comes second is told the nearest times, and has written nothing", async () => {
    const page = await openPage(test.app, elin, elinType());
    await books(page);
    const second = await tries(page);
    expect(second).toMatchObject({
      ok: false,
      problem: {
        kind: "gone",
        alternatives: [1, 2, 3].map((n) => ({ start: MONDAY_NINE + n * HALF_HOUR })),
      },
    });
    expect(await eventsOf(elin)).toHaveLength(1);
    expect(await claimed()).toBe(6);
  });

  it("is told every field that is wrong at once", async () => {
    const page = await openPage(
      test.app,
      elin,
      elinType({
        questions: [
          { kind: "text", label: { en: "Why?" }, required: true },
          { kind: "tick", label: { en: "Yes?" }, required: true },
          { kind: "choice", label: { en: "Which?" }, required: true, choices: [{ en: "a" }, { en: "b" }] },
        ],
        places: [{ kind: "phone" }],
      }),
    );
    const wrong = {
      name: " ",
      mail: "bo",
      timeZone: "Mars/Base",
      answers: ["", false, "2"],
      placeText: "call me",
    };
    expect(await tries(page, wrong)).toMatchObject({
      problem: {
        kind: "wrong",
        fields: ["name", "mail", "timeZone", "placeText", "answer-0", "answer-1", "answer-2"],
      },
    });
    const right = { answers: ["Bygglov", true, "1"], placeText: "+46 70 123 45 67" };
    const { booking } = await books(page, right);
    expect(booking.place).toBe("+46 70 123 45 67");
    const [text = ""] = await eventsOf(elin);
    expect(text).toContain("Why?: Bygglov\\nYes?: ✓\\nWhich?: b");
  });

  it.each([
    ["between two starts", { start: MONDAY_NINE + 5 * MINUTE }],
    ["of another length", { length: HOUR }],
    ["that has passed", { start: MONDAY_NINE - 7 * DAY }],
    ["of no length", { length: 0 }],
    ["that is none", { start: Number.NaN }],
    ["beyond all time", { start: 8.64e15 }],
  ])("gets no time %s", async (_, form) => {
    const page = await openPage(test.app, elin, elinType());
    expect(await refusal(page, form)).toBe("gone");
  });

  it("has no more than some bookings ahead", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { pageBookingsPerGuest } = test.app.limits;
    const at = (n: number) => ({ mail: "bo@example.org", start: MONDAY_NINE + n * HALF_HOUR });
    for (let n = 0; n < pageBookingsPerGuest; n++) expect(await refusal(page, at(n))).toBe("ok");
    expect(await tries(page, at(9))).toMatchObject({ problem: { kind: "tooMany", of: "bookings" } });
    expect(await refusal(page, { start: at(9).start })).toBe("ok");
  });

  it("moves the booking: the same event, the same link, and the old time is free", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { booking, token } = await books(page);
    const uid = /UID:(.*)\r/.exec((await eventsOf(elin))[0] ?? "")?.[1];
    const to = MONDAY_NINE + 2 * HOUR;
    expect(await moveGuestBooking(test.app, token, { start: to, length: HALF_HOUR })).toMatchObject({
      ok: true,
      value: { startsAt: to, moves: 1, timeId: booking.timeId },
    });
    const [text = "", ...others] = await eventsOf(elin);
    expect(others).toEqual([]);
    expect(text).toContain(`UID:${uid}`);
    expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261123T110000");
    expect(text).toMatch(/SEQUENCE:1\r/);
    expect(await claimed()).toBe(6);
    const starts = await startsOnMonday(page);
    expect(starts).toContain(MONDAY_NINE);
    expect(starts).not.toContain(to);
    expect((await guestBooking(test.app, token))?.booking.startsAt).toBe(to);
  });

  it("keeps the old time if the new one is gone", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { token } = await books(page);
    const taken = MONDAY_NINE + HOUR;
    await books(page, { start: taken });
    const moved = await moveGuestBooking(test.app, token, { start: taken, length: HALF_HOUR });
    expect(moved).toMatchObject({ ok: false, problem: { kind: "gone" } });
    expect(!moved.ok && moved.problem.kind === "gone" && moved.problem.alternatives.length).toBe(3);
    expect(await guestBooking(test.app, token)).toMatchObject({
      standing: "confirmed",
      booking: { startsAt: MONDAY_NINE, moves: 0 },
    });
    expect(await claimed()).toBe(12);
  });

  it("cancels in time, and not after it", async () => {
    const change = { moveUntil: "PT4H", cancelUntil: "PT2H" };
    const page = await openPage(test.app, elin, elinType({ change }));
    const [one, other] = [await books(page), await books(page, { start: MONDAY_NINE + HOUR })];
    expect(await cancelGuestBooking(test.app, one.token, " Jag är sjuk ")).toMatchObject({
      ok: true,
      value: { state: "cancelled", reason: "Jag är sjuk" },
    });
    expect(await cancelGuestBooking(test.app, one.token, "")).toMatchObject({ ok: true });
    expect(await eventsOf(elin)).toHaveLength(1);
    expect(await claimed()).toBe(6);
    test.clock.advance(MONDAY_NINE - 1 * HOUR - test.app.now());
    expect(await cancelGuestBooking(test.app, other.token, "")).toMatchObject({
      problem: { kind: "tooLate" },
    });
    const later = { start: MONDAY_NINE + 5 * HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(test.app, other.token, later)).toMatchObject({
      problem: { kind: "tooLate" },
    });
    expect(await eventsOf(elin)).toHaveLength(1);
  });

  it("is told when the host has deleted the event, and the time is free for others", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { token, booking } = await books(page);
    await test.app.storage.write(async (tx) => {
      const modseq = await tx.lockAccount(elin.principalId);
      const stored = booking.objectId && (await tx.objects.byId(booking.objectId));
      if (stored)
        await tx.objects.remove(stored.id, stored.etag, {
          modseq,
          now: test.app.now(),
          actorId: elin.principalId,
        });
    });
    expect((await guestBooking(test.app, token))?.standing).toBe("changed");
    expect(await startsOnMonday(page)).toContain(MONDAY_NINE);
    expect(await refusal(page)).toBe("ok");
  });

  it("can't be guessed, and their link shows nothing once their data are deleted", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { token, booking } = await books(page);
    const forged = `${booking.id}.${"A".repeat(43)}`;
    expect(await guestBooking(test.app, forged)).toBeUndefined();
    expect(await cancelGuestBooking(test.app, forged, "")).toMatchObject({ problem: { kind: "missing" } });
    expect(booking.deleteAfter).toBe(booking.endsAt + 30 * DAY);
    test.clock.advance(booking.deleteAfter - test.app.now());
    await test.app.storage.write((tx) => forgetGuests(test.app, tx, 10));
    expect(await guestBooking(test.app, token)).toBeUndefined();
  });
});

describe("a guest whose mail can be reached", () => {
  const outside = { reaches: () => true, domain: "example.com" };
  beforeEach(async () => {
    const { app } = test;
    test = { ...test, app: { ...app, outside } };
  });

  it("holds the time for a quarter of an hour, and has it once their mail is read", async () => {
    const page = await openPage(test.app, elin, elinType());
    const done = await tries(page);
    expect(done).toMatchObject({
      ok: true,
      value: { token: undefined, booking: { state: "held", expiresAt: test.app.now() + 15 * MINUTE } },
    });
    expect(await eventsOf(elin)).toEqual([]);
    expect(await refusal(page)).toBe("gone");
    const { token } = await guestToken(test.app, done.ok ? done.value.booking.id : ("" as never));
    expect(await confirmGuestBooking(test.app, token)).toMatchObject({
      ok: true,
      value: { state: "confirmed" },
    });
    expect(await confirmGuestBooking(test.app, token)).toMatchObject({
      ok: true,
      value: { state: "confirmed" },
    });
    expect(await eventsOf(elin)).toHaveLength(1);
  });

  it("loses the hold by itself, and gets the time all the same if nobody took it", async () => {
    const page = await openPage(test.app, elin, elinType());
    const [one, other] = [await books(page), await books(page, { start: MONDAY_NINE + HOUR })];
    test.clock.advance(15 * MINUTE);
    expect(await startsOnMonday(page)).toContain(MONDAY_NINE);
    const third = await books(page);
    expect(await confirmGuestBooking(test.app, third.token)).toMatchObject({ ok: true });
    expect((await guestBooking(test.app, one.token))?.standing).toBe("lapsed");
    expect(await confirmGuestBooking(test.app, one.token)).toMatchObject({ problem: { kind: "gone" } });
    expect(await confirmGuestBooking(test.app, other.token)).toMatchObject({ ok: true });
    expect(await eventsOf(elin)).toHaveLength(2);
  });

  it("does not push out what the host has entered meanwhile", async () => {
    const page = await openPage(test.app, elin, elinType());
    const { token } = await books(page);
    await puts(elin, "a", "DTSTART:20261123T080000Z", "DURATION:PT1H");
    expect(await confirmGuestBooking(test.app, token)).toMatchObject({ problem: { kind: "gone" } });
  });

  it("holds no more than three times at once", async () => {
    const page = await openPage(test.app, elin, elinType());
    const at = (n: number) => ({ mail: "bo@example.org", start: MONDAY_NINE + n * HALF_HOUR });
    for (let n = 0; n < 3; n++) expect(await refusal(page, at(n))).toBe("ok");
    expect(await tries(page, at(4))).toMatchObject({
      problem: { kind: "tooMany", of: "holds", retryAfter: 900 },
    });
  });
});

describe("a request", () => {
  it("keeps its time until the host answers, and is then booked or free", async () => {
    const page = await openPage(test.app, elin, elinType({ approval: true }));
    const one = await books(page);
    expect(one.booking).toMatchObject({ state: "requested", expiresAt: test.app.now() + 48 * HOUR });
    expect(await eventsOf(elin)).toEqual([]);
    expect(await refusal(page)).toBe("gone");
    const nils = await test.person("nils");
    expect(await answerPageRequest(test.app, nils, one.booking.id, true, "")).toMatchObject({ ok: false });
    expect(await answerPageRequest(test.app, elin, one.booking.id, true, "")).toMatchObject({
      ok: true,
      value: { state: "confirmed" },
    });
    expect(await eventsOf(elin)).toHaveLength(1);
    const other = await books(page, { start: MONDAY_NINE + HOUR });
    expect(await answerPageRequest(test.app, elin, other.booking.id, false, "Fullt")).toMatchObject({
      ok: true,
      value: { state: "cancelled", reason: "Fullt" },
    });
    expect(await startsOnMonday(page)).toContain(MONDAY_NINE + HOUR);
    const coming = await comingPageBookings(test.app, elin, elin.principalId);
    expect(coming).toMatchObject({ ok: true, value: [{ booking: { id: one.booking.id } }] });
    expect(await cancelAsHost(test.app, elin, one.booking.id, "")).toMatchObject({ ok: true });
    expect(await eventsOf(elin)).toEqual([]);
  });
});

describe("several hosts and several guests", () => {
  it("take turns, and the guest gets whoever is free", async () => {
    const nils = await test.person("nils");
    const made = await createGroup(
      test.app,
      await asAdmin(elin),
      "Board",
      new Map([elin, nils].map(({ principalId }) => [principalId, { isManager: true }])),
    );
    if (!made.ok) throw new Error(made.problem.code);
    const ids = [elin.principalId, nils.principalId];
    const page = await openPage(test.app, elin, eventType(ids), {}, made.value);
    const hosts = [];
    for (let n = 0; n < 4; n++)
      hosts.push((await books(page, { start: MONDAY_NINE + n * HOUR })).booking.hosts);
    expect(hosts.flat().toSorted()).toEqual([...ids, ...ids].toSorted());
    // At nine the other one is still free, and nobody is left after that.
    expect(await refusal(page)).toBe("ok");
    expect(await refusal(page)).toBe("gone");
  });

  it("share a time up to its seats, one event for all of them", async () => {
    const page = await openPage(test.app, elin, elinType({ seats: 2 }));
    const [one, other] = [await books(page), await books(page)];
    expect(other.booking.timeId).toBe(one.booking.timeId);
    expect(await refusal(page)).toBe("gone");
    const [text = "", ...more] = await eventsOf(elin);
    expect(more).toEqual([]);
    expect(text.match(/mailto:guest-/g)).toHaveLength(2);
    expect(await cancelGuestBooking(test.app, one.token, "")).toMatchObject({ ok: true });
    expect((await eventsOf(elin))[0]?.match(/mailto:guest-/g)).toHaveLength(1);
    expect(await claimed()).toBe(6);
    expect(await cancelGuestBooking(test.app, other.token, "")).toMatchObject({ ok: true });
    expect(await eventsOf(elin)).toEqual([]);
    expect(await claimed()).toBe(0);
  });
});

async function asAdmin(actor: Actor): Promise<Actor> {
  await test.app.storage.write((tx) => tx.principals.update(actor.principalId, { isAdmin: true }));
  return { ...actor, isAdmin: true };
}
