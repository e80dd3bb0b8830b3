import { beforeEach, describe, expect, it } from "vitest";
import type { ShareLevel } from "../../app/types.ts";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer } from "../../testing/jmap-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt, nils } = eachWithJmap(["elin", "bengt", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const person = (name: string, roles: object) => ({
  "@type": "Participant",
  calendarAddress: `mailto:${name}@example.com`,
  roles,
});
const draft = (fields: object = {}) => ({
  "@type": "Event",
  uid: "plan",
  calendarIds: { [calendarId]: true },
  title: "Plan",
  start: "2026-11-23T12:00:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  isDraft: true,
  organizerCalendarAddress: "mailto:elin@example.com",
  participants: {
    e: person("elin", { owner: true, attendee: true }),
    b: person("bengt", { attendee: true }),
  },
  ...fields,
});
/** A set whose messages are delivered before the test continues. */
async function set(args: object, client = elin, sendSchedulingMessages = true): Promise<Answer> {
  jmap.clock.advance(1_000);
  const answer = await client.call("CalendarEvent/set", {
    accountId: elin.accountId,
    ...args,
    sendSchedulingMessages,
  });
  await sendOutbox(jmap.app);
  return answer;
}
const create = async (fields: object = {}): Promise<string> =>
  (await set({ create: { k: draft(fields) } })).created.k.id;
const invitations = async (client = bengt): Promise<readonly Answer[]> =>
  (await client.call("CalendarEvent/get", { ids: null })).list;
const share = (level: ShareLevel) => jmap.share(calendarId, nils, level);
const seenByNils = async (): Promise<readonly Answer[]> =>
  (await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: null })).list;
const pathOf = (id: string) => `/dav/calendars/elin/calendar/${id}.ics`;

describe("a draft", () => {
  it("notifies nobody, neither when it is created nor changed nor deleted", async () => {
    const id = await create();
    expect(await elin.event(id)).toMatchObject({ isDraft: true, title: "Plan" });
    expect((await set({ update: { [id]: { title: "Better plan" } } })).notUpdated).toBeNull();
    expect(await elin.event(id)).toMatchObject({ isDraft: true, title: "Better plan" });
    await set({ destroy: [id] });
    expect(await invitations()).toEqual([]);
  });

  it("stays one when an app writes it that knows no drafts, and sends nothing", async () => {
    const id = await create();
    const dav = new DavClient(jmap.app, elin.actor);
    const { body } = await dav.get(pathOf(id));
    const plain = body.replace(/X-SNART-DRAFT:TRUE\r\n/, "").replace("SUMMARY:Plan", "SUMMARY:Other");
    expect(plain).not.toBe(body);
    expect((await dav.put(pathOf(id), plain)).status).toBe(204);
    await sendOutbox(jmap.app);
    expect(await elin.event(id)).toMatchObject({ isDraft: true, title: "Other" });
    expect(await invitations()).toEqual([]);
  });

  it("is sent to all guests once it is published", async () => {
    const id = await create();
    await set({ update: { [id]: { title: "Better plan" } } });
    const { updated, notUpdated } = await set({ update: { [id]: { isDraft: false } } });
    expect(notUpdated).toBeNull();
    expect(updated[id].updated).toBe("2026-11-20T12:00:03Z");
    expect(await elin.event(id)).toMatchObject({ isDraft: false, title: "Better plan" });
    expect((await new DavClient(jmap.app, elin.actor).get(pathOf(id))).body).not.toContain("DRAFT");
    expect(await invitations()).toMatchObject([{ title: "Better plan", isDraft: false }]);
    await set({ update: { [id]: { title: "Best plan" } } });
    expect(await invitations()).toMatchObject([{ title: "Best plan" }]);
  });

  it("is published silently if nobody should be notified", async () => {
    const id = await create();
    await set({ update: { [id]: { isDraft: false } } }, elin, false);
    expect((await elin.event(id)).isDraft).toBe(false);
    expect(await invitations()).toEqual([]);
  });

  it("can't be made from an event, by JMAP, by CalDAV or by its former text", async () => {
    const id = await create();
    await set({ update: { [id]: { isDraft: false } } });
    const { notUpdated } = await set({ update: { [id]: { isDraft: true } } });
    expect(notUpdated[id]).toMatchObject({ type: "invalidProperties", properties: ["isDraft"] });
    const dav = new DavClient(jmap.app, elin.actor);
    const { body } = await dav.get(pathOf(id));
    const marked = body.replace("SUMMARY:Plan", "SUMMARY:Hidden\r\nX-SNART-DRAFT:TRUE");
    expect((await dav.put(pathOf(id), marked)).status).toBe(204);
    expect(await elin.event(id)).toMatchObject({ isDraft: false, title: "Hidden" });
  });

  it.each(["read", "write"] as const)(
    "is invisible to people who may only %s, until it is published",
    async (level) => {
      await share(level);
      const id = await create({ participants: undefined, organizerCalendarAddress: undefined });
      const { state } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] });
      expect(await seenByNils()).toEqual([]);
      const dav = new DavClient(jmap.app, nils.actor);
      const shared = "/dav/calendars/nils/elin~calendar/";
      expect((await dav.sync(shared, "")).hrefs).not.toContainEqual(expect.stringContaining(id));
      expect((await dav.get(`${shared}${id}.ics`)).status).toBe(404);
      const busy = await nils.call("Principal/getAvailability", {
        id: elin.accountId,
        utcStart: "2026-11-23T00:00:00Z",
        utcEnd: "2026-11-24T00:00:00Z",
      });
      expect(busy.list).toEqual([]);
      await set({ update: { [id]: { isDraft: false } } });
      expect(await seenByNils()).toMatchObject([{ id, isDraft: false }]);
      const changes = await nils.call("CalendarEvent/changes", {
        accountId: elin.accountId,
        sinceState: state,
      });
      expect([...changes.created, ...changes.updated]).toEqual([id]);
    },
  );

  it("is visible to who made it, and to nobody else who only adds events", async () => {
    await share("write");
    await jmap.share(calendarId, bengt, "write");
    const plain = draft({ participants: undefined, organizerCalendarAddress: undefined });
    const { created } = await set({ create: { k: plain } }, nils);
    const { id } = created.k;
    const { accountId } = elin;
    expect(await seenByNils()).toMatchObject([{ id, isDraft: true }]);
    const { state, list } = await bengt.call("CalendarEvent/get", { accountId, ids: null });
    expect(list).toEqual([]);
    expect((await set({ update: { [id]: { title: "Mine" } } }, nils)).notUpdated).toBeNull();
    expect((await set({ update: { [id]: { title: "Taken" } } }, bengt)).notUpdated[id].type).toBe("notFound");
    const since = { accountId, sinceState: state };
    const unseen = await bengt.call("CalendarEvent/changes", since);
    expect([...unseen.created, ...unseen.updated]).toEqual([]);
    expect((await set({ destroy: [id] }, nils)).destroyed).toEqual([id]);
    expect((await nils.call("CalendarEvent/changes", since)).destroyed).toEqual([id]);
    const trash = { accountId, ids: null };
    expect((await nils.call("TrashItem/get", trash)).list).toMatchObject([{ id, mayRestore: true }]);
    expect((await bengt.call("TrashItem/get", trash)).list).toEqual([]);
    expect((await nils.call("CalendarEvent/restore", { accountId, ids: [id] })).restored).toEqual([id]);
    expect(await seenByNils()).toMatchObject([{ id, title: "Mine", isDraft: true }]);
  });

  it("is visible to writers of the calendar, with its flag", async () => {
    await share("edit");
    const id = await create();
    expect(await seenByNils()).toMatchObject([{ id, isDraft: true }]);
    expect((await set({ update: { [id]: { title: "Ours" } } }, nils)).notUpdated).toBeNull();
    expect(await elin.event(id)).toMatchObject({ title: "Ours", isDraft: true });
    expect(await invitations()).toEqual([]);
  });

  it("stays one as a copy", async () => {
    const id = await create();
    const { created } = await elin.call("CalendarEvent/set", {
      create: { k: draft({ uid: "other", isDraft: undefined }) },
    });
    expect(created.k.isDraft).toBe(false);
    await share("edit");
    const [own] = await nils.calendars();
    const copied = await nils.call("CalendarEvent/copy", {
      fromAccountId: elin.accountId,
      accountId: nils.accountId,
      create: { c: { id, calendarIds: { [own.id]: true } } },
    });
    expect((await nils.event(copied.created.c.id)).isDraft).toBe(true);
  });
});
