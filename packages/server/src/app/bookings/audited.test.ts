import { beforeEach, describe, expect, it } from "vitest";
import type { BookingId, PrincipalId } from "../../storage/records/ids.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { event, home, meeting } from "../../testing/dav-meetings.ts";
import { listAudit } from "../audit.ts";
import { book, cancelBooking } from "./book.ts";

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let elin: DavClient;
let bengt: DavClient;
let room: PrincipalId;
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt } = board);
  room = await board.make({ rules: { ...ANY_TIME, recurring: "skipTaken" } });
  return () => test.close();
});

const path = (client: DavClient): string => `${home(client.actor.login)}meeting.ics`;
async function put(client: DavClient, hour: number, ...more: readonly string[]): Promise<void> {
  const { login } = client.actor;
  const text = meeting(
    event(
      `ORGANIZER:mailto:${login}@example.com`,
      `DTSTART:20261123T${hour}0000Z`,
      `DTEND:20261123T${hour + 1}0000Z`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${login}@example.com`,
      `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
      ...more,
    ),
  );
  const { status } = await client.put(path(client), text.replace("UID:meeting", `UID:of ${login}`));
  expect([201, 204]).toContain(status);
}
/** The lines about bookings, the oldest first. */
const lines = async () =>
  (await listAudit(test.app, 50))
    .filter(({ action }) => action.startsWith("booking"))
    .map(({ action, actorId, detail }) => ({ action, actorId, ...detail }))
    .toReversed();
const START = "2026-11-23T11:00:00.000Z";
const LATER = "2026-11-23T14:00:00.000Z";

describe("the audit log of a room that a calendar app invites", () => {
  it("has a line for what is booked, moved, refused and cancelled, with the app that did it", async () => {
    await put(elin, 11);
    await put(bengt, 11);
    await put(bengt, 11, "SUMMARY:The same again");
    await put(elin, 14, "SEQUENCE:1");
    await put(elin, 14, "SEQUENCE:1", "SUMMARY:Another name and the same time");
    expect((await elin.delete(path(elin))).status).toBe(204);
    const by = { actorId: elin.actor.principalId, login: "elin", via: elin.actor.via };
    expect(await lines()).toMatchObject([
      { ...by, action: "booking-made", start: START, state: "confirmed", rules: "1" },
      { action: "booking-refused", login: "bengt", start: START, reason: "taken", times: "2" },
      { ...by, action: "booking-moved", start: LATER, before: START },
      { ...by, action: "booking-cancelled", start: LATER, state: "cancelled" },
    ]);
  });

  it("has one line for the dates of a series", async () => {
    await put(elin, 11, "RRULE:FREQ=WEEKLY;COUNT=3");
    await put(elin, 11, "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE:20261130T110000Z", "SEQUENCE:1");
    expect((await elin.delete(path(elin))).status).toBe(204);
    expect(await lines()).toMatchObject([
      { action: "booking-made", start: START, dates: "3" },
      { action: "booking-cancelled", start: "2026-11-30T11:00:00.000Z" },
      { action: "booking-cancelled", start: START, dates: "2" },
    ]);
  });

  it("names who cancels it on its page, once", async () => {
    await put(bengt, 11);
    const [made] = await test.app.storage.read((tx) => tx.bookings.inRange(room, { start: 0, end: 8e15 }));
    await cancelBooking(test.app, elin.actor, made?.id ?? ("" as BookingId));
    expect((await lines()).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["booking-made", bengt.actor.principalId],
      ["booking-cancelled", elin.actor.principalId],
    ]);
  });
});

describe("the audit log of a booking that is made as such", () => {
  it("has one line for it, and one whichever way it is given up", async () => {
    const wish = { bookableId: room, start: Date.parse(START), end: Date.parse(LATER) };
    for (const key of ["one", "two"]) {
      const made = await book(test.app, bengt.actor, { ...wish, key });
      if (!made.ok || made.value.kind !== "booked") throw new Error(JSON.stringify(made));
      if (key === "one") await cancelBooking(test.app, elin.actor, made.value.booking.id);
      else {
        const { hrefs } = await bengt.propfind(home("bengt"), "1", "<d:getetag/>");
        const [own = ""] = hrefs.filter((href) => href.endsWith(".ics"));
        expect((await bengt.delete(own)).status).toBe(204);
      }
    }
    expect((await lines()).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["booking-made", bengt.actor.principalId],
      ["booking-cancelled", elin.actor.principalId],
      ["booking-made", bengt.actor.principalId],
      ["booking-cancelled", bengt.actor.principalId],
    ]);
  });
});
