import { ownCalendar } from "../../testing/test-app.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createAppPassword } from "../../app/sign-in/app-passwords.ts";
import { actorOfBasic } from "../../app/sign-in/basic-sign-in.ts";
import { deleteObject } from "../../app/write/delete-object.ts";
import { publicLinkOf } from "../../app/feeds/public-feed.ts";
import { putObject } from "../../app/write/put-object.ts";
import type { ShareLevel } from "../../app/types.ts";
import { removeExpired } from "../../jobs/remove-expired.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer, JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const DAY = 86_400_000;

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const START = "DTSTART;TZID=Europe/Stockholm:20261125T080000";
const make = (title: string, fields: object = {}): Promise<Answer> =>
  elin.createEvent({
    calendarIds: { [calendarId]: true },
    title,
    start: "2026-11-25T08:00:00",
    timeZone: "Europe/Stockholm",
    ...fields,
  });
const set = async (id: string, patch: object): Promise<void> => {
  const { notUpdated } = await elin.call("CalendarEvent/set", { update: { [id]: patch } });
  expect(notUpdated).toBeNull();
};
const destroy = async (id: string): Promise<void> => {
  const { notDestroyed } = await elin.call("CalendarEvent/set", { destroy: [id] });
  expect(notDestroyed).toBeNull();
};
const titles = async (): Promise<string[]> =>
  (await elin.call("CalendarEvent/get", { ids: null })).list.map(({ title }: Answer) => title).toSorted();
const share = (other: JmapClient, level: ShareLevel, id = calendarId): Promise<void> =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: id as never, principalId: other.actor.principalId, level }),
  );
const trash = async (who = elin): Promise<Answer[]> => {
  const { ids } = await who.call("TrashItem/query", { accountId: elin.accountId });
  const { list } = await who.call("TrashItem/get", { accountId: elin.accountId, ids });
  return list;
};
const versions = async (objectId: string, who = elin): Promise<Answer[]> => {
  const { ids } = await who.call("Version/query", { accountId: elin.accountId, filter: { objectId } });
  return (await who.call("Version/get", { accountId: elin.accountId, ids })).list;
};
/** Elin's phone, over CalDAV, by an app password. */
const phone = async () => {
  const made = await createAppPassword(jmap.app, elin.actor, "Elins telefon");
  if (!made.ok) throw new Error(made.problem.code);
  const client = { address: "203.0.113.1", userAgent: "DAVx5", source: "dav" } as const;
  const actor = await actorOfBasic(jmap.app, "elin", made.value.secret, client);
  if (!actor.ok) throw new Error(actor.problem.code);
  return actor.value;
};

describe("the trash", () => {
  it("holds what was deleted, by whom and by what, newest first, until it is forgotten", async () => {
    const first = await make("Först");
    const second = await make("Sedan");
    await destroy(first.id);
    jmap.clock.advance(60_000);
    const uri = `${second.id}.ics`;
    expect(
      (await deleteObject(jmap.app, await phone(), ownCalendar(elin.actor, calendarId), uri, {})).ok,
    ).toBe(true);
    const items = await trash();
    expect(items.map(({ title, via, client }) => [title, via, client])).toEqual([
      ["Sedan", "dav", "Elins telefon"],
      ["Först", "web", null],
    ]);
    expect(items[0]).toMatchObject({
      id: second.id,
      kind: "event",
      calendarId,
      item: { start: "2026-11-25T08:00:00" },
      deletedBy: { principalId: elin.accountId, name: "elin" },
      mayRestore: true,
      mayDestroy: true,
    });
    const { deletedAt, expiresAt } = items[0];
    expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(90 * DAY);
    expect(await elin.call("TrashItem/query", { filter: { title: "FÖR" } })).toMatchObject({
      ids: [first.id],
    });
    jmap.clock.advance(90 * DAY - 60_000);
    expect((await trash()).map(({ title }) => title)).toEqual(["Sedan"]);
    await removeExpired(jmap.app);
    expect(await versions(first.id)).toEqual([]);
  });

  it("gives things back under their ids, and forgets for good what is destroyed", async () => {
    const kept = await make("Kvar", { description: "hemligt recept" });
    const gone = await make("Bort");
    await destroy(kept.id);
    await destroy(gone.id);
    const { restored, notRestored } = await elin.call("TrashItem/restore", { ids: [kept.id, "nothing"] });
    expect(restored).toEqual([kept.id]);
    expect(notRestored).toEqual({ nothing: { type: "notFound" } });
    expect(await elin.event(kept.id)).toMatchObject({ title: "Kvar", description: "hemligt recept" });
    const before = (await elin.call("TrashItem/get", { ids: [] })).state;
    const done = await elin.call("TrashItem/set", { destroy: [gone.id, kept.id], create: { x: {} } });
    expect(done.destroyed).toEqual([gone.id]);
    expect(done.notDestroyed[kept.id].type, "it is not in the trash").toBe("notFound");
    expect(done.notCreated.x.type).toBe("forbidden");
    expect(done.newState).not.toBe(before);
    expect(await trash()).toEqual([]);
    expect((await elin.call("TrashItem/restore", { ids: [gone.id] })).restored).toEqual([]);
    expect(await titles()).toEqual(["Kvar"]);
    expect((await elin.failing("TrashItem/set", { ifInState: before, destroy: [] })).type).toBe(
      "stateMismatch",
    );
  });

  it("gives a deleted calendar back whole: its name, its sharing, its events and tasks", async () => {
    const nils = await jmap.client("nils");
    const { created } = await elin.call("Calendar/set", {
      create: { k: { name: "Stugan", color: "#123456" } },
    });
    const { id } = created.k;
    await share(nils, "edit", id);
    const uids = Array.from({ length: 300 }, (_, at) => `e${at}`);
    for (const uid of uids)
      await jmap.put(elin.actor, id, `${uid}.ics`, vevent(uid, START, `SUMMARY:${uid}`, "X-KEEP:yes"));
    const single = await make("Ensam", { calendarIds: { [id]: true } });
    await destroy(single.id);
    await elin.call("Calendar/set", { destroy: [id], onDestroyRemoveEvents: true });
    expect((await nils.session()).accounts).not.toHaveProperty(elin.accountId);
    const items = await trash();
    expect(items.map(({ kind, title, count }) => [kind, title, count])).toEqual([
      ["calendar", "Stugan", 300],
    ]);
    const { restored, notRestored } = await elin.call("TrashItem/restore", { ids: [id] });
    expect([restored, notRestored]).toEqual([[id], {}]);
    const [calendar] = (await elin.call("Calendar/get", { ids: [id] })).list;
    expect(calendar).toMatchObject({ name: "Stugan", color: "#123456" });
    const seen = await nils.call("CalendarEvent/query", {
      accountId: elin.accountId,
      filter: { inCalendar: id },
    });
    expect(seen.ids).toHaveLength(300);
    expect(await jmap.icalendar(elin.actor, seen.ids[0])).toContain("X-KEEP:yes");
    expect(
      (await trash()).map(({ title }) => title),
      "what was deleted before it stays deleted",
    ).toEqual(["Ensam"]);
    expect(jmap.reported).toEqual([]);
  });

  it("gives a deleted calendar back with its links, which lead nowhere meanwhile", async () => {
    const [calendar] = await elin.calendars();
    await elin.call("Calendar/set", { create: { k: { name: "Other" } } });
    const made = async (label: string): Promise<Answer> =>
      (
        await elin.call("PublicLink/set", {
          create: { l: { calendarId: calendar.id, label, detail: "full" } },
        })
      ).created.l;
    const [open, closed] = [await made("Grannar"), await made("Gamla")];
    await elin.call("PublicLink/set", { update: { [closed.id]: { isRevoked: true } } });
    const feed = async ({ token }: Answer): Promise<boolean> => (await publicLinkOf(jmap.app, token)).ok;
    expect([await feed(open), await feed(closed)]).toEqual([true, false]);
    const links = (await elin.call("PublicLink/get", { ids: null })).list;
    await elin.call("Calendar/set", { destroy: [calendar.id], onDestroyRemoveEvents: true });
    expect([await feed(open), await feed(closed)]).toEqual([false, false]);
    await elin.call("TrashItem/restore", { ids: [calendar.id] });
    expect([await feed(open), await feed(closed)]).toEqual([true, false]);
    expect((await elin.call("PublicLink/get", { ids: null })).list).toEqual(links);
  });

  it("shows others what they may see, and lets them do what they may do", async () => {
    const nils = await jmap.client("nils");
    const open = await make("Öppen");
    const secret = await make("Hemlig", { privacy: "private" });
    await destroy(open.id);
    await destroy(secret.id);
    expect((await nils.failing("TrashItem/get", { accountId: elin.accountId, ids: null })).type).toBe(
      "accountNotFound",
    );
    await share(nils, "read");
    expect(
      (await trash(nils)).map(({ title, mayRestore, mayDestroy }) => [title, mayRestore, mayDestroy]),
    ).toEqual([["Öppen", false, false]]);
    const ids = [open.id, secret.id];
    const asReader = await nils.call("TrashItem/restore", { accountId: elin.accountId, ids });
    expect(asReader.restored).toEqual([]);
    expect(asReader.notRestored[open.id].type).toBe("forbidden");
    expect(asReader.notRestored[secret.id].type).toBe("notFound");
    await share(nils, "edit");
    const purged = await nils.call("TrashItem/set", { accountId: elin.accountId, destroy: [open.id] });
    expect(purged.notDestroyed[open.id].type, "only who manages the calendar may").toBe("forbidden");
    const asEditor = await nils.call("TrashItem/restore", { accountId: elin.accountId, ids: [open.id] });
    expect(asEditor.restored).toEqual([open.id]);
    expect(await titles()).toEqual(["Öppen"]);
  });
});

describe("versions", () => {
  it("has the former text of an event that one write moves and changes, and brings it back", async () => {
    const { id } = await make("Hemma");
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Annan" } } })).created.k.id;
    const patch = { calendarIds: { [other]: true }, title: "Borta" };
    expect((await elin.call("CalendarEvent/set", { update: { [id]: patch } })).notUpdated).toBeNull();
    const all = await versions(id);
    expect(all.map(({ change, item, isCurrent }) => [change, item.title, isCurrent])).toEqual([
      ["updated", "Borta", true],
      ["created", "Hemma", false],
    ]);
    await elin.call("Version/restore", { ids: [all[1].id] });
    expect(await elin.event(id)).toMatchObject({ title: "Hemma", calendarIds: { [other]: true } });
  });

  it("has no other text of an event that is only moved", async () => {
    const { id } = await make("Hemma");
    const other = (await elin.call("Calendar/set", { create: { k: { name: "Annan" } } })).created.k.id;
    await elin.call("CalendarEvent/set", { update: { [id]: { calendarIds: { [other]: true } } } });
    expect(new Set((await versions(id)).map(({ item }) => item.title))).toEqual(new Set(["Hemma"]));
  });

  it("tell who changed what when, and by which client", async () => {
    const nils = await jmap.client("nils");
    await share(nils, "edit");
    const { id } = await make("Möte");
    jmap.clock.advance(60_000);
    await nils.call("CalendarEvent/set", { accountId: elin.accountId, update: { [id]: { title: "Möte!" } } });
    jmap.clock.advance(60_000);
    const text = (await jmap.icalendar(elin.actor, id)).replace("SUMMARY:Möte!", "SUMMARY:Fika");
    const put = await putObject(
      jmap.app,
      await phone(),
      ownCalendar(elin.actor, calendarId),
      `${id}.ics`,
      text,
      {},
    );
    expect(put.ok).toBe(true);
    await destroy(id);
    const all = await versions(id);
    expect(
      all.map(({ change, by, via, client, isCurrent }) => [change, by.name, via, client, isCurrent]),
    ).toEqual([
      ["destroyed", "elin", "web", null, false],
      ["updated", "elin", "dav", "Elins telefon", false],
      ["updated", "nils", "web", null, false],
      ["created", "elin", "web", null, false],
    ]);
    expect(all.map(({ item }) => item.title)).toEqual(["Fika", "Fika", "Möte!", "Möte"]);
    expect(all.map(({ patch }) => patch)).toEqual([null, { title: "Fika" }, { title: "Möte!" }, null]);
    expect(new Set(all.map(({ at }) => at)).size).toBe(3);
  });

  it("are restored one by one, whatever has become of the object, and that is undone like any change", async () => {
    const { id } = await make("Ett");
    await set(id, { title: "Två", description: "mer" });
    const [two, one] = await versions(id);
    expect((await elin.call("Version/restore", { ids: [one.id] })).restored).toEqual([one.id]);
    expect(await elin.event(id)).toMatchObject({ title: "Ett" });
    expect(await elin.event(id)).not.toHaveProperty("description");
    await elin.call("Version/restore", { ids: [two.id] });
    expect(await elin.event(id)).toMatchObject({ title: "Två", description: "mer" });
    await destroy(id);
    expect((await elin.call("Version/restore", { ids: [one.id] })).restored).toEqual([one.id]);
    expect((await elin.event(id)).title).toBe("Ett");
    expect((await versions(id))[0]).toMatchObject({ change: "created", isCurrent: true });
    const wrong = await elin.call("Version/restore", { ids: ["x", `${id}_99999`] });
    expect(wrong.restored).toEqual([]);
    expect(Object.values(wrong.notRestored)).toEqual([
      { type: "notFound" },
      expect.objectContaining({ type: "notFound" }),
    ]);
  });

  it("of when it was private stay hidden from others, and in calendars that they do not see", async () => {
    const nils = await jmap.client("nils");
    const { created } = await elin.call("Calendar/set", { create: { k: { name: "Eget" } } });
    const { id } = await make("Hemlig", { privacy: "private" });
    await set(id, { privacy: "public", title: "Öppen" });
    await set(id, { calendarIds: { [created.k.id]: true } });
    await set(id, { title: "Öppnare" });
    await share(nils, "edit");
    expect((await versions(id, nils)).map(({ item }) => item.title)).toEqual(["Öppen"]);
    const first = (await versions(id)).at(-1);
    const stolen = await nils.call("Version/restore", { accountId: elin.accountId, ids: [first.id] });
    expect(stolen.notRestored[first.id].type).toBe("notFound");
    expect((await elin.event(id)).title).toBe("Öppnare");
  });

  it("does not tell guests of it unless that is asked", async () => {
    const nils = await jmap.client("nils");
    const { id } = await make("Möte", {
      participants: {
        n: { "@type": "Participant", calendarAddress: "mailto:nils@example.com", roles: { attendee: true } },
      },
    });
    await set(id, { start: "2026-11-26T08:00:00" });
    const [, first] = await versions(id);
    const waiting = (): Promise<number> => jmap.app.storage.read((tx) => tx.queues.outboxSize());
    const before = await waiting();
    await elin.call("Version/restore", { ids: [first.id] });
    expect(await waiting()).toBe(before);
    expect((await elin.event(id)).start).toBe("2026-11-25T08:00:00");
    await elin.call("Version/restore", { ids: [(await versions(id))[1].id], sendSchedulingMessages: true });
    expect(await waiting()).toBe(before + 1);
    expect((await nils.call("CalendarEvent/get", { ids: null })).list).toEqual([]);
  });

  it("refuses what nobody asked for in the right way", async () => {
    expect((await elin.failing("Version/query", {})).type).toBe("unsupportedFilter");
    expect((await elin.failing("Version/get", { ids: null })).type).toBe("invalidArguments");
    const nothing = { filter: { objectId: "../../etc" } };
    expect((await elin.call("Version/query", nothing)).ids).toEqual([]);
  });
});

describe("Calendar/rewind", () => {
  const rewind = (args: object): Promise<Answer> => elin.call("Calendar/rewind", { calendarId, ...args });
  const utc = (): string => `${new Date(jmap.app.now()).toISOString().slice(0, 19)}Z`;

  it("puts a calendar back after a client has made a mess, previews first, and is undone", async () => {
    const kept = await make("Kvar");
    const changed = await make("Rätt");
    const deleted = await make("Borttagen");
    jmap.clock.advance(60_000);
    const at = utc();
    jmap.clock.advance(60_000);
    await set(changed.id, { title: "Fel" });
    await set(changed.id, { title: "Ännu felare" });
    await destroy(deleted.id);
    const added = await make("Skräp");
    const messy = ["Kvar", "Skräp", "Ännu felare"];
    expect(await titles()).toEqual(messy);
    expect(await rewind({ at })).toEqual({
      accountId: elin.accountId,
      isPreview: true,
      created: 1,
      updated: 1,
      destroyed: 1,
      notRestored: {},
      undoState: null,
    });
    expect(await titles(), "a preview changes nothing").toEqual(messy);
    const done = await rewind({ at, preview: false });
    expect(done).toMatchObject({ created: 1, updated: 1, destroyed: 1, notRestored: {} });
    expect(await titles()).toEqual(["Borttagen", "Kvar", "Rätt"]);
    expect((await elin.event(deleted.id)).title, "under its own id").toBe("Borttagen");
    expect((await trash()).map(({ id }) => id)).toEqual([added.id]);
    expect(await versions(kept.id), "what had not changed is not touched").toHaveLength(1);
    expect(await rewind({ at }), "there is nothing left to do").toMatchObject({
      created: 0,
      updated: 0,
      destroyed: 0,
    });
    const undone = await rewind({ state: done.undoState, preview: false });
    expect(undone).toMatchObject({ created: 1, updated: 1, destroyed: 1 });
    expect(await titles()).toEqual(messy);
  });

  it("works in batches, and leaves other calendars alone", async () => {
    const { created } = await elin.call("Calendar/set", { create: { k: { name: "Annan" } } });
    const other = await make("Annan", { calendarIds: { [created.k.id]: true } });
    for (let at = 0; at < 450; at++)
      await jmap.put(elin.actor, calendarId, `e${at}.ics`, vevent(`e${at}`, START, `SUMMARY:${at}`));
    const { state } = await elin.call("CalendarEvent/get", { ids: [] });
    const { ids } = await elin.call("CalendarEvent/query", { filter: { inCalendar: calendarId } });
    await elin.call("CalendarEvent/set", { destroy: ids });
    await set(other.id, { title: "Ändrad" });
    expect(await rewind({ state, preview: false })).toMatchObject({ created: 450, updated: 0, destroyed: 0 });
    expect((await elin.call("CalendarEvent/query", { filter: { inCalendar: calendarId } })).ids).toHaveLength(
      450,
    );
    expect((await elin.event(other.id)).title).toBe("Ändrad");
  });

  it("leaves what was moved, and what is private to another", async () => {
    const nils = await jmap.client("nils");
    const { created } = await elin.call("Calendar/set", { create: { k: { name: "Annan" } } });
    const moved = await make("Flyttad");
    const secret = await make("Hemlig", { privacy: "private" });
    const plain = await make("Vanlig");
    const back = await make("Ett");
    await set(back.id, { title: "Två" });
    const { state } = await elin.call("CalendarEvent/get", { ids: [] });
    await set(moved.id, { calendarIds: { [created.k.id]: true } });
    await set(secret.id, { title: "Hemligare" });
    await set(plain.id, { title: "Ovanlig" });
    for (const place of [created.k.id, calendarId]) await set(back.id, { calendarIds: { [place]: true } });
    await set(back.id, { title: "Tre" });
    await share(nils, "edit");
    const done = await nils.call("Calendar/rewind", {
      accountId: elin.accountId,
      calendarId,
      state,
      preview: false,
    });
    expect(done).toMatchObject({ created: 0, updated: 1, destroyed: 0, notRestored: {} });
    expect(await titles()).toEqual(["Flyttad", "Hemligare", "Tre", "Vanlig"]);
    expect((await elin.event(moved.id)).calendarIds).toEqual({ [created.k.id]: true });
  });

  it("refuses who may not write everything, moments out of reach, and nonsense", async () => {
    const nils = await jmap.client("nils");
    await make("Möte");
    await share(nils, "write");
    const asNils = { accountId: elin.accountId, calendarId, state: "1" };
    expect((await nils.failing("Calendar/rewind", asNils)).type).toBe("forbidden");
    const at = utc();
    for (const [args, type] of [
      [{}, "invalidArguments"],
      [{ at, state: "1" }, "invalidArguments"],
      [{ at: "yesterday" }, "invalidArguments"],
      [{ at: "2020-01-01T00:00:00Z" }, "cannotCalculateChanges"],
      [{ at: "2199-01-01T00:00:00Z" }, "cannotCalculateChanges"],
      [{ state: "999999" }, "cannotCalculateChanges"],
      [{ at, calendarId: "nothing" }, "notFound"],
    ] as const)
      expect(
        (await elin.failing("Calendar/rewind", { calendarId, ...args })).type,
        JSON.stringify(args),
      ).toBe(type);
    expect(await titles()).toEqual(["Möte"]);
  });
});
