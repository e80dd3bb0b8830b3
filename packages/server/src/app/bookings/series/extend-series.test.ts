import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { runJobs } from "../../../jobs/run-jobs.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import { openBoard } from "../../../testing/booking/open-board.ts";
import { ANY_TIME } from "../../../testing/booking/rules.ts";
import type { DavClient } from "../../../testing/dav-client.ts";
import { event, home, meeting } from "../../../testing/dav-meetings.ts";
import { SERIES_JOB } from "../../bookables/claim-times.ts";
import { changeBookable } from "../change-bookable.ts";
import { examineBookings } from "../examine-bookings.ts";
import { runSeries } from "./extend-series.ts";

let test: Awaited<ReturnType<typeof openBoard>>["test"];
let elin: DavClient;
let bengt: DavClient;
let make: Awaited<ReturnType<typeof openBoard>>["make"];
beforeEach(async () => {
  ({ test, elin, bengt, make } = await openBoard());
  return () => test.close();
});

/** Of the Mondays from 23 November 2026 on, four have opened: the clock stands at Friday 20 November. */
const MONTH_AHEAD = { ...ANY_TIME, recurring: "skipTaken", opens: { before: "P30D" } };
const MONDAY = ["DTSTART:20261123T110000Z", "DTEND:20261123T120000Z"];
const invited = (id: PrincipalId): readonly string[] => [
  "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
  `ATTENDEE;CUTYPE=ROOM;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:urn:uuid:${id}`,
];

const put = async (client: DavClient, ...lines: readonly string[]): Promise<string> => {
  test.clock.advance(1_000);
  const path = `${home(client.actor.login)}meeting.ics`;
  const text = meeting(event(...lines)).replaceAll("UID:meeting", `UID:${client.actor.login}`);
  const answer = await client.put(path, text);
  expect([201, 204], answer.body).toContain(answer.status);
  return read(client);
};
const read = async (client: DavClient): Promise<string> =>
  (await client.get(`${home(client.actor.login)}meeting.ics`)).body.replace(/\r\n /g, "");

/** What the room answers to the series, and to each date that is an instance of its own. */
const answersOf = (text: string): readonly string[] =>
  [...text.matchAll(/^ATTENDEE(.*):urn:uuid:/gm)].map(
    ([, parameters = ""]) => /PARTSTAT=([A-Z-]+)/.exec(parameters)?.[1] ?? "-",
  );
const commentOf = (text: string): string =>
  /^X-CALENDARSERVER-ATTENDEE-COMMENT[^:]*(?:"[^"]*"[^:]*)*:(?=[A-Z])(.*)$/m.exec(text)?.[1] ?? "";
const starts = async (id: PrincipalId): Promise<readonly string[]> => {
  const all = await test.app.storage.read((tx) => tx.bookings.inRange(id, { start: 0, end: 8e15 }));
  return all
    .filter(({ state }) => state === "confirmed" || state === "requested")
    .map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 10));
};

async function nightly(): Promise<void> {
  const errors: unknown[] = [];
  await runJobs(
    test.app,
    new Map([[SERIES_JOB, runSeries]]),
    (error) => errors.push(error),
    () => false,
  );
  expect(errors).toEqual([]);
  expect((await examineBookings(test.app, false)).faults).toEqual([]);
}

const FIRST_FOUR = ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"];

describe("a series in a room that opens 30 days ahead", () => {
  it("is accepted, and books the dates that have opened; the others are booked as they open", async () => {
    const id = await make({ capacity: 8, rules: MONTH_AHEAD });
    const text = await put(elin, ...MONDAY, "RRULE:FREQ=WEEKLY;COUNT=6", ...invited(id));
    expect(answersOf(text)).toEqual(["ACCEPTED"]);
    expect(commentOf(text)).toBe(
      "From Monday 21 December on\\, each date is booked when it opens. You will hear of any that cannot be had.",
    );
    expect(await starts(id)).toEqual(FIRST_FOUR);

    await nightly();
    expect(await starts(id)).toEqual(FIRST_FOUR);
    test.clock.advance(2 * DAY);
    await nightly();
    expect(await starts(id)).toEqual([...FIRST_FOUR, "2026-12-21"]);
    test.clock.advance(7 * DAY);
    await nightly();
    expect(await starts(id)).toEqual([...FIRST_FOUR, "2026-12-21", "2026-12-28"]);
    expect(answersOf(await read(elin))).toEqual(["ACCEPTED"]);
  });

  it("declines a date that somebody else has by then, and its organizer hears of it", async () => {
    const id = await make({ capacity: 8, rules: MONTH_AHEAD });
    await put(elin, ...MONDAY, "RRULE:FREQ=WEEKLY;COUNT=6", ...invited(id));
    test.clock.advance(2 * DAY);
    // Faster than the job.
    const taken = invited(id).map((line) => line.replace("elin@", "bengt@"));
    const times = ["DTSTART:20261221T110000Z", "DTEND:20261221T120000Z"];
    const his = await put(bengt, "ORGANIZER:mailto:bengt@example.com", ...times, ...taken);
    expect(answersOf(his)).toEqual(["ACCEPTED"]);
    await nightly();
    const text = await read(elin);
    expect(answersOf(text)).toEqual(["ACCEPTED", "DECLINED"]);
    expect(text).toContain("RECURRENCE-ID:20261221T110000Z");
    expect(text).toContain("The time is taken until 13:00.");
    const { principalId } = elin.actor;
    const list = {
      accountId: principalId,
      recipientId: principalId,
      type: "CalendarEventNotification",
    } as const;
    const heard = await test.app.storage.read((tx) => tx.notifications.list(list, 10));
    expect(heard.map(({ payload }) => payload)).toMatchObject([{ news: "declined" }]);
    // The declined date stays declined, and the rest of the series goes on.
    await bengt.delete(`${home("bengt")}meeting.ics`);
    test.clock.advance(7 * DAY);
    await nightly();
    expect(await starts(id)).toEqual([...FIRST_FOUR, "2026-12-28"]);
  });

  it("keeps the dates that are booked, and waits on, when something else of it changes", async () => {
    const id = await make({ capacity: 8, rules: MONTH_AHEAD });
    await put(elin, ...MONDAY, "RRULE:FREQ=WEEKLY;COUNT=6", ...invited(id));
    const text = await put(elin, ...MONDAY, "LOCATION:Below", "RRULE:FREQ=WEEKLY;COUNT=6", ...invited(id));
    expect(answersOf(text)).toEqual(["ACCEPTED"]);
    expect(await starts(id)).toEqual(FIRST_FOUR);
    test.clock.advance(9 * DAY);
    await nightly();
    expect(await starts(id)).toEqual([...FIRST_FOUR, "2026-12-21", "2026-12-28"]);
  });

  it("follows the rules of the day on which a date is booked", async () => {
    const id = await make({ capacity: 8, rules: MONTH_AHEAD });
    await put(elin, ...MONDAY, "RRULE:FREQ=WEEKLY;COUNT=6", ...invited(id));
    const rules = { ...MONTH_AHEAD, approval: "always" };
    const changed = await changeBookable(test.app, elin.actor, id, { rules });
    expect(changed.ok).toBe(true);
    test.clock.advance(2 * DAY);
    await nightly();
    expect(await starts(id)).toContain("2026-12-21");
    expect(answersOf(await read(elin))).toEqual(["ACCEPTED", "TENTATIVE"]);
  });

  it("is declined whole where none of its dates has opened", async () => {
    const id = await make({ capacity: 8, rules: MONTH_AHEAD });
    const later = ["DTSTART:20270111T110000Z", "DTEND:20270111T120000Z"];
    const text = await put(elin, ...later, "RRULE:FREQ=WEEKLY;COUNT=3", ...invited(id));
    expect(new Set(answersOf(text))).toEqual(new Set(["DECLINED"]));
    expect(await starts(id)).toEqual([]);
  });

  it("books all that have opened or none, where its rules say so", async () => {
    const id = await make({ capacity: 8, rules: { ...MONTH_AHEAD, recurring: "allOrNothing" } });
    const text = await put(elin, ...MONDAY, "RRULE:FREQ=WEEKLY;COUNT=6", ...invited(id));
    expect(answersOf(text)).toEqual(["ACCEPTED"]);
    expect(await starts(id)).toEqual(FIRST_FOUR);
  });
});

describe("a series without an end in a room that is always open", () => {
  it("is booked for two years, and further as time goes by", async () => {
    const id = await make({ capacity: 8, rules: { ...ANY_TIME, recurring: "skipTaken" } });
    const text = await put(elin, ...MONDAY, "RRULE:FREQ=WEEKLY", ...invited(id));
    expect(answersOf(text)).toEqual(["ACCEPTED"]);
    const before = await starts(id);
    expect(before).toHaveLength(103);
    test.clock.advance(30 * DAY);
    await nightly();
    const after = await starts(id);
    expect(after.slice(0, 103)).toEqual(before);
    expect(after.length).toBe(107);
    // It goes on: each run has asked for the next.
    test.clock.advance(30 * DAY);
    await nightly();
    expect((await starts(id)).length).toBeGreaterThan(107);
  });
});
