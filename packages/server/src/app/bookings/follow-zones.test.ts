import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, expect, it } from "vitest";
import { runJobs } from "../../jobs/run-jobs.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { openBoard } from "../../testing/booking/open-board.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { event, home, meeting } from "../../testing/dav-meetings.ts";
import { listNotifications } from "../notices/notifications.ts";
import { examineBookings } from "./examine-bookings.ts";
import { checkZones, runZones, ZONES_JOB } from "./follow-zones.ts";

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

const ELEVEN = Date.parse("2026-11-23T11:00:00Z");
const WEEK = 7 * 24 * HOUR;

async function invite(client: DavClient, ...times: readonly string[]): Promise<void> {
  const { login } = client.actor;
  const text = meeting(
    event(
      `ORGANIZER:mailto:${login}@example.com`,
      ...times,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${login}@example.com`,
      `ATTENDEE;CUTYPE=ROOM;PARTSTAT=NEEDS-ACTION:urn:uuid:${room}`,
    ),
  ).replace("UID:meeting", `UID:${login}`);
  const { status } = await client.put(`${home(login)}one.ics`, text);
  expect(status).toBe(201);
}
const bookings = () => test.app.storage.read((tx) => tx.bookings.inRange(room, { start: 0, end: 8e15 }));
/** Puts what is booked where it would be if clocks had stood an hour earlier, by the zone data of then. */
async function asBefore(): Promise<void> {
  const known = await bookings();
  await test.app.storage.write(async (tx) => {
    for (const { id, startsAt, endsAt, recurrenceId } of known) {
      const moved = recurrenceId === null ? null : recurrenceId + HOUR;
      await tx.bookings.update(id, { startsAt: startsAt + HOUR, endsAt: endsAt + HOUR, recurrenceId: moved });
    }
  });
  await examineBookings(test.app, true);
}
async function start(release: string): Promise<string | undefined> {
  const former = await checkZones(test.app, release);
  const errors: unknown[] = [];
  const runners = new Map([[ZONES_JOB, runZones]]);
  await runJobs(
    test.app,
    runners,
    (error) => errors.push(error),
    () => false,
  );
  expect(errors).toEqual([]);
  return former;
}
async function told() {
  const listed = await listNotifications(test.app, elin.actor, room, "CalendarEventNotification");
  return listed.ok
    ? listed.value.list.map(({ payload }) => (payload as { readonly news?: string }).news)
    : [];
}

it("derives the times of coming bookings again when the zone data is another, and their claims", async () => {
  await invite(
    elin,
    "DTSTART;TZID=Europe/Stockholm:20261123T120000",
    "DTEND;TZID=Europe/Stockholm:20261123T130000",
    "RRULE:FREQ=WEEKLY;COUNT=2",
  );
  expect(await start("2026a")).toBeUndefined();
  await asBefore();
  // The same data again changes nothing.
  expect(await start("2026a")).toBeUndefined();
  expect((await bookings()).map(({ startsAt }) => startsAt)).toEqual([ELEVEN + HOUR, ELEVEN + WEEK + HOUR]);
  expect(await start("2026b")).toBe("2026a");
  const derived = await bookings();
  expect(derived.map(({ startsAt, endsAt }) => [startsAt, endsAt - startsAt])).toEqual([
    [ELEVEN, HOUR],
    [ELEVEN + WEEK, HOUR],
  ]);
  expect(derived.map(({ recurrenceId, startsAt }) => recurrenceId === startsAt)).toEqual([true, true]);
  expect((await examineBookings(test.app, false)).faults).toEqual([]);
  expect(await told()).toEqual([]);
  expect(await start("2026b")).toBeUndefined();
});

it("tells the managers of bookings that have the same time then, and gives up neither", async () => {
  await start("2026a");
  await invite(
    elin,
    "DTSTART;TZID=Europe/Stockholm:20261123T120000",
    "DTEND;TZID=Europe/Stockholm:20261123T130000",
  );
  await asBefore();
  test.clock.advance(1_000);
  await invite(bengt, "DTSTART:20261123T110000Z", "DTEND:20261123T120000Z");
  await start("2026b");
  expect(await told()).toEqual(["clocksClash"]);
  expect((await bookings()).map(({ startsAt, state }) => [startsAt, state])).toEqual([
    [ELEVEN, "confirmed"],
    [ELEVEN, "confirmed"],
  ]);
});
