import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { PrincipalId } from "../records/ids.ts";
import type { Feed, PublicLink, Subscription } from "../records/feeds.ts";
import { backends, type TestPlace } from "./backends.ts";
import { change, household, newId } from "./fixtures.ts";

const feed = (fields: Partial<Feed> = {}): Feed => {
  const id = newId("feed");
  return {
    id,
    url: `https://åsa:hemligt@example.com/${id}.ics`,
    state: "stale",
    etag: null,
    lastModified: null,
    contentHash: null,
    fetchedAt: null,
    triedAt: null,
    nextAt: 100,
    failures: 0,
    error: null,
    ...fields,
  };
};

const subscription = ({ id: calendarId, accountId }: Calendar, feedId: string): Subscription => ({
  calendarId,
  accountId,
  feedId,
  refreshMinutes: 60,
  createdBy: accountId,
  createdAt: 1,
  appliedHash: null,
  skipped: 0,
  mended: 0,
});

const link = ({ id: calendarId, accountId }: Calendar, fields: Partial<PublicLink> = {}): PublicLink => {
  const id = newId("link");
  return {
    id,
    calendarId,
    label: "Föreningens hemsida",
    tokenHash: `hash-${id}`,
    detail: "busy",
    mayEmbed: false,
    createdBy: accountId,
    createdAt: 1,
    expiresAt: null,
    revokedAt: null,
    ...fields,
  };
};

describe.each(backends)("feeds and links on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });

  it("store a feed as written, one for each address", async () => {
    const one = feed({
      etag: `"å"`,
      lastModified: "Sun, 22 Nov 2026 10:00:00 GMT",
      contentHash: "h",
      error: { code: "answered-badly", status: 503 },
    });
    await storage.write(async (tx) => {
      expect(await tx.feeds.insert(one)).toBe("inserted");
      expect(await tx.feeds.insert({ ...feed(), url: one.url })).toBe("duplicate");
    });
    expect(await storage.read((tx) => tx.feeds.byId(one.id))).toEqual(one);
    expect(await storage.read((tx) => tx.feeds.byUrl(one.url))).toEqual(one);
    expect(await storage.read((tx) => tx.feeds.byUrl("https://example.com/other.ics"))).toBeUndefined();
    await storage.write((tx) => tx.feeds.update(one.id, { error: null, state: "fresh", failures: 2 }));
    expect(await storage.read((tx) => tx.feeds.byId(one.id))).toEqual({
      ...one,
      error: null,
      state: "fresh",
      failures: 2,
    });
  });

  it("find due feeds, longest first, and give each to one process", async () => {
    const [late, early, later] = [feed({ nextAt: 20 }), feed({ nextAt: 10 }), feed({ nextAt: 9_999 })];
    await storage.write(async (tx) => {
      for (const one of [late, early, later]) await tx.feeds.insert(one);
    });
    const due = await storage.read((tx) => tx.feeds.due(50, 10));
    expect(due.map(({ id }) => id)).toEqual([early.id, late.id]);
    const claims = await Promise.all(
      [1, 2, 3].map(() => storage.write((tx) => tx.feeds.claim(early.id, 10, 500))),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect((await storage.read((tx) => tx.feeds.due(50, 10))).map(({ id }) => id)).toEqual([late.id]);
  });

  it("remove a subscription with its calendar, and a feed with its last subscription", async () => {
    const { home } = await household(storage);
    const one = feed({ nextAt: 9_999 });
    const subscribed = subscription(home, one.id);
    await storage.write(async (tx) => {
      await tx.feeds.insert(one);
      await tx.feeds.subscribe(subscribed);
    });
    expect(await storage.read((tx) => tx.feeds.subscription(home.id))).toEqual(subscribed);
    expect(await storage.write((tx) => tx.feeds.removeUnused(one.id))).toBe(false);
    await storage.write((tx) =>
      tx.feeds.updateSubscription(home.id, { appliedHash: "h", skipped: 3, mended: 2 }),
    );
    const changed = { ...subscribed, appliedHash: "h", skipped: 3, mended: 2 };
    expect(await storage.read((tx) => tx.feeds.subscribers(one.id))).toEqual([changed]);
    expect(await storage.read((tx) => tx.feeds.subscriptionsOf(home.accountId))).toEqual([changed]);
    expect(await storage.read((tx) => tx.feeds.subscriptionsOf("nobody" as PrincipalId))).toEqual([]);
    await change(storage, home.accountId, (tx, modseq) =>
      tx.calendars.remove(home.id, modseq, 1, home.accountId),
    );
    expect(await storage.read((tx) => tx.feeds.subscribers(one.id))).toEqual([]);
    expect(await storage.write((tx) => tx.feeds.removeUnused(one.id))).toBe(true);
    expect(await storage.read((tx) => tx.feeds.byId(one.id))).toBeUndefined();
  });

  it("store links by their token's hash, find them by calendar, and remove them with it", async () => {
    const { home } = await household(storage);
    const { home: other } = await household(storage);
    const [mine, theirs] = [link(home, { expiresAt: 50, mayEmbed: true, detail: "full" }), link(other)];
    await storage.write(async (tx) => {
      await tx.publicLinks.insert(mine);
      await tx.publicLinks.insert(theirs);
    });
    expect(await storage.read((tx) => tx.publicLinks.byTokenHash(mine.tokenHash))).toEqual(mine);
    expect(await storage.read((tx) => tx.publicLinks.byTokenHash("guess"))).toBeUndefined();
    expect(await storage.read((tx) => tx.publicLinks.ofCalendars([home.id]))).toEqual([mine]);
    expect(await storage.read((tx) => tx.publicLinks.ofCalendars([]))).toEqual([]);
    await storage.write((tx) => tx.publicLinks.update(mine.id, { revokedAt: 7, expiresAt: null }));
    expect(await storage.read((tx) => tx.publicLinks.byId(mine.id))).toEqual({
      ...mine,
      revokedAt: 7,
      expiresAt: null,
    });
    await change(storage, home.accountId, (tx, modseq) =>
      tx.calendars.remove(home.id, modseq, 1, home.accountId),
    );
    expect(await storage.read((tx) => tx.publicLinks.byId(mine.id))).toBeUndefined();
    expect(await storage.write((tx) => tx.publicLinks.remove(theirs.id))).toBe(true);
    expect(await storage.write((tx) => tx.publicLinks.remove(theirs.id))).toBe(false);
  });

  it("remember that only a feed writes a calendar", async () => {
    const { owner } = await household(storage);
    const made = await change(storage, owner.id, async (tx, modseq) => {
      const [own] = await tx.calendars.ofAccount(owner.id);
      if (!own) throw new Error("no calendar");
      const fed = {
        ...own,
        id: newId("calendar") as Calendar["id"],
        uri: "fed",
        isReadOnly: true,
        modseq,
        createdModseq: modseq,
        contentModseq: modseq,
      };
      await tx.calendars.insert(fed);
      return fed;
    });
    expect((await storage.read((tx) => tx.calendars.byId(made.id)))?.isReadOnly).toBe(true);
    expect(
      (await storage.read((tx) => tx.calendars.accessible(owner.id, made.id)))?.calendar.isReadOnly,
    ).toBe(true);
  });
});
