import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backends, type TestPlace } from "../../storage/contract/backends.ts";
import type { Storage } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { OutboxMessage } from "../../storage/records/queues.ts";
import { eventText } from "../../testing/dav-client.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";
import { firstCalendarOf, openTestApp, type TestApp, ownCalendar } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { createCalendar } from "../calendars/create-calendar.ts";
import { deleteObject } from "../write/delete-object.ts";
import { importObjects } from "../calendars/import-calendar.ts";
import { putObject } from "../write/put-object.ts";
import { deliverMessage } from "./deliver.ts";

const NAMES = Array.from({ length: 20 }, (_, i) => `guest${i}`);
const line = (name: string, partstat?: string): string =>
  `ATTENDEE${partstat ? `;PARTSTAT=${partstat}` : ""}:mailto:${name}@example.com`;
const ORGANIZER = "ORGANIZER:mailto:elin@example.com";

async function put(app: App, actor: Actor, uri: string, text: string): Promise<void> {
  const calendarId = await firstCalendarOf(app, actor);
  const stored = await putObject(app, actor, ownCalendar(actor, calendarId), uri, text, {});
  if (!stored.ok) throw new Error(JSON.stringify(stored.problem));
}
const objectsOf = async (app: App, actor: Actor): Promise<readonly StoredObject[]> => {
  const calendarIds = [await firstCalendarOf(app, actor)];
  return app.storage.read((tx) => tx.objects.find({ calendarIds }));
};
const inboxOf = (app: App, { principalId }: Actor) =>
  app.storage.read((tx) => tx.inbox.list(principalId, 100));
const answer = (text: string, name: string, partstat: string): string =>
  text
    .replace(/\r\n /g, "")
    .replace(
      new RegExp(`^ATTENDEE[^\r\n]*:mailto:${name}@`, "m"),
      `ATTENDEE;PARTSTAT=${partstat}:mailto:${name}@`,
    );

describe.each(backends)("scheduling on $name", (backend) => {
  let place: TestPlace;
  let storages: readonly [Storage, Storage];
  let test: TestApp;
  let elin: Actor;
  beforeEach(async () => {
    place = await backend.make();
    const here = await place.open();
    storages = [here, backend.isShared ? await place.open() : here];
    test = await openTestApp({ storage: here });
    elin = await test.person("elin");
  });
  afterEach(async () => {
    for (const storage of new Set(storages)) await storage.close();
    await place.drop();
  });

  it("loses none of twenty simultaneous answers, to two processes", { timeout: 60_000 }, async () => {
    const { app } = test;
    const guests: Actor[] = [];
    for (const name of NAMES) guests.push(await test.person(name));
    await put(app, elin, "m.ics", eventText("m", ORGANIZER, ...NAMES.map((name) => line(name))));
    await sendOutbox(app);
    const apps = storages.map((storage): App => ({ ...app, storage }));
    const states = ["ACCEPTED", "DECLINED", "TENTATIVE"];
    await Promise.all(
      guests.map(async (guest, i) => {
        const mine = apps[i % 2] ?? app;
        const [copy] = await objectsOf(mine, guest);
        if (!copy) throw new Error("not invited");
        await put(mine, guest, copy.uri, answer(copy.icalendar, NAMES[i] ?? "", states[i % 3] ?? ""));
        await sendOutbox(mine);
      }),
    );
    await Promise.all(apps.map(sendOutbox));
    test.clock.advance(10_000);
    await sendOutbox(app);
    const [own] = await objectsOf(app, elin);
    const text = own?.icalendar.replace(/\r\n /g, "") ?? "";
    for (const [i, name] of NAMES.entries())
      expect(text).toMatch(new RegExp(`^ATTENDEE;[^:]*PARTSTAT=${states[i % 3]};[^:]*:mailto:${name}@`, "m"));
    expect(await inboxOf(app, elin)).toHaveLength(20);
    expect(await app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  });

  it("has the effect of a repeated delivery only once, wherever the first was cut off", async () => {
    const { app } = test;
    const bengt = await test.person("bengt");
    await put(app, elin, "m.ics", eventText("m", ORGANIZER, line("bengt")));
    const [message] = await app.storage.write((tx) => tx.queues.takeOutbox(app.now(), 9, 1));
    await deliverMessage(app, message?.payload);
    // The process died here: the message is delivered, and still in the outbox.
    const first = await objectsOf(app, bengt);
    const inbox = await inboxOf(app, bengt);
    expect([first.length, inbox.length]).toEqual([1, 1]);
    test.clock.advance(1_000);
    await sendOutbox(app);
    expect(await objectsOf(app, bengt)).toEqual(first);
    expect(await inboxOf(app, bengt)).toEqual(inbox);
    const [copy] = first;
    await put(app, bengt, copy?.uri ?? "", answer(copy?.icalendar ?? "", "bengt", "ACCEPTED"));
    await app.storage.write(async (tx) =>
      tx.inbox.remove(bengt.principalId, inbox[0]?.uri ?? "", await tx.lockAccount(bengt.principalId)),
    );
    await deliverMessage(app, message?.payload);
    expect((await objectsOf(app, bengt))[0]?.icalendar).toContain("PARTSTAT=ACCEPTED");
    expect(await inboxOf(app, bengt)).toEqual([]);
  });

  it("puts nothing into the outbox if the write is refused or rolled back", async () => {
    const { app } = test;
    await test.person("bengt");
    const calendarId = await firstCalendarOf(app, elin);
    const text = eventText("m", ORGANIZER, line("bengt"));
    const refused = await putObject(app, elin, ownCalendar(elin, calendarId), "m.ics", text, {
      ifMatch: ["other"],
    });
    expect(refused.ok).toBe(false);
    const failing: App = {
      ...app,
      outboxFilled: () => {
        throw new Error("after everything was written");
      },
    };
    await expect(putObject(failing, elin, ownCalendar(elin, calendarId), "m.ics", text, {})).rejects.toThrow(
      "after everything",
    );
    expect(await app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
    expect(await objectsOf(app, elin)).toEqual([]);
  });
});

describe("delivery", () => {
  let test: TestApp;
  let elin: Actor;
  let bengt: Actor;
  beforeEach(async () => {
    test = await openTestApp();
    elin = await test.person("elin");
    bengt = await test.person("bengt");
  });
  afterEach(() => test.close());

  const queued = (): Promise<readonly OutboxMessage[]> =>
    test.app.storage.write((tx) => tx.queues.takeOutbox(test.app.now(), 9, 0));

  it("reports to the sender if there is no calendar for the invitation", async () => {
    const { app } = test;
    const calendarId = await firstCalendarOf(app, bengt);
    await app.storage.write(async (tx) => {
      const modseq = await tx.lockAccount(bengt.principalId);
      await tx.calendars.remove(calendarId, modseq, app.now(), bengt.principalId);
    });
    await put(app, elin, "m.ics", eventText("m", ORGANIZER, line("bengt")));
    const [before] = await objectsOf(app, elin);
    await sendOutbox(app);
    const [own] = await objectsOf(app, elin);
    expect(own?.icalendar).toContain("SCHEDULE-STATUS=5.1");
    expect(own?.scheduleTag, "the organizer's app need not read it anew").toBe(before?.scheduleTag);
    expect(await inboxOf(app, bengt)).toEqual([]);
  });

  it("reports a person who has been suspended since, and skips one who is suspended already", async () => {
    const { app } = test;
    await put(app, elin, "m.ics", eventText("m", ORGANIZER, line("bengt")));
    await app.storage.write((tx) => tx.principals.update(bengt.principalId, { status: "suspended" }));
    await sendOutbox(app);
    expect((await objectsOf(app, elin))[0]?.icalendar).toContain("SCHEDULE-STATUS=5.1");
    await put(app, elin, "n.ics", eventText("n", ORGANIZER, line("bengt")));
    expect(await queued()).toEqual([]);
    expect((await objectsOf(app, elin)).find(({ uid }) => uid === "n")?.icalendar).toContain(
      "SCHEDULE-STATUS=3.7",
    );
  });

  it("keeps the order: an event invited and cancelled at once ends cancelled", async () => {
    const { app } = test;
    await put(app, elin, "m.ics", eventText("m", ORGANIZER, line("bengt")));
    await deleteObject(app, elin, ownCalendar(elin, await firstCalendarOf(app, elin)), "m.ics", {});
    await sendOutbox(app);
    expect((await objectsOf(app, bengt))[0]?.icalendar).toContain("STATUS:CANCELLED");
    expect((await inboxOf(app, bengt)).map(({ method }) => method).toSorted()).toEqual(["CANCEL", "REQUEST"]);
  });

  it("goes to the calendar that the recipient has chosen", async () => {
    const { app } = test;
    const other = await createCalendar(app, bengt, bengt.principalId, { name: "Other" });
    if (!other.ok) throw new Error("no calendar");
    const preferences = { defaultCalendarId: other.value.calendar.id };
    await app.storage.write((tx) => tx.principals.update(bengt.principalId, { preferences }));
    await put(app, elin, "m.ics", eventText("m", ORGANIZER, line("bengt")));
    await sendOutbox(app);
    expect(await objectsOf(app, bengt)).toEqual([]);
    const calendarIds = [other.value.calendar.id];
    const found = await app.storage.read((tx) => tx.objects.find({ calendarIds }));
    expect(found.map(({ uid }) => uid)).toEqual(["m"]);
    const log = await app.storage.read((tx) => tx.changes.history(bengt.principalId, found[0]?.id ?? "", 9));
    expect(
      log.map(({ actorId }) => actorId),
      "the log says who it was",
    ).toEqual([elin.principalId]);
  });

  it("ignores the guests in imported files", async () => {
    const { app } = test;
    const calendarId = await firstCalendarOf(app, elin);
    const calendar = await app.storage.read((tx) => tx.calendars.byId(calendarId));
    if (!calendar) throw new Error("no calendar");
    const text = eventText("old", ORGANIZER, line("bengt"));
    expect(await importObjects(app, elin, calendar, { chunks: [text] })).toMatchObject({ added: 1 });
    expect(await queued()).toEqual([]);
    const [own] = await objectsOf(app, elin);
    expect(own?.icalendar).not.toContain("SCHEDULE-STATUS");
    expect(own?.scheduleTag, "from here on it takes part").not.toBeNull();
    await put(app, elin, own?.uri ?? "", text.replace("SUMMARY:Lunch", "SUMMARY:Dinner"));
    expect(await queued()).toHaveLength(1);
    const old = await createCalendar(app, elin, elin.principalId, { name: "Old" });
    if (!old.ok) throw new Error("no calendar");
    const again = await importObjects(app, elin, old.value.calendar, { chunks: [text] });
    expect(again, "a second copy is kept, and takes no part").toMatchObject({ added: 1, skipped: [] });
    const heads = await app.storage.read((tx) => tx.objects.byUidInAccount(elin.principalId, "old"));
    expect(heads.filter(({ scheduleTag }) => scheduleTag !== null)).toHaveLength(1);
  });
});
