import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "../storage/port.ts";
import { StorageFailure } from "../storage/port/failure.ts";
import type { JmapClient } from "../testing/jmap-client.ts";
import { openTestStorage } from "../testing/storage.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { openTestJmap, type TestJmap } from "../testing/test-jmap.ts";

let jmap: TestJmap;
let client: JmapClient;
let calendarId: string;
/** How many transactions still succeed, and how the first after them fails; undefined: all succeed. */
let loss: { writes: number; reads: number; isUncertain: boolean; kind?: "full" } | undefined;

const lose = (of: "writes" | "reads"): void => {
  if (loss !== undefined && loss[of]-- <= 0)
    throw new StorageFailure(new Error("the connection was lost"), loss.isUncertain, loss.kind);
};

beforeEach(async () => {
  loss = undefined;
  const storage = await openTestStorage();
  const losing: Storage = {
    read: async (work) => {
      lose("reads");
      return storage.read(work);
    },
    readTogether: async (work) => {
      lose("reads");
      return storage.readTogether(work);
    },
    inRequest: (work) => storage.inRequest(work),
    leaveSnapshot: () => storage.leaveSnapshot(),
    readOften: (question, work) => storage.readOften(question, work),
    write: async (work) => {
      lose("writes");
      return storage.write(work);
    },
    betweenWrites: (work) => storage.betweenWrites(work),
    onAccountChange: (listener) => storage.onAccountChange(listener),
    health: () => storage.health(),
    load: () => storage.load(),
    examine: () => storage.examine(),
    close: () => storage.close(),
  };
  jmap = await openTestJmap({ storage: losing });
  client = await jmap.client("elin");
  calendarId = await firstCalendarOf(jmap.app, client.actor);
  await client.session();
});
afterEach(() => jmap.close());

const event = (title: string) => ({
  "@type": "Event",
  calendarIds: { [calendarId]: true },
  title,
  start: "2026-11-20T12:00:00",
  timeZone: "Europe/Stockholm",
});

describe("a JMAP call that loses the database", () => {
  it("answers serverUnavailable where nothing was done; the next call runs, and nothing is reported as a bug", async () => {
    loss = { writes: 0, reads: Infinity, isUncertain: false };
    const { methodResponses } = await client.request([
      ["CalendarEvent/set", { create: { a: event("Fika") } }],
      ["Core/echo", { still: "here" }],
    ]);
    expect(methodResponses).toMatchObject([
      ["error", { type: "serverUnavailable", code: "database-unavailable", retryAfter: 5 }, "c0"],
      ["Core/echo", { still: "here" }, "c1"],
    ]);
    expect(jmap.reported).toEqual([]);
    loss = undefined;
    expect((await client.call("CalendarEvent/query")).ids).toEqual([]);
  });

  it("answers serverPartialFail where the commit may have been done", async () => {
    loss = { writes: 0, reads: Infinity, isUncertain: true };
    const answer = await client.failing("CalendarEvent/set", { create: { a: event("Fika") } });
    expect(answer).toMatchObject({ type: "serverPartialFail", code: "database-unavailable" });
  });

  it("answers serverPartialFail where an earlier record of the /set was written", async () => {
    loss = { writes: 1, reads: Infinity, isUncertain: false };
    const create = { a: { name: "Körsång" }, b: { name: "Fotboll" } };
    expect(await client.failing("Calendar/set", { create })).toMatchObject({ type: "serverPartialFail" });
    loss = undefined;
    const names = (await client.calendars()).map(({ name }) => name);
    expect(names).toContain("Körsång");
    expect(names).not.toContain("Fotboll");
  });

  it("tells what was done even if the database is lost before the session's state can be read", async () => {
    await client.createEvent(event("Fika"));
    let known = 0;
    // As few reads as the answer itself needs: the least for which the call succeeds.
    for (let reads = 0; known === 0 && reads < 40; reads++) {
      loss = { writes: Infinity, reads, isUncertain: false };
      const { methodResponses, sessionState } = await client.request([
        ["Calendar/set", { create: { [`n${reads}`]: { name: `Kalender ${reads}` } } }],
      ]);
      if (methodResponses[0][0] === "error") continue;
      known = reads;
      expect(methodResponses[0][1].created[`n${reads}`].id).toEqual(expect.any(String));
      expect(sessionState).toBe("unknown");
    }
    expect(known).toBeGreaterThan(0);
  });

  it("answers an error of its own where the disk is full, which has a sentence for people", async () => {
    loss = { writes: 0, reads: Infinity, isUncertain: false, kind: "full" };
    const answer = await client.failing("CalendarEvent/set", { create: { a: event("Fika") } });
    expect(answer).toMatchObject({ type: "serverFail", code: "disk-full" });
    expect(jmap.reported).toEqual([]);
  });
});
