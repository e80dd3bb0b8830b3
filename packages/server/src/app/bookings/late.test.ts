import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { noticeSender } from "../../mail/notice-words.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { sentMails } from "../../testing/booking/sent-mails.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { event, home, meeting } from "../../testing/dav-meetings.ts";
import { updateProfile } from "../accounts/profile.ts";
import { NOTICE } from "../notices/notice.ts";
import { listNotifications } from "../notices/notifications.ts";
import { book, cancelBooking } from "./book.ts";

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let elin: DavClient;
let bengt: DavClient;
let room: PrincipalId;
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt } = board);
  room = await board.make({ rules: { ...ANY_TIME, recurring: "skipTaken", cancel: { until: "P1D" } } });
  for (const { actor } of [elin, bengt])
    await updateProfile(test.app, actor, {
      preferences: { timeZone: "Europe/Stockholm", notices: { changes: { mail: true } } },
    });
  return () => test.close();
});

/** Saturday 21 November 2026, 23:30 in Stockholm: in the night, and too late for what begins on Sunday. */
const NIGHT = Date.parse("2026-11-21T22:30:00Z");
const MORNING = Date.parse("2026-11-22T06:00:00Z");
const until = (at: number): void => test.clock.advance(at - test.app.now());
const path = `${home("bengt")}meeting.ics`;
async function invite(...more: readonly string[]): Promise<void> {
  const text = meeting(
    event(
      "ORGANIZER:mailto:bengt@example.com",
      "DTSTART:20261122T110000Z",
      "DTEND:20261122T120000Z",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com",
      `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
      ...more,
    ),
  );
  expect([201, 204]).toContain((await bengt.put(path, text)).status);
}
const states = async (): Promise<readonly string[]> => {
  const all = await test.app.storage.read((tx) => tx.bookings.inRange(room, { start: 0, end: 8e15 }));
  return all.map(({ state }) => state);
};
/** What somebody is told in the app, in an account. */
async function told({ actor }: DavClient, accountId: PrincipalId = actor.principalId) {
  const listed = await listNotifications(test.app, actor, accountId, "CalendarEventNotification");
  if (!listed.ok) throw new Error(listed.problem.code);
  return listed.value.list.map(({ payload }) => (payload as { readonly news?: string }).news);
}
const mails = () => sentMails(test.app, [NOTICE, noticeSender(null)]);

describe("a booking that a calendar app gives up too late", () => {
  it("is noticed by its managers and its booker, once and not at night", async () => {
    await invite();
    until(NIGHT);
    expect((await bengt.delete(path)).status).toBe(204);
    expect(await states()).toEqual(["cancelledLate"]);
    expect(await told(bengt)).toEqual(["cancelledLate"]);
    expect(await told(elin, room)).toEqual(["cancelledLate"]);
    expect(await mails()).toEqual([]);
    until(MORNING);
    const sent = await mails();
    expect(sent).toHaveLength(2);
    for (const person of ["elin@example.com", "bengt@example.com"])
      expect(sent.filter((mail) => mail.includes(person))).toHaveLength(1);
    expect(sent[0]).toContain("was cancelled too late by bengt, so it may still count");
    until(MORNING + 24 * HOUR);
    expect(await mails()).toEqual([]);
  });

  it("is noticed once where only a date of a series is taken out", async () => {
    await invite("RRULE:FREQ=WEEKLY;COUNT=3");
    until(NIGHT);
    await invite("RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20261122T110000Z", "SEQUENCE:1");
    expect(await states()).toEqual(["cancelledLate", "confirmed", "confirmed"]);
    expect(await told(elin, room)).toEqual(["cancelledLate"]);
  });

  it("is no news where it is in time", async () => {
    await invite();
    expect((await bengt.delete(path)).status).toBe(204);
    expect(await states()).toEqual(["cancelled"]);
    expect(await told(elin, room)).toEqual([]);
    expect(await told(bengt)).toEqual([]);
  });
});

describe("a booking that is given up too late on its page", () => {
  it("is noticed by its managers: who cancels was told before", async () => {
    const start = Date.parse("2026-11-22T11:00:00Z");
    const wish = { bookableId: room, start, end: start + HOUR, key: "one" };
    const made = await book(test.app, bengt.actor, wish);
    if (!made.ok || made.value.kind !== "booked") throw new Error(JSON.stringify(made));
    until(NIGHT);
    expect((await cancelBooking(test.app, bengt.actor, made.value.booking.id)).ok).toBe(true);
    expect(await states()).toEqual(["cancelledLate"]);
    expect(await told(bengt)).toEqual([]);
    expect(await told(elin, room)).toEqual(["cancelledLate"]);
  });
});
