import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { removeExpired } from "../../../jobs/remove-expired.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
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
import { openMailWorld, type MailWorld } from "../../../testing/mail-world.ts";
import type { Actor } from "../../actor.ts";
import { createGroup } from "../../groups/change-group.ts";
import type { BookingPage, PrincipalId } from "../../types.ts";
import { putObject } from "../../write/put-object.ts";
import { bookStart } from "../book-start.ts";
import { cancelGuestBooking, confirmGuestBooking } from "../change-guest-booking.ts";
import { guestBooking } from "../seen/guest-booking.ts";
import { createThingPage } from "../thing-page.ts";
import { guestToken } from "../tokens.ts";

let world: MailWorld;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  nils = await world.person("nils");
  return () => world.close();
});

const GUEST = /Bo Ek|bo@example|Bygglov|46 70/;

/** A page of both, whose guests' data are kept for a day. */
async function pageOf(fields: Partial<EventType>): Promise<BookingPage> {
  await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const ids = [elin.principalId, nils.principalId];
  const members = new Map(ids.map((id) => [id, { isManager: true }]));
  const group = await createGroup(world.app, { ...elin, isAdmin: true }, "Board", members);
  if (!group.ok) throw new Error(group.problem.code);
  return openPage(world.app, elin, eventType(ids, fields), { keepDays: 1 }, group.value);
}

async function books(page: BookingPage, start = MONDAY_NINE, answers = ["Bygglov"]) {
  const found = await pageFor(world.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const said = { mail: "bo@example.org", answers, placeText: "+46 70 123 45 67" };
  const form = guestForm({ ...said, start });
  const done = await bookStart(world.app, found, asked, form, "192.0.2.1");
  if (!done.ok) return done.problem.kind;
  const { token } = await guestToken(world.app, done.value.booking.id);
  const confirmed = await confirmGuestBooking(world.app, token);
  if (!confirmed.ok) throw new Error(confirmed.problem.kind);
  expect(await world.send()).toEqual([]);
  return { booking: confirmed.value, token };
}
async function booked(...asked: Parameters<typeof books>) {
  const done = await books(...asked);
  if (typeof done === "string") throw new Error(done);
  return done;
}

/** Every text of the events of some accounts under a UID, the former ones too. */
const textsOf = (uid: string, accounts: readonly PrincipalId[]): Promise<readonly string[]> =>
  world.app.storage.read(async (tx) => {
    const texts: string[] = [];
    for (const account of accounts)
      for (const { id } of await tx.objects.byUidInAccount(account, uid)) {
        const stored = await tx.objects.byId(id);
        const former = await tx.changes.versions(id, 99);
        texts.push(...[stored, ...former].flatMap((each) => each?.icalendar.replaceAll("\r\n ", "") ?? []));
      }
    return texts;
  });

describe("what is known of a guest whose date has come", () => {
  it("is gone from the booking, from every event of hosts and room, and from their former texts", async () => {
    const room = await (await bookableMaker(world.app, await world.person("siv")))();
    const page = await pageOf({
      mode: "collective",
      rooms: { anyOf: [room], required: true },
      questions: [{ kind: "text", label: { sv: "Varför?" }, required: true }],
      places: [{ kind: "phone" }],
    });
    const { booking, token } = await booked(page);
    const accounts = [elin.principalId, nils.principalId, room];
    const before = await textsOf(booking.timeId, accounts);
    expect(before.filter((text) => GUEST.test(text)).length).toBeGreaterThanOrEqual(3);
    const mails = world.sink.mails.length;
    const logged = async () =>
      JSON.stringify(
        await world.app.storage.read((tx) =>
          tx.mail.deliveriesOf(booking.hosts[0] ?? elin.principalId, null, 99),
        ),
      );
    expect(await logged()).toMatch(GUEST);
    world.clock.advance(booking.deleteAfter - world.app.now() - 1);
    await removeExpired(world.app);
    expect((await guestBooking(world.app, token))?.standing).toBe("confirmed");
    world.clock.advance(1);
    await removeExpired(world.app);
    const after = await textsOf(booking.timeId, accounts);
    expect(after).toHaveLength(3);
    for (const text of after) {
      expect(text).not.toMatch(GUEST);
      expect(text).toContain("DTSTART;TZID=Europe/Stockholm:20261123T090000");
    }
    for (const text of await textsOf(booking.timeId, [elin.principalId, nils.principalId]))
      expect(text).toMatch(/SUMMARY:A talk\r/);
    expect(await guestBooking(world.app, token)).toBeUndefined();
    expect(
      JSON.stringify(await world.app.storage.read((tx) => tx.pageBookings.byId(booking.id))),
    ).not.toMatch(GUEST);
    expect(await world.send()).toEqual([]);
    expect(world.sink.mails).toHaveLength(mails);
    expect(await logged()).not.toMatch(GUEST);
  });

  it.each([true, false])(
    "is gone line by line, and what the host wrote between stays, with marks: %s",
    async (has) => {
      const choices = [{ sv: "Hemma" }, { sv: "På plats" }];
      const page = await openPage(
        world.app,
        elin,
        eventType([elin.principalId], {
          questions: [
            { kind: "text", label: { sv: "Varför?" }, required: true },
            { kind: "choice", label: { sv: "Var?" }, choices, required: true },
          ],
        }),
        { keepDays: 1 },
      );
      const { booking } = await booked(page, MONDAY_NINE, ["Bygglov", "1"]);
      const stored = await world.app.storage.read(async (tx) =>
        booking.objectId === null ? undefined : tx.objects.byId(booking.objectId),
      );
      if (!stored) throw new Error("no event");
      const before = stored.icalendar.replaceAll("\r\n ", "");
      expect(before).toContain("Bygglov\\nVar?: På plats");
      const marked = has ? before : before.replace(/\r\nJSPROP;[^\r]*answerMarks[^\r]*/, "");
      const text = marked.replace("\\nVar?", "\\nRitningen saknas\\nVar?");
      const place = { id: stored.calendarId, accountId: stored.accountId };
      expect(await putObject(world.app, elin, place, stored.uri, text, {})).toMatchObject({ ok: true });
      world.clock.advance(booking.deleteAfter - world.app.now());
      await removeExpired(world.app);
      const [after = ""] = await textsOf(booking.timeId, [elin.principalId]);
      expect(after).toContain("DESCRIPTION:Ritningen saknas\r");
      expect(after).not.toMatch(/answerMarks|På plats/);
    },
  );

  it("is gone of each guest who shared a time, on the date of each", async () => {
    const page = await openPage(world.app, elin, eventType([elin.principalId], { seats: 2 }), {
      keepDays: 1,
    });
    const found = await pageFor(world.app, page);
    const [asked] = found.types;
    if (!asked) throw new Error("nothing can be booked there");
    const bookings = [];
    for (const name of ["Bo Ek", "Nora"]) {
      const form = guestForm({ name, mail: `${name.slice(0, 2).toLowerCase()}@example.org` });
      const done = await bookStart(world.app, found, asked, form, "192.0.2.1");
      if (!done.ok) throw new Error(done.problem.kind);
      const { token } = await guestToken(world.app, done.value.booking.id);
      const confirmed = await confirmGuestBooking(world.app, token);
      if (!confirmed.ok) throw new Error(confirmed.problem.kind);
      bookings.push(confirmed.value);
    }
    const [bo, nora] = bookings;
    if (!bo || !nora) throw new Error("nobody");
    expect(nora.timeId).toBe(bo.timeId);
    await world.app.storage.write((tx) =>
      tx.pageBookings.update(nora.id, { deleteAfter: nora.deleteAfter + DAY }),
    );
    const texts = async () => (await textsOf(bo.timeId, [elin.principalId])).join();
    expect(await texts()).toMatch(/bo@[^]*no@/);
    world.clock.advance(bo.deleteAfter - world.app.now());
    await removeExpired(world.app);
    expect(await texts()).not.toMatch(/bo@|Bo Ek/);
    expect(await texts()).toContain("no@");
    world.clock.advance(DAY);
    await removeExpired(world.app);
    expect(await texts()).not.toMatch(/no@|Nora/);
  });

  it("is gone from the calendar of a group that lent a thing, and from the thing's", async () => {
    const board = { ...(await world.person("board")), isAdmin: true };
    const room = await (await bookableMaker(world.app, board))({ name: "Sauna", rules: LAUNDRY });
    const thing = await world.app.storage.read((tx) => tx.bookables.byId(room));
    if (!thing) throw new Error("no thing");
    const made = await createThingPage(world.app, board, thing.managersId, room);
    if (!made.ok) throw new Error(made.problem.code);
    const found = await pageFor(world.app, made.value);
    const [asked] = found.types;
    if (!asked) throw new Error("nothing can be booked there");
    const form = guestForm({
      mail: "bo@example.org",
      start: MONDAY_NINE - 2 * HOUR,
      length: 3 * HOUR,
      answers: (asked.type.questions ?? []).map(() => true),
    });
    const done = await bookStart(world.app, found, asked, form, "192.0.2.1");
    if (!done.ok) throw new Error(done.problem.kind);
    const { token } = await guestToken(world.app, done.value.booking.id);
    expect((await confirmGuestBooking(world.app, token)).ok).toBe(true);
    const { timeId, deleteAfter } = done.value.booking;
    const texts = async () => (await textsOf(timeId, [thing.managersId, room])).join();
    expect(await texts()).toMatch(/Bo Ek/);
    world.clock.advance(deleteAfter - world.app.now());
    await removeExpired(world.app);
    expect(await texts()).not.toMatch(GUEST);
    expect(await texts()).toContain("BEGIN:VEVENT");
  });

  it("is gone from the trash as well, where the guest had cancelled", async () => {
    const { booking, token } = await booked(await pageOf({ mode: "collective" }));
    const id = booking.objectId;
    if (id === null) throw new Error("no event");
    expect((await cancelGuestBooking(world.app, token, "Bygglov")).ok).toBe(true);
    const removed = () => world.app.storage.read((tx) => tx.objects.removed(id));
    expect((await removed())?.icalendar).toMatch(/Bo Ek/);
    world.clock.advance(booking.deleteAfter - world.app.now());
    await removeExpired(world.app);
    expect(await removed()).toBeUndefined();
    expect(await world.app.storage.read((tx) => tx.pageBookings.byId(booking.id))).toBeUndefined();
  });

  it("is gone, but their time counts in the limit of its month, and then in nothing", async () => {
    const page = await pageOf({ mode: "rotate", limits: [{ of: "page", per: "month", max: 1 }] });
    const { booking } = await booked(page);
    world.clock.advance(booking.deleteAfter - world.app.now());
    await removeExpired(world.app);
    expect(await books(page, MONDAY_NINE + 3 * DAY)).toBe("gone");
    // In December.
    await booked(page, MONDAY_NINE + 8 * DAY);
    world.clock.advance(32 * DAY);
    await removeExpired(world.app);
    expect(await world.app.storage.read((tx) => tx.pageBookings.byId(booking.id))).toBeUndefined();
  });

  it("is gone, but it counts for thirty days whose turn it was", async () => {
    const page = await pageOf({ mode: "rotate" });
    const busy = vevent("busy", "DTSTART:20261123T080000Z", "DURATION:PT2H");
    await world.put(nils, "busy.ics", [...busy, ""].join("\r\n"));
    const [first, second] = [await booked(page), await booked(page, MONDAY_NINE + HALF_HOUR)];
    for (const { booking } of [first, second]) expect(booking.hosts).toEqual([elin.principalId]);
    world.clock.advance(second.booking.deleteAfter - world.app.now());
    await removeExpired(world.app);
    // If nothing were known of it, the first by id would have the third as well.
    for (const n of [0, 1]) {
      const next = await booked(page, MONDAY_NINE + 3 * DAY + n * HALF_HOUR);
      expect(next.booking.hosts).toEqual([nils.principalId]);
    }
  });
});
