import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sharedBackends, type TestPlace } from "../../../storage/contract/backends.ts";
import { bookableMaker } from "../../../testing/booking/make-rooms.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../../testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../../testing/test-app.ts";
import { vevent } from "../../../testing/test-jmap.ts";
import type { Actor } from "../../actor.ts";
import { createGroup } from "../../groups/change-group.ts";
import type { BookingPage, PageBookingId, PrincipalId } from "../../types.ts";
import { putObject } from "../../write/put-object.ts";
import { bookStart } from "../book-start.ts";
import { updateBookingPage } from "../booking-pages.ts";
import { cancelGuestBooking, moveGuestBooking } from "../change-guest-booking.ts";
import { guestBooking } from "../seen/guest-booking.ts";
import { guestToken } from "../tokens.ts";
import { giveToAnother } from "./give-booking.ts";

describe.each(sharedBackends)("a booking that is given to another host, on $name", (backend) => {
  let place: TestPlace;
  let test: TestApp;
  let elin: Actor;
  let nils: Actor;
  let sara: Actor;
  beforeEach(async () => {
    place = await backend.make();
    test = await openTestApp({ storage: await place.open(), limits: { pageRequests: 1_000 } });
    elin = { ...(await test.person("elin")), isAdmin: true };
    nils = await test.person("nils");
    sara = await test.person("sara");
    await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  });
  afterEach(async () => {
    await test.close();
    await place.drop();
  });

  async function pageOf(fields: Partial<EventType> = {}, hosts = [elin, nils, sara]): Promise<BookingPage> {
    const members = new Map(hosts.map(({ principalId }) => [principalId, { isManager: true }]));
    const group = await createGroup(test.app, elin, "Board", members);
    if (!group.ok) throw new Error(group.problem.code);
    const type = eventType(
      hosts.map(({ principalId }) => principalId),
      { mode: "rotate", ...fields },
    );
    return openPage(test.app, elin, type, {}, group.value);
  }
  async function books(page: BookingPage, start = MONDAY_NINE) {
    const found = await pageFor(test.app, page);
    const [asked] = found.types;
    if (!asked) throw new Error("nothing can be booked there");
    const done = await bookStart(test.app, found, asked, guestForm({ start }), "192.0.2.1");
    if (!done.ok) throw new Error(done.problem.kind);
    const { token } = await guestToken(test.app, done.value.booking.id);
    return { ...done.value.booking, token };
  }
  const give = async (
    id: PageBookingId,
    to?: Actor,
    by = elin,
  ): Promise<PrincipalId | string | undefined> => {
    const done = await giveToAnother(test.app, by, id, to?.principalId);
    return done.ok ? done.value.hosts[0] : done.problem.code;
  };
  async function eventsOf(actor: Actor): Promise<readonly string[]> {
    const calendarIds = [await firstCalendarOf(test.app, actor)];
    const found = await test.app.storage.read((tx) =>
      tx.objects.find({ calendarIds, component: "VEVENT", limit: 100 }),
    );
    return found.map(({ uid }) => uid);
  }
  async function isBusy(actor: Actor, start = "20261123T080000Z", end = "20261123T083000Z"): Promise<void> {
    const home = ownCalendar(actor, await firstCalendarOf(test.app, actor));
    const lines = [`DTSTART:${start}`, `DTEND:${end}`, "SUMMARY:Own"];
    const text = [...vevent(`own-${actor.login}`, ...lines), ""].join("\r\n");
    expect((await putObject(test.app, actor, home, "own.ics", text, {})).ok).toBe(true);
  }

  it("goes to whoever's turn it is, with its link, UID and time, and leaves the calendar of the former one", async () => {
    const page = await pageOf();
    const first = await books(page);
    const second = await books(page, MONDAY_NINE + HALF_HOUR);
    expect([first.hosts, second.hosts]).toEqual([[elin.principalId], [nils.principalId]]);
    // Nils has a guest already, Sara none.
    expect(await give(first.id)).toBe(sara.principalId);
    const seen = await guestBooking(test.app, first.token);
    expect(seen).toMatchObject({
      standing: "confirmed",
      booking: { startsAt: MONDAY_NINE, timeId: first.timeId, moves: 1 },
      hosts: [{ id: sara.principalId }],
    });
    expect(await eventsOf(elin)).toEqual([]);
    expect(await eventsOf(sara)).toEqual([first.timeId]);
    // The time of the former host is free, that of the new one is not.
    expect((await books(page)).hosts).not.toEqual([sara.principalId]);
    const to = { start: MONDAY_NINE + 4 * HALF_HOUR, length: HALF_HOUR };
    expect((await moveGuestBooking(test.app, first.token, to)).ok).toBe(true);
    expect((await cancelGuestBooking(test.app, first.token, "")).ok).toBe(true);
    expect(await eventsOf(sara)).toEqual([]);
  });

  it("goes to whom it is given by name, and back", async () => {
    const page = await pageOf();
    const booking = await books(page);
    await isBusy(nils);
    expect(await give(booking.id, nils)).toBe("nobody-else-free");
    expect(await eventsOf(elin)).toEqual([booking.timeId]);
    // Whoever receives the guest may give them too.
    expect(await give(booking.id, sara, elin)).toBe(sara.principalId);
    expect(await give(booking.id, elin, sara)).toBe(elin.principalId);
    expect(await eventsOf(elin)).toEqual([booking.timeId]);
    await isBusy(sara);
    expect(await give(booking.id)).toBe("nobody-else-free");
    expect((await guestBooking(test.app, booking.token))?.standing).toBe("confirmed");
  });

  it("is judged without notice and pause, which bind guests, until it begins", async () => {
    const page = await pageOf({ minNotice: "P1D", horizon: { within: "P10D" } });
    const booking = await books(page);
    test.clock.advance(MONDAY_NINE - 30 * MINUTE - test.app.now());
    const paused = await updateBookingPage(test.app, elin, page.id, { state: "paused" });
    expect(paused.ok).toBe(true);
    expect(await give(booking.id)).toBe(nils.principalId);
    test.clock.advance(30 * MINUTE);
    expect(await give(booking.id)).toBe("booking-not-now");
  });

  it("is refused to others, where nobody takes turns, and of what is over", async () => {
    const page = await pageOf();
    const booking = await books(page);
    const mal = await test.person("mal");
    expect(await give(booking.id, undefined, mal)).toBe("not-found");
    expect(await give(booking.id, mal)).toBe("nobody-else-free");
    expect(await give("nothing" as PageBookingId)).toBe("not-found");
    await cancelGuestBooking(test.app, booking.token, "");
    expect(await give(booking.id)).toBe("booking-not-now");
    const together = await pageOf({ mode: "collective" });
    expect(await give((await books(together, MONDAY_NINE + 6 * HALF_HOUR)).id)).toBe("booking-not-now");
  });

  it("keeps its room, and a request stays one", async () => {
    const make = await bookableMaker(test.app, elin);
    const blue = await make({ name: "Blue" });
    const page = await pageOf({ rooms: { anyOf: [blue], required: true }, approval: true });
    const booking = await books(page);
    expect(booking.state).toBe("requested");
    expect(await give(booking.id)).toBe(nils.principalId);
    expect((await guestBooking(test.app, booking.token))?.standing).toBe("requested");
    const other = await pageOf({ rooms: { anyOf: [blue], required: true } });
    const confirmed = await books(other, MONDAY_NINE + 2 * HALF_HOUR);
    expect(await give(confirmed.id, sara)).toBe(sara.principalId);
    const inRoom = await test.app.storage.read((tx) =>
      tx.bookings.inRange(blue, { start: confirmed.startsAt, end: confirmed.endsAt }, ["confirmed"]),
    );
    expect(inRoom).toMatchObject([{ bookedBy: sara.principalId }]);
    expect(await eventsOf(sara)).toEqual([confirmed.timeId]);
  });

  it("goes to one of two to whom two give it at once", async () => {
    const page = await pageOf();
    const booking = await books(page);
    const done = await Promise.all([
      give(booking.id, nils),
      give(booking.id, sara, nils),
      give(booking.id, sara),
    ]);
    expect(
      done.filter((each) => each === nils.principalId || each === sara.principalId).length,
    ).toBeGreaterThan(0);
    const all = [...(await eventsOf(elin)), ...(await eventsOf(nils)), ...(await eventsOf(sara))];
    expect(all).toEqual([booking.timeId]);
  });
});
