import { beforeEach, describe, expect, it, vi } from "vitest";
import { runImport } from "../../app/calendars/import-job.ts";
import { runJobs } from "../../jobs/run-jobs.ts";
import type { PrincipalId } from "../../app/types.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { EventReader, ServerEvent } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

let count = 0;
const putEvent = (client = elin) => {
  const uid = `uid${++count}`;
  return jmap.put(client.actor, calendarId, `${uid}.ics`, vevent(uid, "DTSTART:20261123T120000Z"));
};
const state = async (client = elin) => (await client.call("CalendarEvent/get", { ids: [] })).state;

/** The next event within `ms` milliseconds, or "nothing". */
async function within(ms: number, reader: EventReader): Promise<ServerEvent | "nothing" | undefined> {
  const next = reader.next();
  pending.set(reader, next);
  await jmap.pass(ms);
  const nothing = new Promise<"nothing">((resolve) => setTimeout(resolve, 30, "nothing"));
  return Promise.race([next, nothing]);
}
const pending = new WeakMap<EventReader, Promise<ServerEvent | undefined>>();
/** The next event, also if it is already awaited. */
const later = (reader: EventReader) => pending.get(reader) ?? reader.next();

describe("the event source", () => {
  it("is an event stream that is never cached", async () => {
    const { response } = await elin.listen();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("reports a CalDAV client's change with the state that JMAP gives", async () => {
    const reader = await elin.listen();
    await putEvent();
    const event = await within(20, reader);
    expect(event).toMatchObject({
      event: "state",
      data: { "@type": "StateChange", changed: { [elin.accountId]: { CalendarEvent: await state() } } },
    });
  });

  it("reports a burst of changes as one", async () => {
    const reader = await elin.listen();
    for (let n = 0; n < 5; n++) await putEvent();
    expect(await within(20, reader)).toMatchObject({
      data: { changed: { [elin.accountId]: { CalendarEvent: await state() } } },
    });
    expect(await within(1_000, reader)).toBe("nothing");
  });

  it("reports nothing if nothing changed", async () => {
    const reader = await elin.listen();
    await elin.call("CalendarEvent/query", {});
    expect(await within(10_000, reader)).toBe("nothing");
  });

  it("reports only the requested types", async () => {
    const reader = await elin.listen("?types=Calendar,Import&closeafter=no&ping=0");
    await putEvent();
    expect(await within(1_000, reader)).toBe("nothing");
    await elin.call("Calendar/set", { update: { [calendarId]: { name: "Home" } } });
    await jmap.pass(20);
    const event = await later(reader);
    expect(Object.keys(event?.data.changed[elin.accountId])).toEqual(["Calendar"]);
  });

  it("ignores types of other servers beside its own", async () => {
    const reader = await elin.listen("?types=Email,Calendar&closeafter=no&ping=0");
    expect(reader.response.status).toBe(200);
    await elin.call("Calendar/set", { update: { [calendarId]: { name: "Home" } } });
    expect(await within(20, reader)).toMatchObject({ event: "state" });
  });

  it("ends after one state event when asked to", async () => {
    const reader = await elin.listen("?types=*&closeafter=state&ping=0");
    await putEvent();
    expect(await within(20, reader)).toMatchObject({ event: "state" });
    expect(await reader.next()).toBeUndefined();
    expect(jmap.handlers.connections()).toBe(0);
  });

  it("pings after a silence of this length, without a new id", async () => {
    const reader = await elin.listen("?types=*&closeafter=no&ping=30");
    expect(await within(29_999, reader)).toBe("nothing");
    await jmap.pass(1);
    expect(await later(reader)).toEqual({ event: "ping", id: undefined, data: { interval: 30 } });
    await putEvent();
    expect(await within(20, reader)).toMatchObject({ event: "state" });
    expect(await within(29_999, reader)).toBe("nothing");
  });

  it.each([
    [1, 5],
    [30, 30],
    [300, 300],
    [100_000, 900],
  ])("makes a ping of %i seconds one of %i", async (asked, given) => {
    const reader = await elin.listen(`?types=*&closeafter=no&ping=${asked}`);
    expect(await within(given * 1000, reader)).toMatchObject({ event: "ping", data: { interval: given } });
  });

  it("never pings when not asked to", async () => {
    const reader = await elin.listen();
    expect(await within(3_600_000, reader)).toBe("nothing");
    expect(jmap.handlers.connections()).toBe(1);
  });

  it.each([
    "?closeafter=later",
    "?ping=-1",
    "?ping=soon",
    `?types=${"Email,".repeat(100)}Calendar`,
    "?types=",
    "?types=Email",
    "?types=calendar",
    "?types=Calendar,",
    "?types=Calendar,%0D%0Aevent:%20x",
    "?types=constructor",
  ])("refuses %s", async (query) => {
    const { response } = await elin.listen(query);
    expect(response.status).toBe(400);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    expect(jmap.handlers.connections()).toBe(0);
  });

  it("sends a reconnecting client what it missed, and nobody else", async () => {
    const first = await elin.listen();
    await putEvent();
    const event = await within(20, first);
    const id = (event as ServerEvent).id ?? "";
    first.close();
    const uptodate = await elin.listen(undefined, { headers: { "Last-Event-ID": id } });
    expect(await within(1_000, uptodate)).toBe("nothing");
    uptodate.close();
    await putEvent();
    const behind = await elin.listen(undefined, { headers: { "Last-Event-ID": id } });
    expect(await within(20, behind)).toMatchObject({
      data: { changed: { [elin.accountId]: { CalendarEvent: await state() } } },
    });
  });

  it("sends an id at once, so that changes before the first event are not missed either", async () => {
    const reader = await elin.listen();
    expect(await within(0, reader)).toBe("nothing");
    expect(reader.lastEventId).toBe(`${elin.accountId}:${await state()}`);
  });

  it("accepts the id in the address, for pages, which can't set headers; a header takes precedence", async () => {
    const present = {
      [elin.accountId]: { Calendar: await state(), CalendarEvent: await state(), Task: await state() },
    };
    const page = await elin.listen("?types=*&closeafter=no&ping=0&lasteventid=none");
    expect(await within(20, page)).toMatchObject({ event: "state", data: { changed: present } });
    expect(await within(1_000, page)).toBe("nothing");
    const again = await elin.listen("?types=*&closeafter=no&ping=0&lasteventid=none", {
      headers: { "Last-Event-ID": page.lastEventId ?? "" },
    });
    expect(await within(1_000, again)).toBe("nothing");
  });

  it.each(["nonsense", "a:b", "x".repeat(200_000)])("ignores %s as an id", async (id) => {
    const reader = await elin.listen(undefined, { headers: { "Last-Event-ID": id } });
    expect(await within(20, reader)).toMatchObject({ event: "state" });
  });
});

describe("who hears what", () => {
  it("gets nothing about other accounts", async () => {
    const nils = await jmap.client("nils");
    const reader = await nils.listen();
    await putEvent();
    expect(await within(5_000, reader)).toBe("nothing");
  });

  it("gets events about an account while a calendar in it is shared", async () => {
    const nils = await jmap.client("nils");
    const reader = await nils.listen();
    const share = {
      calendarId: calendarId as never,
      principalId: nils.actor.principalId,
      level: "read" as const,
    };
    const touch = () => elin.call("Calendar/set", { update: { [calendarId]: { name: `Name ${++count}` } } });
    await jmap.app.storage.write((tx) => tx.calendars.setShare(share));
    await touch();
    const event = await within(2_000, reader);
    expect(Object.keys((event as ServerEvent).data.changed)).toEqual([elin.accountId]);
    await putEvent();
    expect(await within(20, reader)).toMatchObject({
      data: { changed: { [elin.accountId]: { CalendarEvent: await state() } } },
    });
    await jmap.app.storage.write((tx) =>
      tx.calendars.removeShare(calendarId as never, nils.actor.principalId),
    );
    await touch();
    await putEvent();
    expect(await within(5_000, reader), "the account is gone from the session").toMatchObject({
      event: "session",
      data: { "@type": "SessionChange" },
    });
    await touch();
    await putEvent();
    expect(await within(5_000, reader)).toBe("nothing");
  });

  it("gets to know each of several accounts that come to be shared at once, by a group too, and nobody else reads anything", async () => {
    const [nils, olga, per] = [
      await jmap.client("nils"),
      await jmap.client("olga"),
      await jmap.client("per"),
    ];
    const groupId = "group1" as PrincipalId;
    const own = (await olga.calendars())[0].id;
    await jmap.app.storage.write(async (tx) => {
      const principal = await tx.principals.byId(nils.actor.principalId);
      if (!principal) return expect.fail("nobody is there");
      const group = {
        kind: "group",
        login: "group1",
        email: null,
        formerLogins: [],
        formerEmails: [],
      } as const;
      await tx.principals.insert({ ...principal, ...group, id: groupId, displayName: "Group" });
      await tx.principals.addMember(groupId, nils.actor.principalId);
    });
    const [told, other] = [await nils.listen(), await per.listen()];
    await jmap.pass(2_000);
    const reads = vi.spyOn(jmap.app.storage, "readOften");
    await jmap.app.storage.write(async (tx) => {
      await tx.calendars.setShare({ calendarId: calendarId as never, principalId: groupId, level: "read" });
      const principalId = nils.actor.principalId;
      await tx.calendars.setShare({ calendarId: own as never, principalId, level: "read" });
    });
    await elin.call("Calendar/set", { update: { [calendarId]: { name: "Of the group" } } });
    await olga.call("Calendar/set", { update: { [own]: { name: "Of nils" } } });
    const event = await within(2_000, told);
    const expected = [elin.accountId, olga.accountId].toSorted();
    expect(Object.keys((event as ServerEvent).data.changed).toSorted()).toEqual(expected);
    reads.mockClear();
    expect(await within(2_000, other)).toBe("nothing");
    expect(reads).not.toHaveBeenCalled();
  });

  it("gets nothing more when the session has ended", async () => {
    const reader = await elin.listen();
    jmap.signedIn = false;
    await putEvent();
    expect(await within(20, reader)).toBeUndefined();
    expect(jmap.handlers.connections()).toBe(0);
  });

  it("is disconnected within a minute when the session ends and nothing happens", async () => {
    const reader = await elin.listen();
    jmap.signedIn = false;
    expect(await within(60_000, reader)).toBeUndefined();
  });
});

describe("connections", () => {
  it("are forgotten when the client goes away", async () => {
    const gone = await elin.listen();
    const stays = await elin.listen();
    expect(jmap.handlers.connections()).toBe(2);
    gone.close();
    expect(jmap.handlers.connections()).toBe(1);
    await putEvent();
    expect(await within(20, stays)).toMatchObject({ event: "state" });
    expect(jmap.reported).toEqual([]);
  });

  it("end when the server stops", async () => {
    const reader = await elin.listen();
    jmap.handlers.close();
    expect(await reader.next()).toBeUndefined();
    expect(jmap.handlers.connections()).toBe(0);
  });

  it("are limited for each person", async () => {
    for (let n = 0; n < 64; n++) expect((await elin.listen()).response.status).toBe(200);
    const { response } = await elin.listen();
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).not.toBeNull();
    expect((await (await jmap.client("nils")).listen()).response.status).toBe(200);
  });
});

describe("an import", () => {
  it("reports its progress", async () => {
    const reader = await elin.listen("?types=Import&closeafter=no&ping=0");
    const file = vevent("a", "DTSTART:20261123T120000Z").join("\r\n");
    const { blobId } = (await (await elin.upload(file)).json()) as { blobId: string };
    const { import: started } = await elin.call("Import/start", {
      blobId,
      calendarId,
      newCalendarName: null,
    });
    await runJobs(
      jmap.app,
      new Map([["import", runImport]]),
      (error) => void jmap.reported.push(error),
      () => false,
    );
    const event = (await within(400, reader)) as ServerEvent;
    const answer = await elin.call("Import/get", { ids: [started.id] });
    expect(event.data.changed).toEqual({ [elin.accountId]: { Import: answer.state } });
    expect(answer.list[0].state).toBe("done");
    expect(await within(10_000, reader)).toBe("nothing");
  });
});
