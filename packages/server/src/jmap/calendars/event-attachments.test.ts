import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importObjects } from "../../app/calendars/import-calendar.ts";
import { DavClient } from "../../testing/dav-client.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "../../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
let dav: DavClient;
let calendarIds: Record<string, boolean>;
beforeEach(async () => {
  jmap = await openTestJmap({
    limits: { attachmentSize: 1_000, attachmentsPerObject: 3, attachmentQuota: 2_500 },
  });
  elin = await jmap.client("elin");
  dav = new DavClient(jmap.app, elin.actor);
  calendarIds = { [(await elin.calendars())[0].id]: true };
});
afterEach(() => jmap.close());

const EVENT = {
  title: "Lunch",
  start: "2026-11-23T12:00:00",
  timeZone: "Europe/Stockholm",
  duration: "PT1H",
};
const WEEKLY = { ...EVENT, recurrenceRule: { frequency: "weekly", count: 4 } };
const uploaded = async (content = "hello", type = "text/plain"): Promise<string> =>
  ((await (await elin.upload(content, type)).json()) as { blobId: string }).blobId;
const link = (blobId: string, fields: object = {}) => ({
  "@type": "Link",
  rel: "enclosure",
  blobId,
  ...fields,
});
const create = (fields: object): Promise<{ id: string }> =>
  elin.createEvent({ ...EVENT, calendarIds, ...fields });
const links = async (id: string, client = elin) => (await client.event(id)).links ?? {};
const update = (id: string, patch: object) => elin.call("CalendarEvent/set", { update: { [id]: patch } });
/** The stored text, unfolded. */
const text = async (id: string): Promise<string> =>
  (await jmap.icalendar(elin.actor, id)).replaceAll("\r\n ", "");
const path = (id: string): string => `/dav/calendars/elin/calendar/${id}.ics`;

describe("a link to a blob", () => {
  it("becomes a managed attachment, which JMAP and CalDAV show and serve", async () => {
    const blobId = await uploaded();
    const { id } = await create({ links: { a: link(blobId, { title: "../Dagordning å.txt" }) } });
    const { a } = await links(id);
    expect(a).toEqual({
      "@type": "Link",
      rel: "enclosure",
      blobId: expect.any(String),
      href: `https://snart.test/attachments/${a.blobId}/Dagordning%20%C3%A5.txt`,
      contentType: "text/plain",
      title: "../Dagordning å.txt",
      size: 5,
    });
    expect(await text(id)).toContain(`ATTACH;MANAGED-ID=${a.blobId};`);
    // The upload may expire: the attachment is stored separately.
    jmap.clock.advance(jmap.app.limits.uploadHours * 3_600_000);
    await jmap.app.storage.write((tx) => tx.blobs.removeExpired(jmap.clock.now(), 99));
    const file = await elin.download(a.blobId, "x.txt");
    expect([file.status, await file.text()]).toEqual([200, "hello"]);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it("is added by its own patch, also to one occurrence, and leaves the rest unchanged", async () => {
    const { id } = await create({ ...WEEKLY });
    const before = await text(id);
    await update(id, { links: { a: link(await uploaded("a"), { title: "a.txt" }) } });
    const after = await text(id);
    expect(after.replace(/ATTACH.*\r\n/, "").replaceAll(/(DTSTAMP|LAST-MODIFIED|SEQUENCE):.*/g, "")).toBe(
      before.replaceAll(/(DTSTAMP|LAST-MODIFIED|SEQUENCE):.*/g, ""),
    );
    await update(id, {
      recurrenceOverrides: {
        "2026-11-30T12:00:00": { "links/b": link(await uploaded("b"), { title: "b.txt" }) },
      },
    });
    const event = await elin.event(id);
    expect(Object.keys(event.links)).toEqual(["a"]);
    const components = (await text(id)).split("BEGIN:VEVENT").slice(1);
    expect(components.map((it) => it.match(/MANAGED-ID=/g)?.length)).toEqual([1, 2]);
    const [patch] = Object.values(event.recurrenceOverrides) as Record<string, { blobId?: string }>[];
    const inner = Object.values(patch ?? {}).find((value) => value.blobId !== undefined);
    expect(await (await elin.download(inner?.blobId ?? "")).text()).toBe("b");
  });

  it("stays when the client sends back what it got, and when it only renames it", async () => {
    const { id } = await create({ links: { a: link(await uploaded()) } });
    const given = await links(id);
    await update(id, { links: given });
    expect(await links(id)).toEqual(given);
    await update(id, { "links/a/title": "nytt.txt" });
    const renamed = await links(id);
    expect(renamed.a).toEqual({ ...given.a, title: "nytt.txt" });
    expect(await text(id)).toContain(`MANAGED-ID=${given.a.blobId}`);
    expect((await elin.download(given.a.blobId)).status).toBe(200);
  });

  it("can be replaced by another file; once removed it is gone, and undo restores it", async () => {
    const { id } = await create({ links: { a: link(await uploaded("one")) } });
    const { a: first } = await links(id);
    await update(id, { "links/a/blobId": await uploaded("other") });
    const { a: second } = await links(id);
    expect([second.size, second.blobId === first.blobId, second.href === first.href]).toEqual([
      5,
      false,
      false,
    ]);
    expect(await (await elin.download(second.blobId)).text()).toBe("other");
    await update(id, { "links/a": null });
    expect(await links(id)).toEqual({});
    expect((await elin.download(second.blobId)).status).toBe(404);
    await update(id, { links: { a: second } });
    expect(await links(id)).toEqual({ a: second });
    expect(await (await elin.download(second.blobId)).text()).toBe("other");
  });

  it("of a deleted event is restored with the event", async () => {
    const { id } = await create({ links: { a: link(await uploaded()) } });
    const { a } = await links(id);
    await elin.call("CalendarEvent/set", { destroy: [id] });
    expect((await elin.download(a.blobId)).status).toBe(404);
    await jmap.app.storage.write((tx) => tx.attachments.removeReleased(jmap.clock.now(), 100));
    await elin.call("CalendarEvent/restore", { ids: [id] });
    expect(await (await elin.download(a.blobId)).text()).toBe("hello");
  });

  it("can be an attachment of another event, and outlives it there", async () => {
    const { id: one } = await create({ links: { a: link(await uploaded()) } });
    const { a } = await links(one);
    const { id: two } = await create({ links: { b: link(a.blobId) } });
    await elin.call("CalendarEvent/set", { destroy: [one] });
    expect((await links(two)).b.blobId).toBe(a.blobId);
    expect(await (await elin.download(a.blobId)).text()).toBe("hello");
    expect(await jmap.app.storage.read((tx) => tx.attachments.heldBy(elin.actor.principalId))).toBe(5);
  });

  it.each([
    ["that is not there", { a: link("none") }, "invalidProperties"],
    ["that is no attachment", { a: link("none", { rel: "icon" }) }, "invalidProperties"],
  ])("to a blob %s is refused, and nothing is written", async (_, wanted, type) => {
    const answer = await elin.call("CalendarEvent/set", {
      create: { new: { ...EVENT, calendarIds, links: wanted } },
    });
    expect(answer.notCreated.new).toMatchObject({ type, properties: ["links"] });
    expect((await elin.call("CalendarEvent/get", { ids: null })).list).toEqual([]);
  });

  it("to another's blob or attachment is refused like a missing one", async () => {
    const { id } = await create({ links: { a: link(await uploaded("secret")) } });
    const { a } = await links(id);
    const blobId = await uploaded("mine");
    const nils = await jmap.client("nils");
    const theirs = { [(await nils.calendars())[0].id]: true };
    for (const guess of [a.blobId, blobId]) {
      const answer = await nils.call("CalendarEvent/set", {
        create: { new: { ...EVENT, calendarIds: theirs, links: { a: link(guess) } } },
      });
      expect(answer.notCreated.new).toMatchObject({ type: "invalidProperties", properties: ["links"] });
      expect((await nils.download(guess)).status).toBe(404);
    }
    expect((await nils.download(a.blobId, "x", "", elin.accountId)).status).toBe(404);
  });

  it("is served from its account, to people who may read an event that names it", async () => {
    const { id } = await create({ links: { a: link(await uploaded("shared")) }, isDraft: true });
    const { a } = await links(id);
    const nils = await jmap.client("nils");
    const read = (accountId: string) => nils.download(a.blobId, "x", "", accountId);
    await jmap.app.storage.write((tx) =>
      tx.calendars.setShare({
        calendarId: Object.keys(calendarIds)[0] as never,
        principalId: nils.actor.principalId,
        level: "read",
      }),
    );
    expect((await read(elin.accountId)).status, "while it is a draft").toBe(404);
    await elin.call("CalendarEvent/set", { update: { [id]: { isDraft: false } } });
    expect(await (await read(elin.accountId)).text()).toBe("shared");
    expect((await read(nils.accountId)).status).toBe(404);
    expect((await elin.download(a.blobId, "x", "", nils.accountId)).status).toBe(404);
  });

  it("is limited by size, number and quota", async () => {
    const refused = async (all: readonly string[]) => {
      const wanted = Object.fromEntries(all.map((blobId, i) => [`l${i}`, link(blobId)]));
      const answer = await elin.call("CalendarEvent/set", {
        create: { new: { ...EVENT, calendarIds, links: wanted } },
      });
      return answer.notCreated?.new?.code;
    };
    expect(await refused([await uploaded("x".repeat(1_001))])).toBe("attachment-too-large");
    const small = await Promise.all(["a", "b", "c", "d"].map((content) => uploaded(content)));
    expect(await refused(small)).toBe("too-many-attachments");
    const large = await Promise.all(["a", "b", "c"].map((content) => uploaded(content.repeat(1_000))));
    expect(await refused(large)).toBe("attachment-quota-full");
    expect(await refused(small.slice(0, 3))).toBeUndefined();
  });
});

describe("an attachment that came by CalDAV", () => {
  it("is a blob in JMAP, with an address, and can be removed there too", async () => {
    const { id } = await create({});
    const headers = {
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="plan.pdf"',
    };
    const added = await dav.send("POST", `${path(id)}?action=attachment-add`, { headers, body: "%PDF" });
    const managedId = added.headers.get("cal-managed-id");
    const [[key, value] = ["", undefined]] = Object.entries(await links(id));
    expect(value).toMatchObject({
      blobId: managedId,
      title: "plan.pdf",
      contentType: "application/pdf",
      size: 4,
    });
    const file = await elin.download(String(managedId));
    expect([file.headers.get("content-type"), await file.text()]).toEqual(["application/pdf", "%PDF"]);
    await update(id, { [`links/${key}`]: null });
    expect((await dav.get(path(id))).body).not.toContain("ATTACH");
    expect(
      (await dav.send("POST", `${path(id)}?action=attachment-remove&managed-id=${managedId}`)).condition,
    ).toBe("valid-managed-id");
  });

  it("from another server keeps its properties, and gives access to nothing", async () => {
    const { id } = await create({ links: { a: link(await uploaded("secret")) } });
    const { a } = await links(id);
    const nils = await jmap.client("nils");
    const theirs = (await nils.calendars())[0].id;
    const calendar = await jmap.app.storage.read((tx) => tx.calendars.byId(theirs));
    if (!calendar) throw new Error("no calendar");
    const attach = `ATTACH;MANAGED-ID=${a.blobId}:https://elsewhere.example/f`;
    const lines = [...vevent("f", "DTSTART:20261123T110000Z", attach), ""];
    const report = await importObjects(jmap.app, nils.actor, calendar, { chunks: [lines.join("\r\n")] });
    expect(report.added).toBe(1);
    const [event] = (await nils.call("CalendarEvent/get", { ids: null })).list;
    expect(Object.values(event.links)).toMatchObject([{ href: "https://elsewhere.example/f" }]);
    // Written again by its new owner it still gives access to nothing.
    await nils.call("CalendarEvent/set", { update: { [event.id]: { title: "Ny", links: event.links } } });
    expect((await nils.event(event.id)).title).toBe("Ny");
    expect((await nils.download(a.blobId)).status).toBe(404);
  });
});
