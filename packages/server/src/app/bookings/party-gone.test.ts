import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { runJobs } from "../../jobs/run-jobs.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { makeHousehold } from "../../testing/booking/make-household.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { event, home, meeting } from "../../testing/dav-meetings.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { PARTY_GONE_JOB } from "../bookables/party-gone.ts";
import { book } from "./book.ts";
import { examineBookings } from "./examine-bookings.ts";
import { runPartyGone } from "./party-gone.ts";
import { ownWaits, waitFor } from "./waiting/wait-for.ts";

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let elin: DavClient;
let bengt: DavClient;
let room: PrincipalId;
beforeEach(async () => {
  const board = await openBoard();
  ({ test, elin, bengt } = board);
  room = await board.make({ rules: { ...ANY_TIME, recurring: "skipTaken", waitlist: { offerFor: "PT2H" } } });
  return () => test.close();
});

const MONDAY = Date.parse("2026-11-23T11:00:00Z");
const wish = (hours = 0) => ({
  bookableId: room,
  start: MONDAY + hours * HOUR,
  end: MONDAY + (hours + 1) * HOUR,
  key: `key ${hours}`,
});
const leave = async (who: PrincipalId, heir?: PrincipalId): Promise<void> => {
  expect((await deleteAccount(test.app, elin.actor, who, heir)).ok).toBe(true);
  const errors: unknown[] = [];
  const runners = new Map([[PARTY_GONE_JOB, runPartyGone]]);
  await runJobs(
    test.app,
    runners,
    (error) => errors.push(error),
    () => false,
  );
  expect(errors).toEqual([]);
  expect((await examineBookings(test.app, false)).faults).toEqual([]);
};
const booked = async (client: DavClient, given: object = {}): Promise<void> => {
  const made = await book(test.app, client.actor, { ...wish(), ...given });
  if (!made.ok || made.value.kind !== "booked") throw new Error(JSON.stringify(made));
};
const states = async (): Promise<readonly string[]> => {
  const all = await test.app.storage.read((tx) => tx.bookings.inRange(room, { start: 0, end: 8e15 }));
  return all.map(({ state }) => state);
};
const objectsOf = (id: PrincipalId): Promise<number> =>
  test.app.storage.read(async (tx) => {
    const [calendar] = await tx.calendars.ofAccount(id);
    return calendar ? (await tx.objects.heads({ calendarIds: [calendar.id] })).length : -1;
  });

describe("what a person who is gone has booked", () => {
  it("is free for others, and not in their own calendar any more", async () => {
    await booked(bengt);
    await booked(bengt, wish(2));
    await leave(bengt.actor.principalId);
    expect(await states()).toEqual(["cancelled", "cancelled"]);
    expect(await objectsOf(bengt.actor.principalId)).toBe(0);
    await booked(elin);
  });

  it("is given up in their meetings, all dates of a series", async () => {
    const text = meeting(
      event(
        "ORGANIZER:mailto:bengt@example.com",
        "DTSTART:20261123T110000Z",
        "DTEND:20261123T120000Z",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bengt@example.com",
        `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
      ),
    );
    expect((await bengt.put(`${home("bengt")}meeting.ics`, text)).status).toBe(201);
    expect(await states()).toEqual(["confirmed", "confirmed", "confirmed"]);
    await leave(bengt.actor.principalId);
    expect(new Set(await states())).toEqual(new Set(["cancelled"]));
    const { storage } = test.app;
    const [head] = await storage.read((tx) => tx.objects.byUidInAccount(bengt.actor.principalId, "meeting"));
    const own = head && (await storage.read((tx) => tx.objects.byId(head.id)));
    expect(own?.icalendar).toContain("PARTSTAT=DECLINED");
  });

  it("goes with the calendars to who gets those", async () => {
    await booked(bengt);
    await leave(bengt.actor.principalId, elin.actor.principalId);
    expect(await states()).toEqual(["confirmed"]);
    const [kept] = await test.app.storage.read((tx) => tx.bookings.ofParty(elin.actor.principalId, 0));
    expect(kept?.startsAt).toBe(MONDAY);
  });

  it("leaves a line in which they waited to the next", async () => {
    await booked(elin);
    expect((await waitFor(test.app, bengt.actor, wish())).ok).toBe(true);
    const nils = await test.client("nils");
    expect((await waitFor(test.app, nils.actor, wish())).ok).toBe(true);
    await leave(bengt.actor.principalId);
    expect((await ownWaits(test.app, nils.actor)).map(({ place }) => place)).toEqual([1]);
  });
});

describe("what a household that is gone has booked", () => {
  it("is given up, with the event of the member who booked it", async () => {
    await booked(bengt, wish(2));
    const household = await makeHousehold(test.app, elin.actor, "1203", ["bengt"]);
    await booked(bengt, { partyId: household });
    await leave(household);
    expect(await states()).toEqual(["cancelled", "confirmed"]);
    expect(await objectsOf(bengt.actor.principalId)).toBe(1);
  });
});
