import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { Actor } from "../../app/actor.ts";
import { bookStart } from "../../app/booking-pages/book-start.ts";
import {
  cancelGuestBooking,
  confirmGuestBooking,
  moveGuestBooking,
} from "../../app/booking-pages/change-guest-booking.ts";
import { answerPageRequest, cancelAsHost } from "../../app/booking-pages/host-answers.ts";
import type { GuestForm } from "../../app/booking-pages/guest-form.ts";
import { giveToAnother } from "../../app/booking-pages/giving/give-booking.ts";
import { sendPageNotice } from "../../app/booking-pages/send-notice.ts";
import { guestToken } from "../../app/booking-pages/tokens.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { BookingPage, PageBooking } from "../../app/types.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../testing/booking/open-page.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const GUEST = "bo@example.org";

/** A guest books, and has read the mail in which the link is. */
async function booked(
  fields: Partial<EventType> = {},
  language: "sv" | "en-GB" = "sv",
): Promise<{ booking: PageBooking; token: string }> {
  return bookedAt(await openPage(world.app, elin, eventType([elin.principalId], fields)), language);
}

async function bookedAt(
  page: BookingPage,
  language: "sv" | "en-GB",
  form: Partial<GuestForm> = {},
): Promise<{ booking: PageBooking; token: string }> {
  const found = await pageFor(world.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const done = await bookStart(
    world.app,
    found,
    asked,
    guestForm({ mail: GUEST, language, ...form }),
    "192.0.2.1",
  );
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  const { token } = await guestToken(world.app, done.value.booking.id);
  const confirmed = await confirmGuestBooking(world.app, token);
  if (!confirmed.ok) throw new Error(JSON.stringify(confirmed.problem));
  return { booking: confirmed.value, token };
}

/** Sends what is due, and says what has come for somebody since the last time. */
async function comes(to = GUEST) {
  const before = world.sink.mails.length;
  expect(await world.send()).toEqual([]);
  return world.sink.mails
    .slice(before)
    .filter((mail) => mail.to.includes(to))
    .map(({ read }) => {
      const file = read.attachments.find(({ mimeType }) => mimeType === "text/calendar");
      const { content = "" } = file ?? {};
      const ics = typeof content === "string" ? content : new TextDecoder().decode(content);
      return { subject: read.subject ?? "", text: read.text ?? "", ics: ics.replaceAll("\r\n ", "") };
    });
}
const hostMails = () => world.sink.mails.filter(({ to }) => to.includes("elin@example.com"));
const methodOf = ({ ics }: { ics: string }): string | undefined => /METHOD:(\w+)/.exec(ics)?.[1];

describe("a request", () => {
  it("is told to guest and host, and its answer to the guest alone", async () => {
    const { booking } = await booked({ approval: true });
    const [requested, ...others] = await comes();
    expect(others).toEqual([]);
    expect(requested?.text).toContain("Din förfrågan väntar på svar från elin.");
    // Of what nobody has promised no calendar hears.
    expect(requested?.ics).toBe("");
    expect(hostMails()).toHaveLength(1);
    expect((await answerPageRequest(world.app, elin, booking.id, true, "")).ok).toBe(true);
    const [confirmed, ...more] = await comes();
    expect(more).toEqual([]);
    expect(confirmed?.text).toContain("Du är bokad.");
    expect(confirmed && methodOf(confirmed)).toBe("REQUEST");
    expect(hostMails()).toHaveLength(1);
  });

  it("that is declined says so with the reason, in the guest's language, and is in no calendar", async () => {
    const { booking } = await booked({ approval: true }, "en-GB");
    await comes();
    const done = await answerPageRequest(world.app, elin, booking.id, false, "I am away that day");
    expect(done.ok).toBe(true);
    const [declined, ...others] = await comes();
    expect(others).toEqual([]);
    expect(declined?.text).toContain("elin cannot receive you at this time.");
    expect(declined?.text).toContain("I am away that day");
    expect(declined?.ics).toBe("");
    expect(await comes()).toEqual([]);
  });
});

describe("a booking", () => {
  it("has a neutral subject with its date, and both clocks where they differ", async () => {
    await booked({}, "en-GB");
    const [confirmed] = await comes();
    expect(confirmed?.subject).toMatch(/^A talk – elin, Mon 23 Nov/);
    expect(confirmed?.text).not.toMatch(/in \d+ days|tomorrow/);
  });

  it("says both clocks in mail and calendar where they differ, and until when it can be changed", async () => {
    const page = await openPage(
      world.app,
      elin,
      eventType([elin.principalId], {
        change: { moveUntil: "PT24H", cancelUntil: "PT2H" },
        reminders: ["PT1H"],
      }),
    );
    await bookedAt(page, "en-GB", { timeZone: "America/New_York" });
    const [confirmed] = await comes();
    for (const text of [confirmed?.text, confirmed?.ics]) expect(text).toMatch(/03:00–03:30[^]*09:00–09:30/);
    expect(confirmed?.ics).toMatch(/DESCRIPTION:[^\r]*03:00–03:30/);
    expect(confirmed?.text).toContain("You can move it until Sun 22 Nov, 03:00.");
    expect(confirmed?.text).toContain("You can cancel it until Mon 23 Nov, 01:00.");
    world.clock.advance(MONDAY_NINE - HOUR - world.clock.now());
    const [reminder] = await comes();
    expect(reminder?.text).toContain("A reminder of your booking.");
    expect(reminder?.text).not.toMatch(/until/);
    const { booking } = await bookedAt(page, "sv", { start: MONDAY_NINE + DAY });
    const [swedish] = await comes();
    expect(booking.timeZone).toBe("Europe/Stockholm");
    expect(swedish?.ics).not.toContain("DESCRIPTION");
    expect(swedish?.text).toContain("Du kan avboka fram till");
  });

  it("is reminded of as its type says, and never after it has begun", async () => {
    await booked({ reminders: ["P1D", "PT1H"] });
    expect(await comes()).toHaveLength(1);
    world.clock.advance(MONDAY_NINE - DAY - 1 - world.clock.now());
    expect(await comes()).toEqual([]);
    world.clock.advance(1);
    const [reminder, ...others] = await comes();
    expect(others).toEqual([]);
    expect(reminder?.text).toContain("En påminnelse om din bokning.");
    expect(reminder?.ics).toBe("");
    expect(await comes("elin@example.com")).toEqual([]);
    // The server is away when the second one is due.
    world.clock.advance(DAY);
    expect(await comes()).toEqual([]);
  });

  it("is reminded of at its new time once it is moved, and not at all once it is cancelled", async () => {
    const { token } = await booked({ reminders: ["PT1H"] });
    await comes();
    const to = { start: MONDAY_NINE + 4 * HOUR, length: HALF_HOUR };
    expect((await moveGuestBooking(world.app, token, to)).ok).toBe(true);
    const [moved] = await comes();
    expect(moved && methodOf(moved)).toBe("REQUEST");
    expect(moved?.ics).toContain("SEQUENCE:1");
    world.clock.advance(MONDAY_NINE - HOUR - world.clock.now());
    expect(await comes()).toEqual([]);
    expect((await cancelGuestBooking(world.app, token, "")).ok).toBe(true);
    expect((await comes()).map(methodOf)).toEqual(["CANCEL"]);
    world.clock.advance(4 * HOUR);
    expect(await comes()).toEqual([]);
  });

  it("that its host cancels leaves the guest's calendar, with the reason", async () => {
    const { booking } = await booked();
    const [confirmed] = await comes();
    expect((await cancelAsHost(world.app, elin, booking.id, "Sjuk")).ok).toBe(true);
    const [cancelled, ...others] = await comes();
    expect(others).toEqual([]);
    expect(cancelled && methodOf(cancelled)).toBe("CANCEL");
    expect(cancelled?.text).toContain("Bokningen är avbokad.");
    expect(cancelled?.text).toContain("Sjuk");
    // Only that it was booked: what one does oneself one need not be told.
    expect(hostMails()).toHaveLength(1);
    const uid = /UID:(.*)/.exec(confirmed?.ics ?? "")?.[1];
    expect(uid).toBeTruthy();
    expect(cancelled?.ics).toContain(`UID:${uid}`);
  });

  it("that its host moves in their calendar moves in the guest's, by an invitation to the same event", async () => {
    const { booking } = await booked();
    const [confirmed] = await comes();
    const stored = await world.app.storage.read(async (tx) =>
      booking.objectId === null ? undefined : tx.objects.byId(booking.objectId),
    );
    if (!stored) throw new Error("no event");
    const later = stored.icalendar.replace("20261123T090000", "20261123T130000");
    await world.put(elin, stored.uri, later.replace("SEQUENCE:0", "SEQUENCE:1"));
    const [moved, ...others] = await comes();
    expect(others).toEqual([]);
    expect(moved && methodOf(moved)).toBe("REQUEST");
    expect(moved?.ics).toContain("20261123T130000");
    expect(/UID:.*/.exec(moved?.ics ?? "")?.[0]).toBe(/UID:.*/.exec(confirmed?.ics ?? "")?.[0]);
  });

  it("is told of once, also when the server dies between two steps of telling", async () => {
    const { booking } = await booked({ reminders: ["P1D"] });
    const notices = await world.app.storage.read((tx) => tx.pageBookings.byId(booking.id));
    expect(notices?.state).toBe("confirmed");
    const mail = { to: { email: GUEST }, language: "sv" as const, subject: "One", text: "One", html: "" };
    const compose = () => [{ whose: "guest" as const, mail }];
    for (const news of ["confirmed", "reminder"] as const) {
      const notice = { bookingId: booking.id, news, moves: 0, at: MONDAY_NINE - DAY, isByHost: false };
      await sendPageNotice(world.app, notice, compose);
      // It died before it could strike the notice off: after the restart it is told again.
      world.clock.advance(60_000);
      await sendPageNotice(world.app, notice, compose);
    }
    const all = await comes();
    expect(all.filter(({ text }) => text.startsWith("One"))).toHaveLength(2);
  });
});

describe("a booking that is given to another host", () => {
  it("tells the guest who it is, with the same UID, and both hosts but the one who gave it", async () => {
    const nils = await world.person("nils");
    await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
    const hosts = [elin, nils].map(({ principalId }) => principalId);
    const members = new Map(hosts.map((id) => [id, { isManager: true }]));
    const group = await createGroup(world.app, { ...elin, isAdmin: true }, "Board", members);
    if (!group.ok) throw new Error(group.problem.code);
    const page = await openPage(world.app, elin, eventType(hosts, { reminders: ["PT1H"] }), {}, group.value);
    const { booking } = await bookedAt(page, "en-GB");
    const [invited] = (await comes()).slice(-1);
    const { id } = booking;
    expect((await giveToAnother(world.app, nils, id, undefined)).ok).toBe(true);
    const told = await comes();
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain("nils receives you instead. The time is the same.");
    expect(told[0]?.subject).toMatch(/^A talk – nils, /);
    expect(uidIn(told[0]?.ics)).toBe(uidIn(invited?.ics));
    expect(told[0]?.ics).toMatch(/METHOD:REQUEST[^]*SEQUENCE:1/);
    // Back: this time somebody else than both has done it, and both are told.
    const sara = await world.person("sara");
    await world.app.storage.write((tx) => tx.principals.addMember(group.value, sara.principalId, true));
    expect((await giveToAnother(world.app, sara, id, undefined)).ok).toBe(true);
    const before = world.sink.mails.length;
    expect(await world.send()).toEqual([]);
    const mails = world.sink.mails.slice(before);
    const textTo = (who: string) => mails.filter(({ to }) => to.includes(who)).map(({ read }) => read.text);
    expect(textTo("elin@example.com").join()).toContain("has been handed over to you: you now receive them.");
    expect(textTo("nils@example.com").join()).toContain(
      "has been handed over to elin, who receives them in your place.",
    );
    expect(mails).toHaveLength(3);
    // The reminder goes once, whoever receives.
    world.clock.advance(MONDAY_NINE - HOUR - world.app.now());
    expect(await comes()).toHaveLength(1);
  });
});

const uidIn = (ics: string | undefined): string | undefined => /UID:(\S+)/.exec(ics ?? "")?.[1];
