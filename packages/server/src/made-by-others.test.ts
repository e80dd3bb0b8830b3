import { beforeEach, describe, expect, it } from "vitest";
import type { CalendarId } from "./app/types.ts";
import { DavClient } from "./testing/dav-client.ts";
import { eachWithJmap } from "./testing/each-with-jmap.ts";
import type { Answer } from "./testing/jmap-client.ts";
import { vevent } from "./testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
const PATH = "/dav/calendars/elin/calendar/";
const TIMES = ["DTSTART:20261123T120000Z", "DURATION:PT1H"];
let calendarId: string;
let dav: DavClient;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
  dav = new DavClient(jmap.app, nils.actor);
  await share("write");
});

const share = (level: "write" | "edit"): Promise<void> =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({
      calendarId: calendarId as CalendarId,
      principalId: nils.actor.principalId,
      level,
    }),
  );
const textOf = (uid: string, title: string): string =>
  [...vevent(uid, ...TIMES, `SUMMARY:${title}`), ""].join("\r\n");
const elins = (uid: string): Promise<string> =>
  jmap.put(elin.actor, calendarId, `${uid}.ics`, vevent(uid, ...TIMES, "SUMMARY:Hers"));
const set = (args: object): Promise<Answer> =>
  nils.call("CalendarEvent/set", { accountId: elin.accountId, ...args });
const title = async (id: string): Promise<string> => (await elin.event(id))?.title;
const seenByNils = async (id: string): Promise<Answer> => nils.event(id, { accountId: elin.accountId });

describe("who adds and answers in a calendar of somebody else", () => {
  it("neither overwrites, moves nor deletes what its owner made, by CalDAV", async () => {
    const id = await elins("hers");
    const put = await dav.put(`${PATH}hers.ics`, textOf("hers", "His"));
    const taken = await dav.put(
      `${PATH}hers.ics`,
      textOf("hers", "His").replace(
        "END:VEVENT",
        "ORGANIZER:mailto:nils@example.com\r\nATTENDEE:mailto:nils@example.com\r\nEND:VEVENT",
      ),
    );
    const gone = await dav.delete(`${PATH}hers.ics`);
    expect([put.status, taken.status, gone.status]).toEqual([403, 403, 403]);
    expect(await title(id)).toBe("Hers");
  });

  it("neither changes nor deletes it by JMAP, and is told so beforehand", async () => {
    const id = await elins("hers");
    expect((await set({ update: { [id]: { title: "His" } } })).notUpdated[id].type).toBe("forbidden");
    expect((await set({ destroy: [id] })).notDestroyed[id].type).toBe("forbidden");
    expect(await title(id)).toBe("Hers");
    expect((await seenByNils(id))["snart:isOthers"]).toBe(true);
    expect((await elin.event(id))["snart:isOthers"]).toBeUndefined();
  });

  it("changes and deletes what they made, however it came there, and keeps it when its owner changes it", async () => {
    expect((await dav.put(`${PATH}his.ics`, textOf("his", "His"))).status).toBe(201);
    const { ids } = await elin.call("CalendarEvent/query", { filter: { uid: "his" } });
    const [id] = ids;
    expect((await seenByNils(id))["snart:isOthers"]).toBeUndefined();
    await elin.call("CalendarEvent/set", { update: { [id]: { title: "Hers now" } } });
    expect((await set({ update: { [id]: { title: "His again" } } })).notUpdated).toBeNull();
    expect((await dav.put(`${PATH}his.ics`, textOf("his", "And again"))).status).toBe(204);
    expect((await dav.delete(`${PATH}his.ics`)).status).toBe(204);
  });

  it("keeps their own colour and alarms of what others made", async () => {
    const id = await elins("hers");
    expect((await set({ update: { [id]: { color: "red" } } })).updated).toEqual({ [id]: null });
    expect(await title(id)).toBe("Hers");
  });

  it("brings back what they deleted, and nothing that its owner deleted", async () => {
    const hers = await elins("hers");
    await elin.call("CalendarEvent/set", { destroy: [hers] });
    await dav.put(`${PATH}his.ics`, textOf("his", "His"));
    const [his] = (await elin.call("CalendarEvent/query", { filter: { uid: "his" } })).ids;
    await dav.delete(`${PATH}his.ics`);
    const answer = await nils.call("CalendarEvent/restore", { accountId: elin.accountId, ids: [hers, his] });
    expect(Object.keys(answer.notRestored)).toEqual([hers]);
    expect((await elin.call("CalendarEvent/query")).ids).toEqual([his]);
  });

  it("writes everything once they may edit", async () => {
    const id = await elins("hers");
    await share("edit");
    expect((await set({ update: { [id]: { title: "His" } } })).notUpdated).toBeNull();
    expect((await seenByNils(id))["snart:isOthers"]).toBeUndefined();
    expect((await dav.delete(`${PATH}hers.ics`)).status).toBe(204);
  });
});
