import { MINUTE } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { comingPageBookings } from "../../app/booking-pages/host-answers.ts";
import type { BookingPage } from "../../app/types.ts";
import { putObject } from "../../app/write/put-object.ts";
import { sharedBackends, type TestPlace } from "../../storage/contract/backends.ts";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import { eventType, HALF_HOUR, MONDAY_NINE, openPage } from "../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { bookingPage } from "./pages.ts";
import { instantText } from "./when.ts";

const ORIGIN = "https://snart.example";
const HOME = "192.0.2.1";
const TEN = MONDAY_NINE + 2 * HALF_HOUR;

describe.each(sharedBackends)("a form that is filled in, on $name", (backend) => {
  let place: TestPlace;
  let test: TestApp;
  let elin: Actor;
  let page: BookingPage;
  beforeEach(async () => {
    place = await backend.make();
    test = await openTestApp({ storage: await place.open() });
    elin = await test.person("elin");
    page = await openPage(test.app, elin, eventType([elin.principalId]));
  });
  afterEach(async () => {
    await test.close();
    await place.drop();
  });

  function ask(path: string, network: string, form?: Record<string, string>): Promise<Response> {
    const url = new URL(path, ORIGIN);
    const body = form && new URLSearchParams(form).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body?.length ?? 0),
    };
    const request = new Request(url, body === undefined ? {} : { method: "POST", body, headers });
    const [, , slug = "", type, time] = url.pathname.split("/");
    return bookingPage(test.app, request, { slug, type, time }, network);
  }
  const pathOf = (start = TEN, of = page): string => `/b/${of.slug}/talk/${instantText(start)}?lang=sv`;
  /** Somebody who opens the form of a time; each has a form of their own. */
  async function guest(network: string, start = TEN, of = page) {
    const path = pathOf(start, of);
    const shown = await (await ask(path, network)).text();
    const pairs = [...shown.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const hidden = Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
    const send = (fields: Record<string, string>) => ask(path, network, { ...hidden, ...fields });
    const json = async (wish: string) => {
      const answer = await send({ do: wish });
      const said = (await answer.json()) as Record<string, unknown>;
      return { status: answer.status, ...said };
    };
    return {
      begin: () => json("fill"),
      leave: () => json("leave"),
      book: () => send({ do: "book", name: "Bo Ek", mail: `bo${Math.random()}@example.org` }),
      send,
    };
  }
  const list = async (of = page): Promise<string> =>
    (await ask(`/b/${of.slug}/talk?lang=sv&day=2026-11-23`, HOME)).text();
  const isFree = (text: string, time: string): boolean =>
    new RegExp(`<a href="[^"]*">${time} <i>`).test(text);

  it("keeps its time from other guests for five minutes, and says when it may be free again", async () => {
    const bo = await guest(HOME);
    const before = await list();
    expect(isFree(before, "10:00")).toBe(true);
    const until = test.app.now() + 5 * MINUTE;
    expect(await bo.begin()).toEqual({
      status: 200,
      text: "Tiden hålls åt dig till 13:05 medan du fyller i.",
      until,
    });
    const meanwhile = await list();
    expect(isFree(meanwhile, "10:00")).toBe(false);
    expect(isFree(meanwhile, "10:30")).toBe(true);
    expect(meanwhile).toContain("<small>Någon fyller i. Kan bli ledig 13:05.</small>");
    expect(meanwhile).toContain("måndag 23 november, 15 lediga tider");
    const nora = await guest("192.0.2.2");
    expect(await nora.begin()).toMatchObject({
      status: 409,
      text: expect.stringContaining("ledig igen 13:05"),
    });
    test.clock.advance(2 * MINUTE);
    const refused = await nora.book();
    expect(refused.status).toBe(409);
    const said = await refused.text();
    expect(said).toContain("Någon annan fyller i för den här tiden. Den kan bli ledig igen 13:05.");
    expect(said).toContain('value="Bo Ek"');
    // Asking again makes it no longer.
    expect(await bo.begin()).toMatchObject({ status: 200, until });
    test.clock.advance(3 * MINUTE);
    expect(await list()).toBe(before);
    expect((await nora.book()).status).toBe(303);
    expect((await bo.book()).status).toBe(409);
  });

  it("becomes the booking, once, in the place of what it kept", async () => {
    const bo = await guest(HOME);
    await bo.begin();
    test.clock.advance(4 * MINUTE);
    const [first, again] = await Promise.all([bo.book(), bo.book()]);
    expect([first.status, again.status]).toEqual([303, 303]);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    const coming = await comingPageBookings(test.app, elin, elin.principalId);
    expect(coming).toMatchObject({ value: [{ standing: "confirmed", booking: { startsAt: TEN } }] });
    // It does not end with what was kept.
    test.clock.advance(10 * MINUTE);
    expect(isFree(await list(), "10:00")).toBe(false);
    expect(await list()).not.toContain("Någon fyller i");
    expect(await bo.leave()).toMatchObject({ isLeft: false });
  });

  it("is kept for who comes back too soon, or with something wrong", async () => {
    const bo = await guest(HOME);
    await bo.begin();
    const quick = await bo.book();
    expect(quick.status).toBe(422);
    const [, once = ""] = /name="once" value="([^"]*)"/.exec(await quick.text()) ?? [];
    test.clock.advance(5_000);
    expect((await bo.send({ do: "book", name: "", mail: "bo" })).status).toBe(422);
    expect((await bo.send({ do: "book", name: "Bo", mail: "bo@example.org", once })).status).toBe(303);
  });

  it("is nothing that a GET makes, and ends when its guest looks for another time", async () => {
    const before = await list();
    const bo = await guest(HOME);
    for (const path of [pathOf(), `${pathOf()}&do=fill`]) await ask(path, HOME);
    expect(await list()).toBe(before);
    await bo.begin();
    expect(await list()).not.toBe(before);
    expect(await bo.leave()).toMatchObject({ status: 200, isLeft: true });
    expect(await list()).toBe(before);
    // Somebody else cannot give it up.
    await (await guest("192.0.2.3")).begin();
    expect(await (await guest("192.0.2.4")).leave()).toMatchObject({ isLeft: false });
    expect(await list()).toContain("Någon fyller i");
  });

  it("is one of two that are begun at once", async () => {
    const guests = [await guest(HOME), await guest("192.0.2.2"), await guest("192.0.2.3")];
    const done = await Promise.all(guests.map((each) => each.begin()));
    const statuses = done.map((each) => each["status"]);
    expect([200, 409].map((of) => statuses.filter((each) => each === of).length)).toEqual([1, 2]);
  });

  it("never hinders the host, and is no booking of theirs", async () => {
    const bo = await guest(HOME);
    await bo.begin();
    const coming = await comingPageBookings(test.app, elin, elin.principalId);
    expect(coming).toEqual({ ok: true, value: [] });
    const home = ownCalendar(elin, await firstCalendarOf(test.app, elin));
    const lines = ["DTSTART:20261123T090000Z", "DTEND:20261123T093000Z", "SUMMARY:Own"];
    const put = await putObject(
      test.app,
      elin,
      home,
      "own.ics",
      [...vevent("own", ...lines), ""].join("\r\n"),
      {},
    );
    expect(put.ok).toBe(true);
    test.clock.advance(5_000);
    expect((await bo.book()).status).toBe(409);
    expect(await list()).not.toContain("Någon fyller i");
  });

  it("has three at most from one address, which counts no booking twice", async () => {
    for (let n = 0; n < 3; n++)
      expect((await (await guest(HOME, TEN + n * HALF_HOUR)).begin()).status).toBe(200);
    const fourth = await guest(HOME, TEN + 4 * HALF_HOUR);
    expect(await fourth.begin()).toMatchObject({ status: 429, text: "" });
    // Without it the time can be booked all the same.
    test.clock.advance(5_000);
    expect((await fourth.book()).status).toBe(303);
    test.clock.advance(6 * MINUTE);
    // Three were begun and one was booked: six of ten are left.
    for (let n = 0; n < 6; n++) {
      const next = await guest(HOME, MONDAY_NINE + (7 + n) * HALF_HOUR);
      if (n % 2 === 0) await next.begin();
      test.clock.advance(n === 3 ? 6 * MINUTE : 5_000);
      expect((await next.book()).status).toBe(303);
    }
    const last = await guest(HOME, MONDAY_NINE);
    test.clock.advance(6 * MINUTE);
    const answer = await last.send({ do: "fill" });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
  });

  it.each([
    ["of no time at all", { length: "0" }],
    ["of a length that there is not", { length: "45" }],
    ["of a length that no number has", { length: "99999" }],
  ])("is none %s", async (_, fields) => {
    const before = await list();
    const bo = await guest(HOME);
    expect((await bo.send({ do: "fill", ...fields })).status).toBe(409);
    expect(await list()).toBe(before);
  });

  it("keeps a room from the guests of a page, and from nobody who lives there", async () => {
    const board = { ...(await test.person("board")), isAdmin: true };
    const make = await bookableMaker(test.app, board);
    const rooms = { anyOf: [await make({ name: "Blue" })], required: true };
    const other = await openPage(test.app, elin, eventType([elin.principalId], { rooms }));
    const bo = await guest(HOME, TEN, other);
    expect(await bo.begin()).toMatchObject({ status: 200 });
    expect(isFree(await list(other), "10:00")).toBe(false);
    const [room] = rooms.anyOf;
    const inRoom = await test.app.storage.read((tx) =>
      tx.bookings.inRange(room ?? elin.principalId, { start: TEN, end: TEN + 1 }, ["hold", "confirmed"]),
    );
    expect(inRoom).toEqual([]);
    test.clock.advance(5_000);
    expect((await bo.book()).status).toBe(303);
  });
});
