import { beforeEach, describe, expect, it } from "vitest";
import { ANY_TIME } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
const OPEN = { days: ["mo", "tu", "we", "th", "fr"], from: "08:00", to: "17:00" };
let managersId: string;
let loftet: string;
beforeEach(async () => {
  const { principalId } = elin.actor;
  await jmap.app.storage.write((tx) => tx.principals.update(principalId, { isAdmin: true }));
  const members = { [principalId]: { isManager: true } };
  managersId = (await elin.call("Group/set", { create: { g: { name: "Board", members } } })).created.g.id;
  loftet = await room({ ...ANY_TIME, open: [OPEN], opens: { before: "P7D" } });
});

async function room(rules: object): Promise<string> {
  const fields = { name: "Loftet", type: "ROOM", managersId, rules };
  return (await elin.call("Bookable/set", { create: { r: fields } })).created.r.id as string;
}

/** Monday to Wednesday; the clock stands at Friday 20 November 2026, 13:00 in Stockholm. */
const WINDOW = { start: "2026-11-23T00:00:00Z", end: "2026-11-26T00:00:00Z", minutes: 60 };
const asked = (fields: object = {}) => ({ bookableIds: [loftet, "nothing"], ...WINDOW, ...fields });
const freeTimes = async (client: typeof nils, fields: object = {}): Promise<readonly Answer[]> =>
  (await client.call("Bookable/freeTimes", asked(fields))).list;
const book = (client: typeof nils, start: string, end: string) =>
  client.call("Booking/set", { create: { b: { bookableId: loftet, start, end } } });

describe("the free times of rooms", () => {
  it("are those at which an event of that length could have them, and no others", async () => {
    await book(bengt, "2026-11-23T09:00:00Z", "2026-11-23T10:00:00Z");
    const [found, ...others] = await freeTimes(nils);
    expect(others).toEqual([]);
    expect(found.taken).toEqual([{ start: "2026-11-23T09:00:00Z", end: "2026-11-23T10:00:00Z" }]);
    expect(found.closed[0]).toEqual({ start: WINDOW.start, end: "2026-11-23T07:00:00Z" });
    const starts = (found.starts as { start: string; end: string }[]).map(({ start, end }) => [
      Date.parse(start),
      Date.parse(end),
    ]);
    for (let start = Date.parse(WINDOW.start); start < Date.parse(WINDOW.end); start += 45 * 60_000) {
      const event = {
        "@type": "Event",
        uid: "planned",
        start: new Date(start).toISOString().slice(0, 19),
        timeZone: "Etc/UTC",
        duration: "PT1H",
      };
      const tried = await nils.call("Bookable/tryEvent", { event, bookableIds: [loftet] });
      const isFree = tried.list[0].clashes.length === 0;
      expect([start, starts.some(([from = 0, until = 0]) => from <= start && start < until)]).toEqual([
        start,
        isFree,
      ]);
    }
    // Nothing begins before its hours, nor so that it ends after them, nor before it opens.
    expect(found.starts[0].start).toBe("2026-11-23T07:00:00Z");
    expect(
      (await freeTimes(nils, { start: "2026-12-01T00:00:00Z", end: "2026-12-03T00:00:00Z" }))[0],
    ).toEqual(expect.objectContaining({ starts: [] }));
  });

  it("count what its own event has, for whoever may change it alone", async () => {
    const participants = {
      room: {
        "@type": "Participant",
        kind: "location",
        roles: { attendee: true },
        calendarAddress: `urn:uuid:${loftet}`,
      },
    };
    const calendarIds = { [(await nils.calendars())[0]?.id ?? ""]: true };
    const event = {
      "@type": "Event",
      uid: "planned",
      start: "2026-11-23T08:00:00",
      duration: "PT8H",
      timeZone: "Etc/UTC",
      participants,
      calendarIds,
    };
    const made = await nils.call("CalendarEvent/set", {
      create: { m: event },
      sendSchedulingMessages: true,
    });
    expect(made.notCreated).toBeNull();
    const monday = { end: "2026-11-24T00:00:00Z" };
    const taken = [{ start: "2026-11-23T08:00:00Z", end: "2026-11-23T16:00:00Z" }];
    expect((await freeTimes(nils, { ...monday, uid: "planned" }))[0].taken).toEqual([]);
    expect((await freeTimes(nils, monday))[0].taken).toEqual(taken);
    expect((await freeTimes(bengt, { ...monday, uid: "planned" }))[0].taken).toEqual(taken);
    // By the same rule as the trial of the event itself.
    const planned = {
      event: { ...event, participants: undefined, calendarIds: undefined },
      bookableIds: [loftet],
    };
    const isFree = async (client: typeof nils): Promise<boolean> =>
      (await client.call("Bookable/tryEvent", planned)).list[0].clashes.length === 0;
    expect([await isFree(nils), await isFree(bengt)]).toEqual([true, false]);
    const [calendarId = ""] = Object.keys(calendarIds);
    const share = async (rights: object): Promise<unknown> =>
      nils.call("Calendar/set", { update: { [calendarId]: { [`shareWith/${bengt.accountId}`]: rights } } });
    await share({ mayReadItems: true });
    expect((await freeTimes(bengt, { ...monday, uid: "planned" }))[0].taken).toEqual(taken);
    expect(await isFree(bengt)).toBe(false);
    await share({ mayReadItems: true, mayWriteAll: true });
    expect((await freeTimes(bengt, { ...monday, uid: "planned" }))[0].taken).toEqual([]);
    expect(await isFree(bengt)).toBe(true);
  });

  it("are those of a room that answers the same to everything it is asked", async () => {
    await book(bengt, "2026-11-23T09:00:00Z", "2026-11-23T10:00:00Z");
    const event = { "@type": "Event", uid: "planned", duration: "PT1H", timeZone: "Etc/UTC" };
    const reasonsAt = async (start: string): Promise<readonly unknown[]> => {
      const given = { event: { ...event, start }, bookableIds: [loftet] };
      const { list } = await nils.call("Bookable/tryEvent", given);
      return (list[0].clashes as Answer[]).map(({ reasons }) => reasons[0]?.kind as unknown);
    };
    const clashes = async (start: string): Promise<number> => (await reasonsAt(start)).length;
    const answers = async (answerMode: string) => {
      const changed = await elin.call("Bookable/set", { update: { [loftet]: { answerMode } } });
      expect(changed.notUpdated).toBeNull();
      const [{ taken, closed, starts }] = await freeTimes(nils);
      const at = [await clashes("2026-11-23T09:00:00"), await clashes("2026-11-23T13:00:00")];
      return { taken, closed, starts, at };
    };
    const whole = { start: WINDOW.start, end: WINDOW.end };
    expect(await answers("decline-always")).toEqual({ taken: [], closed: [whole], starts: [], at: [1, 1] });
    expect(await reasonsAt("2026-11-23T13:00:00")).toEqual(["declinesAlways"]);
    const always = await answers("accept-always");
    expect(always).toMatchObject({ taken: [], closed: [], starts: [{ start: WINDOW.start }], at: [0, 0] });
    expect((await answers("automatic")).at).toEqual([1, 0]);
  });

  it("are told of nothing that one may not book", async () => {
    const board = await room({ ...ANY_TIME, mayBook: [managersId] });
    expect(await freeTimes(nils, { bookableIds: [board] })).toEqual([]);
    expect(await freeTimes(elin, { bookableIds: [board] })).toHaveLength(1);
  });

  it.each([
    ["more than a month", { end: "2026-12-31T00:00:00Z" }],
    ["more rooms than fit", { bookableIds: Array.from({ length: 21 }, (_, n) => String(n)) }],
    ["no time", { minutes: 0 }],
    ["an end before its start", { end: "2026-11-22T00:00:00Z" }],
  ])("are not told of %s", async (_, fields) => {
    const { methodResponses } = await nils.request([["Bookable/freeTimes", asked(fields)]]);
    expect(methodResponses[0][0]).toBe("error");
  });
});
