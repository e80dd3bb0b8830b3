import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
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
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { firstCalendarOf } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import type { BookingPage, PageBooking } from "../types.ts";
import { bookStart } from "./book-start.ts";
import { createBookingLink } from "./booking-links.ts";
import { cancelGuestBooking, confirmGuestBooking, moveGuestBooking } from "./change-guest-booking.ts";
import { giveToAnother } from "./giving/give-booking.ts";
import { startsOn } from "./offers.ts";
import { guestBooking } from "./seen/guest-booking.ts";
import { guestToken } from "./tokens.ts";
import { whyNot } from "./why-not.ts";

// Elin meets every guest, and Nils and Sara take turns to be there with her.

let world: MailWorld;
let elin: Actor;
let nils: Actor;
let sara: Actor;
beforeEach(async () => {
  world = await openMailWorld({}, { limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  elin = { ...(await world.person("elin")), isAdmin: true };
  nils = await world.person("nils");
  sara = await world.person("sara");
  await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
});
afterEach(() => world.close());

const GUEST = "bo@example.org";
const mixed = (fields: Partial<EventType> = {}): EventType =>
  eventType([], {
    mode: "mixed",
    hosts: [
      { id: nils.principalId, role: "pool" },
      { id: elin.principalId, role: "required" },
      { id: sara.principalId, role: "pool" },
    ],
    ...fields,
  });
async function pageOf(fields: Partial<EventType> = {}): Promise<BookingPage> {
  const members = new Map([elin, nils, sara].map(({ principalId }) => [principalId, { isManager: true }]));
  const group = await createGroup(world.app, elin, "Board", members);
  if (!group.ok) throw new Error(group.problem.code);
  return openPage(world.app, elin, mixed(fields), {}, group.value);
}
async function tries(page: BookingPage, start = MONDAY_NINE, link?: string) {
  const found = await pageFor(world.app, page, link);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  return bookStart(world.app, found, asked, guestForm({ start, mail: GUEST }), "192.0.2.1");
}
async function books(page: BookingPage, start = MONDAY_NINE, link?: string) {
  const done = await tries(page, start, link);
  if (!done.ok) throw new Error(done.problem.kind);
  const { token } = await guestToken(world.app, done.value.booking.id);
  const confirmed = await confirmGuestBooking(world.app, token);
  if (!confirmed.ok) throw new Error(confirmed.problem.kind);
  return { booking: confirmed.value, token };
}
async function shown(page: BookingPage): Promise<readonly number[]> {
  const [asked] = (await pageFor(world.app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  const days = { first: MONDAY, last: MONDAY };
  return (await startsOn(world.app, asked, days, STOCKHOLM)).map(({ start }) => start);
}
async function isBusy(actor: Actor, start: number): Promise<void> {
  const text = (at: number) => new Date(at).toISOString().replace(/[-:]|\.000/g, "");
  const lines = [`DTSTART:${text(start)}`, `DTEND:${text(start + HALF_HOUR)}`, "SUMMARY:Own"];
  const uid = `own-${actor.login}-${start}`;
  await world.put(actor, `${uid}.ics`, [...vevent(uid, ...lines), ""].join("\r\n"));
}
const nameOf = (id: string | undefined): string =>
  [elin, nils, sara].find(({ principalId }) => principalId === id)?.login ?? "nobody";
const namesOf = ({ hosts }: Pick<PageBooking, "hosts">): readonly string[] => hosts.map(nameOf);
async function textsOf(actor: Actor): Promise<readonly string[]> {
  const calendarIds = [await firstCalendarOf(world.app, actor)];
  const query = { calendarIds, component: "VEVENT", limit: 99 } as const;
  const found = await world.app.storage.read((tx) => tx.objects.find(query));
  return found.map(({ icalendar }) => icalendar.replaceAll("\r\n ", ""));
}
/** Who is invited to an event, and how they have answered. */
const invited = (text: string | undefined): readonly string[] =>
  [...(text ?? "").matchAll(/^ATTENDEE[^\r]*mailto:(\w+)@/gm)].map(([, name = ""]) => name).toSorted();
async function mails(): Promise<readonly { readonly to: string; readonly text: string }[]> {
  const before = world.sink.mails.length;
  expect(await world.send()).toEqual([]);
  return world.sink.mails
    .slice(before)
    .map(({ to, read }) => ({ to: to.join(), text: read.text ?? "" }))
    .toSorted((a, b) => (a.to < b.to ? -1 : 1));
}

describe("a mix of hosts who always take part and hosts who take turns", () => {
  it("is offered only when all of the former and one of the latter are free, and booked at no other time", async () => {
    const page = await pageOf();
    const [nine, ten, eleven, twelve] = [0, 2, 4, 6].map((n) => MONDAY_NINE + n * HALF_HOUR) as [
      number,
      number,
      number,
      number,
    ];
    await isBusy(elin, nine);
    await isBusy(nils, ten);
    for (const each of [nils, sara]) await isBusy(each, eleven);
    const all = await shown(page);
    expect(all).toHaveLength(14);
    for (const gone of [nine, eleven]) {
      expect(all).not.toContain(gone);
      expect(await tries(page, gone)).toMatchObject({ ok: false, problem: { kind: "gone" } });
    }
    expect(namesOf((await books(page, ten)).booking)).toEqual(["elin", "sara"]);
    expect(namesOf((await books(page, twelve)).booking)).toEqual(["elin", "nils"]);
    // Elin is taken, Nils is taken, and nobody is twice.
    expect(await tries(page, twelve)).toMatchObject({ ok: false });
    const own = await openPage(world.app, nils, eventType([nils.principalId]));
    expect(await shown(own)).not.toContain(twelve);
  });

  it("writes one event of the first of the former, in which the guest and whoever's turn it is are, and nobody else", async () => {
    const page = await pageOf();
    const { booking } = await books(page);
    await mails();
    const [own, ...others] = await textsOf(elin);
    expect(others).toEqual([]);
    expect(own).toMatch(/^ORGANIZER[^\r]*mailto:elin@/m);
    expect(invited(own)).toEqual(["bo", "elin", "nils"]);
    expect(await textsOf(nils)).toHaveLength(1);
    expect(await textsOf(sara)).toEqual([]);
    expect(namesOf(booking)).toEqual(["elin", "nils"]);
  });

  it("shares its guests by weight among those who take turns", async () => {
    const page = await pageOf({
      horizon: { within: "P90D" },
      hosts: [
        { id: elin.principalId, role: "required" },
        { id: nils.principalId, role: "pool", weight: 2 },
        { id: sara.principalId, role: "pool" },
      ],
    });
    const counts = { nils: 0, sara: 0 };
    for (let n = 0; n < 9; n++) {
      const start = MONDAY_NINE + Math.floor(n / 5) * 7 * DAY + (n % 5) * DAY;
      const [always, inTurn] = namesOf((await books(page, start)).booking);
      expect(always).toBe("elin");
      counts[inTurn as "nils" | "sara"] += 1;
      world.clock.advance(HOUR);
    }
    expect(counts).toEqual({ nils: 6, sara: 3 });
  });

  it("says which of them is in the way, and that nobody whose turn it could be can", async () => {
    const page = await pageOf();
    const [ten, eleven] = [MONDAY_NINE + HOUR, MONDAY_NINE + 2 * HOUR];
    await isBusy(elin, MONDAY_NINE);
    await isBusy(nils, ten);
    for (const each of [nils, sara]) await isBusy(each, eleven);
    const asks = async (start: number) => {
      const said = await whyNot(world.app, elin, page.id, { typeId: "talk", start, length: HALF_HOUR });
      if (!said.ok) throw new Error(said.problem.code);
      const { isOffered, reasons } = said.value;
      return [isOffered, ...reasons.map((each) => ("host" in each ? nameOf(each.host) : each.kind))];
    };
    expect(await asks(MONDAY_NINE)).toEqual([false, "elin"]);
    expect(await asks(ten)).toEqual([true]);
    expect(await asks(eleven)).toEqual([false, "nobodyInTurn", "nils", "sara"]);
  });

  it("counts starts from when the hours of both have begun", async () => {
    for (const [each, workingHours] of [
      [elin, "09:30-12:00"],
      [nils, "09:00-10:30"],
      [sara, "11:00-17:00"],
    ] as const)
      await world.app.storage.write((tx) =>
        tx.principals.update(each.principalId, {
          preferences: { workingHours: `${workingHours},,,,,,`, timeZone: "Europe/Stockholm" },
        }),
      );
    const page = await pageOf({ schedule: { of: "host" }, start: { every: "PT1H" } });
    const [halfPastNine, eleven] = [MONDAY_NINE + HALF_HOUR, MONDAY_NINE + 2 * HOUR];
    expect(await shown(page)).toEqual([halfPastNine, eleven]);
    expect(await tries(page)).toMatchObject({ ok: false });
    expect(namesOf((await books(page, halfPastNine)).booking)).toEqual(["elin", "nils"]);
    const { booking } = await books(page, eleven);
    expect(namesOf(booking)).toEqual(["elin", "sara"]);
    // Nils is not at work then, and that Elin's hours have begun does not help.
    expect(await giveToAnother(world.app, elin, booking.id, nils.principalId)).toMatchObject({
      ok: false,
      problem: { code: "nobody-else-free" },
    });
  });
});

describe("a booking with a mix of hosts", () => {
  it("moves with those who have it, to where they are free, and to nowhere else that is shown", async () => {
    const page = await pageOf();
    const { booking, token } = await books(page);
    expect(namesOf(booking)).toEqual(["elin", "nils"]);
    const [ten, eleven] = [MONDAY_NINE + HOUR, MONDAY_NINE + 2 * HOUR];
    // Sara could have the time, but the guest is with Nils.
    await isBusy(nils, ten);
    const seen = await guestBooking(world.app, token);
    if (!seen?.asked) throw new Error("it can't be moved");
    const days = { first: MONDAY, last: MONDAY };
    const offered = await startsOn(world.app, seen.asked, days, STOCKHOLM, [booking]);
    expect(offered.map(({ start }) => start)).not.toContain(ten);
    expect(await moveGuestBooking(world.app, token, { start: ten, length: HALF_HOUR })).toMatchObject({
      ok: false,
      problem: { kind: "gone" },
    });
    const moved = await moveGuestBooking(world.app, token, { start: eleven, length: HALF_HOUR });
    expect(moved).toMatchObject({ ok: true, value: { timeId: booking.timeId, hosts: booking.hosts } });
    await mails();
    for (const each of [elin, nils]) {
      const [text] = (await textsOf(each)).filter((found) => found.includes(`UID:${booking.timeId}`));
      expect(text).toContain("20261123T110000");
    }
    expect((await cancelGuestBooking(world.app, token, "")).ok).toBe(true);
    expect(await shown(page)).toContain(eleven);
  });

  it("is given to another of those who take turns: whoever always takes part keeps the event, and hears nothing", async () => {
    const page = await pageOf();
    const { booking, token } = await books(page);
    await mails();
    expect(await giveToAnother(world.app, nils, booking.id, elin.principalId)).toMatchObject({
      ok: false,
      problem: { code: "nobody-else-free" },
    });
    const given = await giveToAnother(world.app, elin, booking.id, undefined);
    if (!given.ok) throw new Error(given.problem.code);
    expect(namesOf(given.value)).toEqual(["elin", "sara"]);
    expect(given.value.objectId).toBe(booking.objectId);
    const said = await mails();
    const about = (name: string) => said.filter(({ to }) => to.startsWith(name)).map(({ text }) => text);
    expect(about("elin")).toEqual([]);
    expect(about("sara").join()).toContain("has been handed over to you");
    expect(about("nils").join()).toContain("has been handed over to sara");
    expect(about("bo").join()).toContain("sara tar emot dig i stället.");
    expect(invited((await textsOf(elin))[0])).toEqual(["bo", "elin", "sara"]);
    expect(await textsOf(sara)).toHaveLength(1);
    for (const text of await textsOf(nils)) expect(text).toContain("STATUS:CANCELLED");
    // The time of Nils is free again, that of Sara is not, and the guest moves with her.
    const own = await openPage(world.app, nils, eventType([nils.principalId]));
    expect(await shown(own)).toContain(MONDAY_NINE);
    const wish = { start: MONDAY_NINE + 3 * HOUR, length: HALF_HOUR };
    const moved = await moveGuestBooking(world.app, token, wish);
    expect(moved.ok && namesOf(moved.value)).toEqual(["elin", "sara"]);
  });

  it("stays with whom it has when one of them takes no turns any more", async () => {
    const page = await pageOf();
    const { booking, token } = await books(page);
    const left = [
      { id: elin.principalId, role: "required" as const },
      { id: sara.principalId, role: "pool" as const },
    ];
    await changeType(world.app, elin, page, mixed({ hosts: left }));
    await isBusy(nils, MONDAY_NINE + HOUR);
    const wish = (start: number) => ({ start, length: HALF_HOUR });
    expect(await moveGuestBooking(world.app, token, wish(MONDAY_NINE + HOUR))).toMatchObject({ ok: false });
    expect((await moveGuestBooking(world.app, token, wish(MONDAY_NINE + 2 * HOUR))).ok).toBe(true);
    const given = await giveToAnother(world.app, elin, booking.id, undefined);
    expect(given.ok && namesOf(given.value)).toEqual(["elin", "sara"]);
  });

  it("is with the one whom a link leaves, and who always takes part is no choice", async () => {
    const page = await pageOf();
    const link = (host: string) =>
      createBookingLink(world.app, elin, page.id, {
        typeId: "talk",
        name: "Sara",
        narrowing: { host },
        uses: null,
        until: null,
      });
    expect((await link(elin.principalId)).ok).toBe(false);
    const made = await link(sara.principalId);
    if (!made.ok) throw new Error(made.problem.code);
    const { booking } = await books(page, MONDAY_NINE, made.value.token);
    expect(namesOf(booking)).toEqual(["elin", "sara"]);
  });
});
