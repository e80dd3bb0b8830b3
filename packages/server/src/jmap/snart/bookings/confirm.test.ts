import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { updateProfile } from "../../../app/accounts/profile.ts";
import { CONFIRM_JOB } from "../../../app/bookables/claim-times.ts";
import { examineBookings } from "../../../app/bookings/examine-bookings.ts";
import { runConfirming } from "../../../app/bookings/confirming/confirm.ts";
import { NOTICE, type Notice } from "../../../app/notices/notice.ts";
import { runJobs } from "../../../jobs/run-jobs.ts";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);

/** The first pass of Friday 27 November 2026 in Stockholm, to be confirmed by Wednesday at seven; the clock stands at Friday the 20th. */
const START = Date.parse("2026-11-27T06:00:00Z");
const BY = START - 2 * DAY;

let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
  const rules = { ...LAUNDRY, confirmBy: "P2D", limits: [] };
  await elin.call("Bookable/set", { update: { [bookableId]: { rules } } });
  for (const { actor } of [elin, nils, bengt])
    await updateProfile(jmap.app, actor, { preferences: { timeZone: "Europe/Stockholm" } });
});

const utc = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const until = (at: number): void => jmap.clock.advance(at - jmap.app.now());
const make = async (client: typeof nils, start = START): Promise<Answer> =>
  client.call("Booking/set", {
    create: { k: { bookableId, start: utc(start), end: utc(start + 3 * HOUR) } },
  });
const book = async (client: typeof nils, start = START): Promise<string> =>
  (await make(client, start)).created.k.id as string;
const confirm = async (client: typeof nils, bookingId: string): Promise<Answer> => {
  const { methodResponses } = await client.request([["Booking/confirm", { bookingId }]]);
  return methodResponses[0]?.[1] as Answer;
};
const own = async (client: typeof nils): Promise<readonly Answer[]> =>
  (await client.call("Booking/get", { ids: null })).list;
const look = async (): Promise<void> => {
  const errors: unknown[] = [];
  const runners = new Map([[CONFIRM_JOB, runConfirming]]);
  await runJobs(
    jmap.app,
    runners,
    (error) => errors.push(error),
    () => false,
  );
  expect(errors).toEqual([]);
};
const notices = async (): Promise<readonly unknown[]> =>
  (await jmap.app.storage.read((tx) => tx.queues.unsent([NOTICE], 50))).map(({ payload }) => {
    const { news, recipientId } = payload as Notice;
    return [news, recipientId];
  });
const faults = async () => (await examineBookings(jmap.app, false)).faults;

describe("a booking that is to be confirmed", () => {
  it("is reminded of a day before, and kept by who confirms it", async () => {
    const id = await book(nils);
    expect((await own(nils))[0]).toMatchObject({ state: "confirmed", confirmUntil: utc(BY) });
    await look();
    expect(await notices()).toEqual([]);
    until(BY - DAY);
    await look();
    await look();
    expect(await notices()).toEqual([["confirming", nils.accountId]]);
    expect(await confirm(bengt, id)).toMatchObject({ type: "notFound" });
    expect(await confirm(nils, id)).toMatchObject({ state: "confirmed" });
    expect(await confirm(nils, id)).toMatchObject({ state: "confirmed" });
    expect((await own(nils))[0]).toMatchObject({ id, confirmUntil: null });
    until(BY + HOUR);
    await look();
    expect((await own(nils))[0]).toMatchObject({ id, state: "confirmed" });
    expect((await make(bengt)).notCreated.k.reasons).toMatchObject([{ kind: "taken" }]);
    expect(await notices()).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it("is given back when nobody does: free for others at that moment, and its party is told once", async () => {
    const id = await book(nils);
    expect((await make(bengt)).notCreated.k.reasons).toMatchObject([{ kind: "held", until: BY }]);
    until(BY);
    // No job has looked yet.
    expect((await make(bengt)).created?.k).toMatchObject({ state: "confirmed" });
    expect(await confirm(nils, id)).toMatchObject({ code: "booking-not-now" });
    await look();
    await look();
    expect(await own(nils)).toEqual([]);
    expect((await notices()).filter((one) => `${String(one)}`.startsWith("lapsed"))).toEqual([
      ["lapsed", nils.accountId],
    ]);
    const { list } = await nils.call("CalendarEvent/get", { ids: null, properties: ["participants"] });
    const room = Object.values(list[0]?.participants as object).find(({ kind }) => kind === "location");
    expect((room as Answer).participationStatus).toBe("declined");
    const told = await nils.call("CalendarEventNotification/get", { ids: null });
    expect(told.list.map((one: Answer) => one["snart:news"] as string)).toEqual(["lapsed"]);
    expect(await faults()).toEqual([]);
  });

  it("needs it no more when it is booked later than that", async () => {
    until(BY + HOUR);
    await book(nils);
    expect((await own(nils))[0]).toMatchObject({ confirmUntil: null });
    until(START - HOUR);
    await look();
    expect((await own(nils))[0]).toMatchObject({ state: "confirmed" });
    expect(await notices()).toEqual([]);
  });
});
