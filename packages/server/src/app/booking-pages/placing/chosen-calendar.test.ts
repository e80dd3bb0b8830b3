import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../../testing/booking/open-page.ts";
import { openMailWorld, type MailWorld } from "../../../testing/mail-world.ts";
import { firstCalendarOf } from "../../../testing/test-app.ts";
import type { Actor } from "../../actor.ts";
import { createCalendar, type NewCalendar } from "../../calendars/create-calendar.ts";
import { deleteCalendar } from "../../calendars/delete-calendar.ts";
import { createGroup } from "../../groups/change-group.ts";
import { restoreCalendar } from "../../history/restore-calendar.ts";
import type { BookingPage, CalendarId, PrincipalId } from "../../types.ts";
import { bookStart } from "../book-start.ts";
import { createBookingPage, updateBookingPage } from "../booking-pages.ts";
import { confirmGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { PAGE_AT_FIRST } from "../starter-page.ts";
import { createThingPage } from "../thing-page.ts";
import { guestToken } from "../tokens.ts";

let world: MailWorld;
let elin: Actor;
let usual: CalendarId;
beforeEach(async () => {
  world = await openMailWorld({}, { limits: { pageRequests: 1_000, pageBookingsPerGuest: 100 } });
  elin = await world.person("elin");
  usual = await firstCalendarOf(world.app, elin);
});
afterEach(() => world.close());

const GUEST = "bo@example.org";

async function calendarOf(actor: Actor, fields: Partial<NewCalendar> = {}, of = actor.principalId) {
  const made = await createCalendar(world.app, actor, of, { name: "Advice", ...fields });
  if (!made.ok) throw new Error(made.problem.code);
  return made.value.calendar.id;
}
async function books(page: BookingPage, start = MONDAY_NINE, length = HALF_HOUR): Promise<string> {
  const found = await pageFor(world.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const form = guestForm({ start, length, mail: GUEST });
  const done = await bookStart(world.app, found, asked, form, "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  const { token } = await guestToken(world.app, done.value.booking.id);
  const confirmed = await confirmGuestBooking(world.app, token);
  if (!confirmed.ok) throw new Error(confirmed.problem.kind);
  return token;
}
const countIn = (calendarId: CalendarId): Promise<number> =>
  world.app.storage.read((tx) => tx.objects.count(calendarId));
async function mailTo(address: string): Promise<string> {
  const before = world.sink.mails.length;
  expect(await world.send()).toEqual([]);
  return world.sink.mails
    .slice(before)
    .filter(({ to }) => to.includes(address))
    .map(({ read }) => read.text ?? "")
    .join("\n");
}
const typeIn = (calendarId: string, hosts: readonly PrincipalId[] = [elin.principalId]) =>
  eventType(hosts, { calendarId });

describe("a calendar that was chosen for bookings", () => {
  it("has them, moved ones too, and the usual one has none", async () => {
    const advice = await calendarOf(elin);
    const page = await openPage(world.app, elin, typeIn(advice));
    const token = await books(page);
    expect([await countIn(advice), await countIn(usual)]).toEqual([1, 0]);
    const wish = { start: MONDAY_NINE + 2 * HOUR, length: HALF_HOUR };
    expect((await moveGuestBooking(world.app, token, wish)).ok).toBe(true);
    expect([await countIn(advice), await countIn(usual)]).toEqual([1, 0]);
    expect(await mailTo("elin@example.com")).not.toContain("chose for these bookings");
  });

  it("has them no longer once it is deleted, which the host is told and no guest, and has them again once it is restored", async () => {
    const advice = await calendarOf(elin);
    const page = await openPage(world.app, elin, typeIn(advice));
    expect((await deleteCalendar(world.app, elin, advice, { withEvents: true })).ok).toBe(true);
    await books(page);
    expect(await countIn(usual)).toBe(1);
    const before = world.sink.mails.length;
    const said = await mailTo("elin@example.com");
    expect(said).toContain("The calendar that you chose for these bookings is gone, so they go into");
    const toGuest = world.sink.mails.slice(before).filter(({ to }) => to.includes(GUEST));
    expect(toGuest.length).toBeGreaterThan(0);
    for (const { read } of toGuest) expect(read.text).not.toMatch(/calendar|kalender/i);
    expect((await restoreCalendar(world.app, elin, elin.principalId, advice)).ok).toBe(true);
    await books(page, MONDAY_NINE + HOUR);
    expect([await countIn(advice), await countIn(usual)]).toEqual([1, 1]);
    expect(await mailTo("elin@example.com")).not.toContain("chose for these bookings");
  });

  it("that is gone holds up nobody who changes something else of the page, and is no choice for another type", async () => {
    const advice = await calendarOf(elin);
    const page = await openPage(world.app, elin, typeIn(advice));
    expect((await deleteCalendar(world.app, elin, advice, { withEvents: true })).ok).toBe(true);
    const [talk] = page.types;
    if (!talk) throw new Error("no type");
    const renamed = { ...talk, title: { en: "Advice" } };
    expect((await updateBookingPage(world.app, elin, page.id, { types: [renamed] })).ok).toBe(true);
    const types = [renamed, { ...talk, id: "other" }];
    expect(await updateBookingPage(world.app, elin, page.id, { types })).toMatchObject({
      ok: false,
      problem: { code: "invalid-value", field: "types/1/type/calendarId" },
    });
  });

  it("is the group's where it lends a thing", async () => {
    const thing = await (await bookableMaker(world.app, elin))();
    const board = await world.app.storage.read(async (tx) => (await tx.bookables.byId(thing))?.managersId);
    if (!board) throw new Error("no board");
    const lent = await calendarOf({ ...elin, isAdmin: true }, { name: "Lent" }, board);
    const made = await createThingPage(world.app, elin, board, thing);
    if (!made.ok) throw new Error(made.problem.code);
    const types = made.value.types.map((each) => ({ ...each, type: { ...each.type, calendarId: lent } }));
    expect((await updateBookingPage(world.app, elin, made.value.id, { types })).ok).toBe(true);
    await books(made.value, MONDAY_NINE, HOUR);
    expect([await countIn(lent), await countIn(usual)]).toEqual([1, 0]);
  });
});

describe("a colour that was chosen for bookings", () => {
  it("is that of the event of who organizes it, of no invitation, and of nothing that was made before", async () => {
    const colours = async (actor: Actor) => {
      const calendarIds = [await firstCalendarOf(world.app, actor)];
      const query = { calendarIds, component: "VEVENT", limit: 9 } as const;
      const found = await world.app.storage.read((tx) => tx.objects.find(query));
      return found.map(({ icalendar }) => /^COLOR:(.*)\r$/m.exec(icalendar)?.[1] ?? "none").toSorted();
    };
    const nils = await world.person("nils");
    const admin = { ...elin, isAdmin: true };
    await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
    const hosts = [elin.principalId, nils.principalId];
    const members = new Map(hosts.map((id) => [id, { isManager: true }]));
    const group = await createGroup(world.app, admin, "Board", members);
    if (!group.ok) throw new Error(group.problem.code);
    const type = eventType(hosts, { mode: "collective" });
    const page = await openPage(world.app, elin, type, {}, group.value);
    await books(page);
    const types = page.types.map((each) => ({ ...each, type: { ...type, color: "spruce" } }));
    expect((await updateBookingPage(world.app, elin, page.id, { types })).ok).toBe(true);
    await books(page, MONDAY_NINE + HOUR);
    await world.send();
    expect(await colours(elin)).toEqual(["none", "seagreen"]);
    // Whoever is invited has colours of their own.
    expect(await colours(nils)).toEqual(["none", "none"]);
  });
});

describe("a calendar that nobody can choose for bookings", () => {
  it("is somebody else's, shared or not, one for tasks, one of a feed, and one that there is not, all said alike", async () => {
    const nils = await world.person("nils");
    const theirs = await firstCalendarOf(world.app, nils);
    const shared = await calendarOf(nils);
    const { principalId } = elin;
    await world.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: shared, principalId, level: "manage" }),
    );
    const tasks = await calendarOf(elin, { components: ["VTODO"] });
    const feed = await calendarOf(elin, { isReadOnly: true });
    for (const id of [theirs, shared, tasks, feed, "none", "../x"]) {
      const made = await createBookingPage(world.app, elin, principalId, {
        ...PAGE_AT_FIRST,
        slug: "elin-advice",
        title: { en: "Advice" },
        types: [{ id: "talk", title: { en: "Talk" }, description: {}, type: typeIn(id) }],
      });
      expect(made).toEqual({
        ok: false,
        problem: {
          code: "invalid-value",
          field: "types/0/type/calendarId",
          detail: "a calendar of the page's account that takes events",
        },
      });
    }
  });

  it("is any where members of a group receive guests", async () => {
    const admin = { ...elin, isAdmin: true };
    await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
    const members = new Map([[elin.principalId, { isManager: true }]]);
    const group = await createGroup(world.app, admin, "Board", members);
    if (!group.ok) throw new Error(group.problem.code);
    const ofGroup = await calendarOf(admin, {}, group.value);
    for (const id of [usual, ofGroup])
      await expect(openPage(world.app, elin, typeIn(id), {}, group.value)).rejects.toThrow(
        "only where the page's account receives guests itself",
      );
  });
});
