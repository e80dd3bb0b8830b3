import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Modseq, PrincipalId } from "../records/ids.ts";
import type { InboxItem } from "../records/inbox.ts";
import { backends, type TestPlace } from "./backends.ts";
import { change, household, newId } from "./fixtures.ts";

const item = (accountId: PrincipalId, modseq: Modseq, fields: Partial<InboxItem> = {}): InboxItem => ({
  accountId,
  uri: `${newId("message")}.ics`,
  uid: "meeting@example.com",
  component: "VEVENT",
  method: "REQUEST",
  etag: newId("etag"),
  size: 4,
  modseq,
  createdAt: 1_700_000_000_000,
  icalendar: "text",
  ...fields,
});

describe.each(backends)("inboxes on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
  });
  afterAll(() => place.drop());
  beforeEach(async () => {
    storage = await place.open();
  });
  afterEach(() => storage.close());

  const deliver = (accountId: PrincipalId, fields: Partial<InboxItem> = {}): Promise<InboxItem> =>
    change(storage, accountId, async (tx, modseq) => {
      const made = item(accountId, modseq, fields);
      expect(await tx.inbox.insert(made)).toBe("inserted");
      return made;
    });
  const remove = (accountId: PrincipalId, uri: string): Promise<boolean> =>
    change(storage, accountId, (tx, modseq) => tx.inbox.remove(accountId, uri, modseq));
  const changes = (accountId: PrincipalId, since: Modseq, limit = 10) =>
    storage.read((tx) => tx.inbox.changes(accountId, since, limit));

  it("list deliveries, newest first, each account its own", async () => {
    const { owner } = await household(storage);
    const { owner: other } = await household(storage);
    expect(await storage.read((tx) => tx.inbox.state(owner.id))).toBe(0);
    const first = await deliver(owner.id);
    const second = await deliver(owner.id);
    await storage.read(async (tx) => {
      expect(await tx.inbox.list(owner.id, 9)).toEqual([second, first]);
      expect(await tx.inbox.list(owner.id, 1)).toEqual([second]);
      expect(await tx.inbox.byUris(owner.id, [first.uri, "none"])).toEqual([first]);
      expect(await tx.inbox.byUris(other.id, [first.uri])).toEqual([]);
      expect(await tx.inbox.list(other.id, 9)).toEqual([]);
      expect(await tx.inbox.state(owner.id)).toBe(second.modseq);
    });
  });

  it("accept the same delivery once, also after it was removed", async () => {
    const { owner } = await household(storage);
    const { uri } = await deliver(owner.id);
    const again = (): Promise<string> =>
      change(storage, owner.id, (tx, modseq) => tx.inbox.insert(item(owner.id, modseq, { uri })));
    expect(await again()).toBe("duplicate");
    expect(await remove(owner.id, uri)).toBe(true);
    expect(await remove(owner.id, uri)).toBe(false);
    expect(await again()).toBe("duplicate");
    expect(await storage.read((tx) => tx.inbox.list(owner.id, 9))).toEqual([]);
  });

  it("give additions and removals since a state, without what came and went", async () => {
    const { owner } = await household(storage);
    const first = await deliver(owner.id);
    const known = first.modseq;
    const second = await deliver(owner.id);
    const brief = await deliver(owner.id);
    await remove(owner.id, brief.uri);
    await remove(owner.id, first.uri);
    const state = await storage.read((tx) => tx.inbox.state(owner.id));
    expect(await changes(owner.id, known)).toEqual({
      newModseq: state,
      hasMore: false,
      added: [second],
      removed: [first.uri],
    });
    expect(await changes(owner.id, 0)).toMatchObject({ added: [second], removed: [] });
    expect(await changes(owner.id, state)).toEqual({
      newModseq: state,
      hasMore: false,
      added: [],
      removed: [],
    });
    expect(await changes(owner.id, state + 100)).toBe("too-old");
  });

  it("give many changes in pages that lose nothing", async () => {
    const { owner } = await household(storage);
    const all = [];
    for (let i = 0; i < 7; i++) all.push(await deliver(owner.id));
    const seen: string[] = [];
    let since = 0;
    for (let hasMore = true; hasMore;) {
      const page = await changes(owner.id, since, 3);
      if (page === "too-old") throw new Error("too old");
      seen.push(...page.added.map(({ uri }) => uri));
      ({ newModseq: since, hasMore } = page);
    }
    expect(seen).toEqual(all.map(({ uri }) => uri));
  });

  it("keep no more than the given number", async () => {
    const { owner } = await household(storage);
    const all = [];
    for (let i = 0; i < 5; i++) all.push(await deliver(owner.id));
    await change(storage, owner.id, (tx, modseq) => tx.inbox.trim(owner.id, 2, modseq));
    expect(await storage.read((tx) => tx.inbox.list(owner.id, 9))).toEqual([all[4], all[3]]);
    const told = await changes(owner.id, all[4]?.modseq ?? 0);
    expect(told).toMatchObject({ added: [], removed: expect.arrayContaining([all[0]?.uri]) });
  });

  it("forget removals with the log", async () => {
    const { owner } = await household(storage);
    const first = await deliver(owner.id);
    await remove(owner.id, first.uri);
    const kept = await deliver(owner.id);
    await change(storage, owner.id, (tx, modseq) =>
      tx.changes.append([
        {
          accountId: owner.id,
          modseq,
          type: "CalendarEvent",
          id: "some",
          calendarId: null,
          change: "updated",
          at: 5,
          actorId: owner.id,
        },
      ]),
    );
    await storage.write((tx) => tx.changes.forgetLog(5, 100));
    expect(await changes(owner.id, first.modseq)).toBe("too-old");
    expect(await changes(owner.id, 0)).toMatchObject({ added: [kept], removed: [] });
  });

  it("refuse a write without the account's lock", async () => {
    const { owner } = await household(storage);
    await expect(storage.write((tx) => tx.inbox.insert(item(owner.id, 9)))).rejects.toThrow(/lockAccount/);
    expect(await storage.read((tx) => tx.inbox.list(owner.id, 9))).toEqual([]);
  });
});
