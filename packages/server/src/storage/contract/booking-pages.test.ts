import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { BookingLink, BookingPage, PageBooking } from "../records/booking-pages.ts";
import type { BookingId, BookingPageId, ObjectId, PageBookingId, PrincipalId } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { newId, principal } from "./fixtures.ts";

const HOUR = 3_600_000;

const page = (accountId: PrincipalId, fields: Partial<BookingPage> = {}): BookingPage => {
  const id = newId("page");
  return {
    id: id as BookingPageId,
    accountId,
    slug: id,
    title: { sv: "Prata med Åsa" },
    description: {},
    types: [],
    state: "open",
    pausedUntil: null,
    isPublic: true,
    isListed: false,
    requiresAccount: false,
    embedOrigins: ["https://example.org"],
    languages: ["en-GB", "sv"],
    keepDays: 30,
    deletedAt: null,
    createdAt: 1,
    changedAt: 1,
    ...fields,
  };
};

const link = (pageId: BookingPageId, fields: Partial<BookingLink> = {}): BookingLink => ({
  id: newId("link"),
  pageId,
  typeId: null,
  name: "Till Bo",
  tokenHash: newId("hash"),
  narrowing: { length: "PT30M" },
  uses: 1,
  used: 0,
  until: null,
  createdAt: 1,
  usedAt: null,
  ...fields,
});

const booking = (
  pageId: BookingPageId,
  hosts: PrincipalId[],
  fields: Partial<PageBooking> = {},
): PageBooking => ({
  id: newId("booking") as PageBookingId,
  pageId,
  typeId: "prat",
  hosts,
  timeId: newId("time") as BookingId,
  objectId: null,
  roomId: null,
  state: "confirmed",
  startsAt: HOUR,
  endsAt: 2 * HOUR,
  before: 0,
  after: 0,
  expiresAt: null,
  linkId: null,
  name: "Bo",
  isNameShown: true,
  mail: "bo@example.com",
  language: "sv",
  timeZone: "Europe/Stockholm",
  answers: ["ja", true],
  place: "",
  tokenHash: newId("hash"),
  once: newId("once"),
  moves: 0,
  reason: "",
  createdAt: 1,
  changedAt: 1,
  deleteAfter: 100 * HOUR,
  ...fields,
});

describe.each(backends)("booking pages on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  let asa: PrincipalId;
  let bo: PrincipalId;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
    const people = [principal(), principal()] as const;
    [asa, bo] = [people[0].id, people[1].id];
    await storage.write(async (tx) => {
      for (const one of people) await tx.principals.insert(one);
    });
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });
  const written = async (one: BookingPage): Promise<BookingPage> => {
    expect(await storage.write((tx) => tx.bookingPages.insert(one))).toBe("inserted");
    return one;
  };

  it("are read as they were written, by id and address", async () => {
    const one = await written(
      page(asa, { state: "paused", pausedUntil: 5, isPublic: false, isListed: true, requiresAccount: true }),
    );
    expect(await storage.read((tx) => tx.bookingPages.byId(one.id))).toStrictEqual(one);
    expect(await storage.read((tx) => tx.bookingPages.bySlug(one.slug))).toStrictEqual(one);
  });

  it("have an address that is nobody else's, also after they were deleted", async () => {
    const one = await written(page(asa));
    await storage.write((tx) => tx.bookingPages.update(one.id, { deletedAt: 10 }));
    const other = page(bo, { slug: one.slug });
    expect(await storage.write((tx) => tx.bookingPages.insert(other))).toBe("duplicate");
    expect((await storage.read((tx) => tx.bookingPages.ofAccount(asa))).map(({ id }) => id)).not.toContain(
      one.id,
    );
    await storage.write((tx) => tx.bookingLinks.insert(link(one.id)));
    expect(await storage.write((tx) => tx.bookingPages.forget(9, 10))).toBe(0);
    expect(await storage.write((tx) => tx.bookingPages.forget(10, 10))).toBe(1);
    expect(await storage.read((tx) => tx.bookingLinks.ofPage(one.id))).toEqual([]);
    expect(await storage.write((tx) => tx.bookingPages.insert(other))).toBe("inserted");
  });

  it("keep every address that they had, and have it back, while nobody else can take it", async () => {
    const [one, other] = [await written(page(asa)), await written(page(bo))];
    const next = newId("page");
    expect(await storage.write((tx) => tx.bookingPages.move(one.id, next))).toBe("moved");
    for (const slug of [one.slug, next])
      expect(await storage.read((tx) => tx.bookingPages.bySlug(slug))).toStrictEqual({ ...one, slug: next });
    for (const slug of [one.slug, next]) {
      expect(await storage.write((tx) => tx.bookingPages.move(other.id, slug))).toBe("duplicate");
      expect(await storage.write((tx) => tx.bookingPages.insert(page(bo, { slug })))).toBe("duplicate");
      expect(await storage.read((tx) => tx.bookingPages.hasAddress(slug))).toBe(true);
    }
    expect(await storage.write((tx) => tx.bookingPages.move(one.id, one.slug))).toBe("moved");
    expect(await storage.read((tx) => tx.bookingPages.byId(one.id))).toStrictEqual(one);
    expect(await storage.read((tx) => tx.bookingPages.slugsOf(one.id))).toEqual([next, one.slug].toSorted());
    await storage.write((tx) => tx.bookingPages.update(one.id, { deletedAt: 5 }));
    await storage.write((tx) => tx.bookingPages.forget(5, 10));
    expect(await storage.read((tx) => tx.bookingPages.hasAddress(next))).toBe(false);
  });

  it("are given one address once, however many want it in the same moment", async () => {
    const pages = await Promise.all(Array.from({ length: 6 }, (_, at) => written(page(at % 2 ? asa : bo))));
    const wanted = newId("page");
    const given = await Promise.all(
      pages.map(({ id }) => storage.write((tx) => tx.bookingPages.move(id, wanted))),
    );
    expect(given.filter((each) => each === "moved")).toHaveLength(1);
  });

  it("have links that many use at once, and that give no more bookings than they are for", async () => {
    const one = await written(page(asa));
    const three = link(one.id, { uses: 3 });
    await storage.write((tx) => tx.bookingLinks.insert(three));
    const uses = await Promise.all(
      Array.from({ length: 8 }, () => storage.write((tx) => tx.bookingLinks.use(three.id, 7))),
    );
    expect(uses.filter(Boolean)).toHaveLength(3);
    const after = await storage.read((tx) => tx.bookingLinks.byTokenHash(three.tokenHash));
    expect(after).toStrictEqual({ ...three, used: 3, usedAt: 7 });
  });

  it("have links that end, and links without an end", async () => {
    const one = await written(page(asa));
    const [ending, endless] = [link(one.id, { until: 100 }), link(one.id, { uses: null })];
    await storage.write(async (tx) => {
      for (const each of [ending, endless]) await tx.bookingLinks.insert(each);
    });
    const use = (id: string, now: number) => storage.write((tx) => tx.bookingLinks.use(id, now));
    expect(await use(ending.id, 100)).toBe(false);
    expect(await use(ending.id, 99)).toBe(true);
    for (const now of [1, 1e12]) expect(await use(endless.id, now)).toBe(true);
    expect(await storage.write((tx) => tx.bookingLinks.remove(endless.id))).toBe(true);
    expect(await use(endless.id, 1)).toBe(false);
  });

  it("find a host's bookings at whichever page, each once, where they are now", async () => {
    const [one, other] = [await written(page(asa)), await written(page(bo))];
    const together = booking(other.id, [asa, bo], { startsAt: HOUR, endsAt: 2 * HOUR });
    const hers = booking(one.id, [asa], { state: "cancelled" });
    await storage.write(async (tx) => {
      for (const each of [together, hers]) expect(await tx.pageBookings.insert(each)).toBe("inserted");
    });
    const found = (start: number, end: number, hosts = [asa, bo]) =>
      storage.read((tx) =>
        tx.pageBookings.ofHosts(hosts, { start, end }, ["held", "requested", "confirmed"]),
      );
    expect(await found(0, HOUR + 1)).toStrictEqual([together]);
    expect(await found(0, HOUR)).toEqual([]);
    expect(await found(2 * HOUR, 9 * HOUR)).toEqual([]);
    const moved = { startsAt: 4 * HOUR, endsAt: 5 * HOUR, hosts: [bo] };
    await storage.write((tx) => tx.pageBookings.update(together.id, moved));
    expect(await found(0, 3 * HOUR)).toEqual([]);
    expect(await found(4 * HOUR, 9 * HOUR, [asa])).toEqual([]);
    expect(await found(4 * HOUR, 9 * HOUR, [bo])).toStrictEqual([{ ...together, ...moved }]);
    expect(
      await storage.read((tx) => tx.pageBookings.ofPage(one.id, { start: 0, end: 9 * HOUR })),
    ).toStrictEqual([hers]);
  });

  it("take one booking from a form, however often it is sent", async () => {
    const one = await written(page(asa));
    const first = booking(one.id, [asa], { objectId: newId("object") as ObjectId });
    const again = booking(one.id, [asa], { once: first.once });
    expect(await storage.write((tx) => tx.pageBookings.insert(first))).toBe("inserted");
    expect(await storage.write((tx) => tx.pageBookings.insert(again))).toBe("duplicate");
    const read = await storage.read(async (tx) => [
      await tx.pageBookings.byOnce(one.id, first.once),
      await tx.pageBookings.byTokenHash(first.tokenHash),
      await tx.pageBookings.byId(first.id),
      ...(await tx.pageBookings.ofTime(first.timeId)),
      ...(await tx.pageBookings.madeSince(one.id, "prat", 1)),
      ...(await tx.pageBookings.openOfMail(one.id, first.mail, HOUR)),
    ]);
    expect(read).toStrictEqual(Array.from({ length: 6 }, () => first));
    const none = await storage.read(async (tx) => [
      ...(await tx.pageBookings.madeSince(one.id, "prat", 2)),
      ...(await tx.pageBookings.openOfMail(one.id, first.mail, 2 * HOUR)),
    ]);
    expect(none).toEqual([]);
  });

  it("say which events guests have booked, as long as something is known of them", async () => {
    const one = await written(page(bo));
    const [known, forgotten] = [booking(one.id, [bo]), booking(one.id, [bo], { mail: "" })];
    await storage.write(async (tx) => {
      for (const each of [known, forgotten]) await tx.pageBookings.insert(each);
    });
    const uids = (all: readonly string[]) => storage.read((tx) => tx.pageBookings.guestUids(all));
    expect(await uids([known.timeId, forgotten.timeId, "other"])).toEqual(new Set([known.timeId]));
    expect(await uids([])).toEqual(new Set());
  });

  it("forget guests on their date, and all of an account with it", async () => {
    const one = await written(page(asa));
    const [soon, later] = [
      booking(one.id, [asa], { deleteAfter: 50 }),
      booking(one.id, [asa], { deleteAfter: 5_000 }),
    ];
    await storage.write(async (tx) => {
      for (const each of [soon, later]) await tx.pageBookings.insert(each);
    });
    const due = (now: number) => storage.read((tx) => tx.pageBookings.due(now, 10));
    expect(await due(49)).toEqual([]);
    expect(await due(50)).toStrictEqual([soon]);
    // As long as something is known of a guest the booking stays.
    expect(await storage.write((tx) => tx.pageBookings.forget(50, 10))).toBe(0);
    await storage.write((tx) => tx.pageBookings.update(soon.id, { mail: "" }));
    expect(await due(50)).toEqual([]);
    expect(await storage.write((tx) => tx.pageBookings.forget(49, 10))).toBe(0);
    expect(await storage.write((tx) => tx.pageBookings.forget(50, 10))).toBe(1);
    expect(await storage.read((tx) => tx.pageBookings.byId(soon.id))).toBeUndefined();
    await storage.write((tx) => tx.bookingPages.removeOfAccount(asa, 20));
    const left = await storage.read(async (tx) => [
      await tx.pageBookings.byId(later.id),
      await tx.bookingPages.byId(one.id),
    ]);
    expect(left).toEqual([later, undefined]);
    const hasAddress = () => storage.read((tx) => tx.bookingPages.hasAddress(one.slug));
    await storage.write((tx) => tx.bookingPages.forget(19, 10));
    expect(await hasAddress()).toBe(true);
    await storage.write((tx) => tx.bookingPages.forget(20, 10));
    expect(await hasAddress()).toBe(false);
  });
});
