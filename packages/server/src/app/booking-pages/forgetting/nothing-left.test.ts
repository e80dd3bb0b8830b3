import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { removeExpired } from "../../../jobs/remove-expired.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../../testing/booking/open-page.ts";
import { vevent } from "../../../testing/test-jmap.ts";
import { openSearchedWorld, type SearchedWorld } from "../../../testing/booking/searched-world.ts";
import type { Actor } from "../../actor.ts";
import type { GuestForm } from "../guest-form.ts";
import { deleteAccount } from "../../accounts/delete-account.ts";
import { createGroup } from "../../groups/change-group.ts";
import { objectByUri } from "../../objects/get-objects.ts";
import type { BookingPage, PageBooking, PrincipalId } from "../../types.ts";
import { deleteObject } from "../../write/delete-object.ts";
import { putObject } from "../../write/put-object.ts";
import { bookStart } from "../book-start.ts";
import { cancelGuestBooking, confirmGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { giveToAnother } from "../giving/give-booking.ts";
import { guestToken } from "../tokens.ts";

// A page tells its guests when what they write is deleted. Here the whole database is searched for it: every row of every table.

let world: SearchedWorld;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  world = await openSearchedWorld();
  elin = { ...(await world.person("elin")), isAdmin: true };
  nils = await world.person("nils");
  await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  return () => world.close();
});

const BO = { name: "Bo Ek", mail: "bo@example.org", answers: ["Bygglov"], placeText: "+46 70 123 45 67" };
const BOS = /Bo Ek|bo@example|Bygglov|46 70/;
const QUESTIONS = {
  questions: [{ kind: "text", label: { sv: "Varför?" }, required: true }],
  places: [{ kind: "phone" }],
} as const satisfies Partial<EventType>;

async function pageOf(fields: Partial<EventType>): Promise<BookingPage> {
  const ids = [elin.principalId, nils.principalId];
  const group = await createGroup(
    world.app,
    elin,
    "Board",
    new Map(ids.map((id) => [id, { isManager: true }])),
  );
  if (!group.ok) throw new Error(group.problem.code);
  return openPage(world.app, elin, eventType(ids, { ...QUESTIONS, ...fields }), { keepDays: 1 }, group.value);
}

async function books(page: BookingPage, fields: Partial<GuestForm> = {}) {
  const found = await pageFor(world.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const done = await bookStart(world.app, found, asked, guestForm({ ...BO, ...fields }), "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  const { token } = await guestToken(world.app, done.value.booking.id);
  const confirmed = await confirmGuestBooking(world.app, token);
  if (!confirmed.ok) throw new Error(confirmed.problem.kind);
  expect(await world.send()).toEqual([]);
  return { booking: confirmed.value, token };
}

async function passDate({ deleteAfter }: PageBooking): Promise<void> {
  world.clock.advance(deleteAfter - world.app.now());
  await removeExpired(world.app);
  expect(await world.send()).toEqual([]);
}

const eventOf = (accountId: PrincipalId, uid: string) =>
  world.app.storage.read(async (tx) => {
    const [head] = await tx.objects.byUidInAccount(accountId, uid);
    if (!head) throw new Error("no event");
    return head;
  });

describe("what a guest wrote is in no table any more when its date has come", () => {
  it("after the booking was given to another host, and back", async () => {
    const room = await (await bookableMaker(world.app, await world.person("siv")))();
    const page = await pageOf({ mode: "rotate", rooms: { anyOf: [room], required: true } });
    const { booking, token } = await books(page);
    expect(await world.tablesNaming(BOS)).toEqual(
      expect.arrayContaining(["mail_delivery", "object", "page_booking"]),
    );
    for (const to of [nils, elin, nils]) {
      const given = await giveToAnother(world.app, elin, booking.id, to.principalId);
      expect(given).toMatchObject({ ok: true });
      expect(await world.send()).toEqual([]);
    }
    const to = { start: booking.startsAt + DAY, length: HALF_HOUR };
    const moved = await moveGuestBooking(world.app, token, to);
    if (!moved.ok) throw new Error(moved.problem.kind);
    // The date of what the first host had waits for that of the last one.
    await passDate(booking);
    expect((await eventOf(nils.principalId, booking.timeId)).summary).toBe("A talk – Bo Ek");
    await passDate(moved.value);
    expect(await world.tablesNaming(BOS)).toEqual([]);
    expect((await eventOf(nils.principalId, booking.timeId)).summary).toBe("A talk");
  });

  it("after the guest had moved away from those with whom they shared a time", async () => {
    const page = await pageOf({ mode: "collective", seats: 3 });
    const { booking, token } = await books(page);
    const nora = await books(page, {
      name: "Nora",
      mail: "no@example.org",
      answers: ["x"],
      placeText: "+46 8 1",
    });
    expect(nora.booking.timeId).toBe(booking.timeId);
    const to = { start: MONDAY_NINE + 4 * HALF_HOUR, length: HALF_HOUR };
    expect(await moveGuestBooking(world.app, token, to)).toMatchObject({ ok: true });
    expect(await world.send()).toEqual([]);
    await world.app.storage.write((tx) =>
      tx.pageBookings.update(nora.booking.id, { deleteAfter: nora.booking.deleteAfter + 9 * DAY }),
    );
    await passDate({ ...booking, deleteAfter: booking.deleteAfter + DAY });
    expect(await world.tablesNaming(BOS)).toEqual([]);
    expect(await world.tablesNaming(/no@example/)).toContain("object");
  });

  it("after the last of those who shared a time had moved away from it", async () => {
    const { booking, token } = await books(await pageOf({ mode: "collective", seats: 3 }));
    const other = await books(await pageOf({ mode: "collective", seats: 3 }), {
      start: MONDAY_NINE + HALF_HOUR,
    });
    const to = { start: MONDAY_NINE + 4 * HALF_HOUR, length: HALF_HOUR };
    for (const each of [token, other.token])
      expect(await moveGuestBooking(world.app, each, to)).toMatchObject({});
    expect(await world.send()).toEqual([]);
    await passDate({ ...booking, deleteAfter: other.booking.deleteAfter + DAY });
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });

  it("after hosts, a room and somebody invited besides had deleted the event, or kept it", async () => {
    const siv = await world.person("siv");
    const room = await (await bookableMaker(world.app, siv))();
    const page = await pageOf({ mode: "collective", rooms: { anyOf: [room], required: true } });
    const { booking } = await books(page);
    const [own, copy] = [
      await eventOf(elin.principalId, booking.timeId),
      await eventOf(nils.principalId, booking.timeId),
    ];
    const read = await objectByUri(world.app, elin, own.calendarId, own.uri);
    if (!read.ok) throw new Error(read.problem.code);
    const pia = await world.person("pia");
    const ola = await world.person("ola");
    const invited = [pia, ola]
      .map(({ login }) => `ATTENDEE;RSVP=TRUE:mailto:${login}@example.com`)
      .join("\r\n");
    const text = read.value.icalendar.replace("END:VEVENT", `${invited}\r\nEND:VEVENT`);
    const place = { accountId: elin.principalId, id: own.calendarId };
    expect(await putObject(world.app, elin, place, own.uri, text, {})).toMatchObject({ ok: true });
    expect(await world.send()).toEqual([]);
    for (const [actor, head] of [
      [nils, copy],
      [pia, await eventOf(pia.principalId, booking.timeId)],
    ] as const) {
      const gone = await deleteObject(
        world.app,
        actor,
        { accountId: actor.principalId, id: head.calendarId },
        head.uri,
        {},
      );
      expect(gone).toMatchObject({ ok: true });
    }
    expect(await world.send()).toEqual([]);
    expect((await eventOf(ola.principalId, booking.timeId)).uid).toBe(booking.timeId);
    await passDate(booking);
    expect(await world.tablesNaming(BOS)).toEqual([]);
    expect((await eventOf(ola.principalId, booking.timeId)).summary).toBe("A talk");
  });

  it("after the group whose page it was had been deleted for good", async () => {
    const page = await pageOf({ mode: "collective" });
    const { booking } = await books(page, { start: MONDAY_NINE + 50 * DAY + HALF_HOUR });
    expect(await deleteAccount(world.app, elin, page.accountId, undefined)).toMatchObject({ ok: true });
    world.clock.advance(booking.endsAt - world.app.now());
    await removeExpired(world.app);
    expect(await world.app.storage.read((tx) => tx.bookingPages.byId(page.id))).toBeUndefined();
    // Their hosts receive them all the same.
    expect((await eventOf(nils.principalId, booking.timeId)).summary).toBe("A talk – Bo Ek");
    await passDate(booking);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });

  it("after they had cancelled, and said why", async () => {
    const { booking, token } = await books(await pageOf({ mode: "collective" }));
    expect((await cancelGuestBooking(world.app, token, "Bygglov beviljat")).ok).toBe(true);
    expect(await world.send()).toEqual([]);
    await passDate(booking);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });
});

describe("what guests wrote whose bookings were deleted before their events were thought of", () => {
  /** As it was done then. */
  const deletedAsBefore = ({ id }: PageBooking) =>
    world.app.storage.write(async (tx) => {
      await tx.pageBookings.update(id, { mail: "", deleteAfter: world.app.now() });
      expect(await tx.pageBookings.forget(world.app.now(), 9)).toBe(1);
    });
  const writeAs = async (accountId: PrincipalId, uid: string, change: (text: string) => string) => {
    const { id, calendarId, uri } = await eventOf(accountId, uid);
    const stored = await world.app.storage.read((tx) => tx.objects.byId(id));
    const text = change((stored?.icalendar ?? "").replaceAll("\r\n ", ""));
    expect(await putObject(world.app, elin, { accountId, id: calendarId }, uri, text, {})).toMatchObject({
      ok: true,
    });
  };

  it("is in no table any more, and what their hosts wrote stays", async () => {
    const page = await pageOf({ mode: "collective" });
    const { booking } = await books(page);
    const untouched = await books(page, { start: MONDAY_NINE + HALF_HOUR });
    const trashed = await books(page, { start: MONDAY_NINE + 2 * HALF_HOUR });
    expect((await cancelGuestBooking(world.app, trashed.token, "")).ok).toBe(true);
    await writeAs(elin.principalId, booking.timeId, (text) =>
      text
        .replace(/\r\nJSPROP;[^\r]*answerMarks[^\r]*/, "")
        .replace("DESCRIPTION:", String.raw`DESCRIPTION:Ritningen saknas\n`),
    );
    await writeAs(elin.principalId, untouched.booking.timeId, (text) => text.replace(/A talk/, "Two talks"));
    expect(await world.send()).toEqual([]);
    world.clock.advance(trashed.booking.deleteAfter - world.app.now());
    for (const each of [booking, untouched.booking, trashed.booking]) await deletedAsBefore(each);
    await removeExpired(world.app);
    expect(await world.tablesNaming(BOS)).toEqual([]);
    const { id } = await eventOf(elin.principalId, booking.timeId);
    expect((await world.app.storage.read((tx) => tx.objects.byId(id)))?.icalendar).toContain(
      "DESCRIPTION:Ritningen saknas\r\n",
    );
    expect((await eventOf(elin.principalId, untouched.booking.timeId)).summary).toBe("Two talks");
  });

  it("stays as long as the booking is known or to come, and is looked for once", async () => {
    const page = await pageOf({ mode: "collective" });
    const known = await books(page);
    const coming = await books(page, { start: MONDAY_NINE + 4 * DAY });
    world.clock.advance(known.booking.endsAt + 1 - world.app.now());
    await deletedAsBefore(coming.booking);
    // A meeting of somebody whose app names its guests so.
    const key = `guest-${known.booking.id}`;
    const own = vevent(
      "own",
      "DTSTART:20260101T080000Z",
      "SUMMARY:A talk – Bo Ek",
      "ORGANIZER:mailto:elin@example.com",
      `ATTENDEE;CN=Bo Ek;JSID=${key}:mailto:bo@example.org`,
    );
    await world.put(elin, "own.ics", [...own, ""].join("\r\n"));
    await removeExpired(world.app);
    for (const uid of [known.booking.timeId, coming.booking.timeId, "own"])
      expect((await eventOf(elin.principalId, uid)).summary).toBe("A talk – Bo Ek");
    // What was looked at is not looked at again.
    world.clock.advance(9 * DAY);
    await removeExpired(world.app);
    expect((await eventOf(elin.principalId, coming.booking.timeId)).summary).toBe("A talk – Bo Ek");
    expect((await eventOf(elin.principalId, known.booking.timeId)).summary).toBe("A talk");
  });
});
