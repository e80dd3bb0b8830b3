import { beforeEach, expect, it } from "vitest";
import { bookStart } from "../../../app/booking-pages/book-start.ts";
import { findBookingPage } from "../../../app/booking-pages/find-page.ts";
import { guestForm, HALF_HOUR, MONDAY_NINE } from "../../../testing/booking/open-page.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "../../../testing/test-jmap.ts";

let jmap: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
beforeEach(async () => {
  jmap = await openTestJmap();
  elin = await jmap.client("elin");
  nils = await jmap.client("nils");
  return () => jmap.close();
});

async function made(): Promise<{ id: string; slug: string }> {
  const { created } = await elin.call("BookingPage/set", { create: { p: {} } });
  return created.p;
}
async function booked(slug: string, start = MONDAY_NINE): Promise<void> {
  const found = await findBookingPage(jmap.app, slug, undefined);
  const [asked] = found?.types ?? [];
  if (!found || !asked) throw new Error("no page");
  const done = await bookStart(jmap.app, found, asked, guestForm({ start }), "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
}

it("makes a working page out of nothing, and changes and removes it", async () => {
  const page = await made();
  expect(page.slug).toBe("elin");
  const { list } = await elin.call("BookingPage/get", { ids: null });
  expect(list).toMatchObject([{ id: page.id, state: "open", types: [{ type: { lengths: ["PT30M"] } }] }]);
  const update = {
    [page.id]: { state: "paused", pausedUntil: "2026-12-01T08:00:00Z", title: { sv: "Boka" } },
  };
  expect((await elin.call("BookingPage/set", { update })).updated).toHaveProperty(page.id);
  const after = await elin.call("BookingPage/get", { ids: [page.id] });
  expect(after.list).toMatchObject([
    { state: "paused", pausedUntil: "2026-12-01T08:00:00Z", title: { sv: "Boka" } },
  ]);
  expect((await elin.call("BookingPage/set", { destroy: [page.id] })).destroyed).toEqual([page.id]);
  expect((await elin.call("BookingPage/get", { ids: null })).list).toEqual([]);
});

it("says whether only people with an account book, and takes nothing else for that", async () => {
  const { id } = await made();
  const said = async () =>
    (await elin.call("BookingPage/get", { ids: [id], properties: ["requiresAccount"] })).list;
  const set = async (requiresAccount: unknown) =>
    (await elin.call("BookingPage/set", { update: { [id]: { requiresAccount } } })).notUpdated?.[id];
  expect(await said()).toEqual([{ id, requiresAccount: false }]);
  for (const wrong of [1, "yes", null, {}, []])
    expect(await set(wrong)).toMatchObject({ type: "invalidProperties" });
  expect(await set(true)).toBeUndefined();
  expect(await said()).toEqual([{ id, requiresAccount: true }]);
});

it("gives a page another address, which nobody else has or had", async () => {
  const page = await made();
  const other = (await nils.call("BookingPage/set", { create: { p: {} } })).created.p;
  const move = async (client: JmapClient, id: string, slug: unknown) => {
    const done = await client.call("BookingPage/set", { update: { [id]: { slug } } });
    return done.notUpdated?.[id] ?? "moved";
  };
  expect(await move(elin, page.id, "elin-sand")).toBe("moved");
  const taken = { type: "invalidProperties", code: "page-address-taken", field: "slug" };
  for (const slug of ["elin", "elin-sand"])
    expect(await move(nils, other.id, slug)).toMatchObject({
      ...taken,
      suggestion: expect.stringMatching(/^elin-/),
    });
  expect(await move(nils, page.id, "nils-2")).toMatchObject({ type: "notFound" });
  for (const slug of HOSTILE)
    expect(await move(elin, page.id, slug)).toMatchObject({ type: "invalidProperties" });
  const { list } = await elin.call("BookingPage/get", { ids: [page.id] });
  expect(list).toMatchObject([{ slug: "elin-sand" }]);
  expect(await move(elin, page.id, "elin")).toBe("moved");
  const limit = jmap.app.limits.addressesPerPage;
  for (let at = 2; at < limit; at++) expect(await move(elin, page.id, `elin-${at}x`)).toBe("moved");
  expect(await move(elin, page.id, "one-too-many")).toMatchObject({ code: "invalid-value", field: "slug" });
  expect(await move(elin, page.id, "elin-sand")).toBe("moved");
});

it("takes a calendar, a colour and a mix of hosts as they can be, and says by path what is wrong with others", async () => {
  const { id } = await made();
  const [page] = (await elin.call("BookingPage/get", { ids: [id] })).list;
  const [type] = page.types;
  const { list: calendars } = await elin.call("Calendar/get", { ids: null });
  const { list: theirs } = await nils.call("Calendar/get", { ids: null });
  const set = async (changes: object) => {
    const types = [{ ...type, type: { ...type.type, ...changes } }];
    return (await elin.call("BookingPage/set", { update: { [id]: { types } } })).notUpdated?.[id];
  };
  const own = { calendarId: calendars[0].id, color: "moss" };
  expect(await set(own)).toBeUndefined();
  const [{ types: after }] = (await elin.call("BookingPage/get", { ids: [id] })).list;
  expect(after[0].type).toMatchObject(own);
  expect(await set({ calendarId: theirs[0].id })).toMatchObject({
    type: "invalidProperties",
    field: "types/0/type/calendarId",
  });
  const [host] = type.type.hosts;
  for (const [changes, code, path] of [
    [{ color: "mauve" }, "unknown-value", "color"],
    [{ mode: "mixed", hosts: [{ ...host, role: "pool" }] }, "missing", "hosts"],
    [{ mode: "mixed", hosts: [{ ...host, role: "required" }] }, "missing", "hosts"],
    [{ mode: "mixed", hosts: [{ ...host, role: "pool", weight: 0 }] }, "out-of-range", "hosts/0/weight"],
    [{ hosts: [{ ...host, role: "pool" }] }, "not-in-this-mode", "hosts/0/role"],
  ] as const) {
    const said = await set(changes);
    expect(said).toMatchObject({ type: "invalidProperties", code: "booking-rules-wrong" });
    expect(JSON.stringify(said)).toContain(JSON.stringify(`types/0/type/${path}`));
    expect(JSON.stringify(said)).toContain(`"${code}"`);
  }
  const [{ types: still }] = (await elin.call("BookingPage/get", { ids: [id] })).list;
  expect(still).toEqual(after);
});

/** Addresses that nobody may have: signs, words of the server, other alphabets that look alike, and what is no text. */
const HOSTILE: readonly unknown[] = [
  "",
  "ab",
  "-elin",
  "elin-",
  "Elin",
  "elin sand",
  "../admin",
  "elin/x",
  "elin?x",
  "elin#x",
  "elin%2fx",
  "admin",
  "sent",
  "api",
  "logga-in",
  "еlin",
  "åsa",
  "elin.ics",
  "e".repeat(61),
  "elin\u0000",
  "elin\n",
  7,
  null,
  true,
  ["elin"],
  { elin: 1 },
];

it("shows what is booked and why a time is not offered, to its owner alone", async () => {
  const page = await made();
  await booked(page.slug);
  const { list } = await elin.call("PageBooking/get", { ids: null });
  expect(list).toMatchObject([
    {
      pageId: page.id,
      state: "confirmed",
      start: "2026-11-23T08:00:00Z",
      end: "2026-11-23T08:30:00Z",
      name: "Bo Ek",
    },
  ]);
  const start = { id: page.id, typeId: "30-min", minutes: HALF_HOUR / 60_000 };
  const asked = await elin.call("BookingPage/whyNot", { ...start, start: "2026-11-23T08:00:00Z" });
  expect(asked).toMatchObject({ isOffered: false, reasons: [{ kind: "busy", from: MONDAY_NINE }] });
  const free = await elin.call("BookingPage/whyNot", { ...start, start: "2026-11-23T09:00:00Z" });
  expect(free).toMatchObject({ isOffered: true, reasons: [], nearest: [] });
  expect(asked.reasons[0]).toMatchObject({ title: "30 minutes – Bo Ek", calendar: "elin" });
  const { list: events } = await elin.call("CalendarEvent/get", { ids: [asked.reasons[0].eventId] });
  expect(events).toMatchObject([{ title: "30 minutes – Bo Ek" }]);
  // What is taken around it, each as it is, and what guests can book instead.
  const taken = [{ from: MONDAY_NINE, to: MONDAY_NINE + HALF_HOUR }];
  expect([asked.taken, free.taken]).toEqual([taken, taken]);
  expect(asked.nearest).toEqual([MONDAY_NINE - HALF_HOUR, MONDAY_NINE + HALF_HOUR]);
  const give = (client: JmapClient, hostId?: unknown) =>
    client.call("PageBooking/give", { id: list[0].id, ...(hostId !== undefined && { hostId }) });
  await expect(give(elin)).rejects.toThrow('"code":"booking-not-now"');
  await expect(give(nils)).rejects.toThrow('"code":"not-found"');
  await expect(give(elin, 7)).rejects.toThrow("invalidArguments");
  await elin.call("PageBooking/cancel", { id: list[0].id, reason: "Sjuk" });
  expect((await elin.call("PageBooking/get", { ids: null })).list).toEqual([]);
  expect((await nils.call("BookingPage/get", { ids: null })).list).toEqual([]);
});

it("names the occurrence of a series that is in the way, by its own title", async () => {
  const page = await made();
  const { list: calendars } = await elin.call("Calendar/get", { ids: null });
  const event = {
    "@type": "Event",
    title: "Standup",
    calendarIds: { [calendars[0].id]: true },
    start: "2026-11-18T09:00:00",
    timeZone: "Europe/Stockholm",
    duration: "PT15M",
    recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily" },
    recurrenceOverrides: {
      "2026-11-23T09:00:00": { title: "Long standup", start: "2026-11-23T09:30:00" },
    },
  };
  const { created } = await elin.call("CalendarEvent/set", { create: { e: event } });
  const ask = (start: string) =>
    elin.call("BookingPage/whyNot", { id: page.id, typeId: "30-min", minutes: 30, start });
  const moved = (await ask("2026-11-23T08:30:00Z")).reasons[0];
  expect(moved).toMatchObject({ title: "Long standup", eventId: `${created.e.id}_20261123T090000` });
  const { list } = await elin.call("CalendarEvent/get", { ids: [moved.eventId] });
  expect(list).toMatchObject([{ title: "Long standup", start: "2026-11-23T09:30:00" }]);
  const plain = (await ask("2026-11-24T08:00:00Z")).reasons[0];
  expect(plain).toMatchObject({ title: "Standup", eventId: `${created.e.id}_20261124T090000` });
  expect(plain).not.toHaveProperty("recurrenceId");
});

it("tells every thing that is wrong with an event type by its path", async () => {
  const type = {
    timeZone: "Mars",
    lengths: [],
    start: {},
    schedule: {},
    horizon: {},
    hosts: [],
    mode: "one",
  };
  const page = { slug: "tid", title: { sv: "Tid" }, types: [{ id: "tid", title: { sv: "Tid" }, type }] };
  const { notCreated } = await elin.call("BookingPage/set", { create: { p: page } });
  expect(JSON.stringify(notCreated.p)).toContain("types/0/type/timeZone");
});

it("makes secret links whose token is told once, and takes them away at once", async () => {
  const page = await made();
  await elin.call("BookingPage/set", { update: { [page.id]: { isPublic: false } } });
  const link = {
    pageId: page.id,
    typeId: "30-min",
    name: "Villa Norr",
    uses: 1,
    until: "2026-12-07T12:00:00Z",
  };
  const { created } = await elin.call("BookingLink/set", { create: { l: link } });
  const { id, token } = created.l;
  const { list } = await elin.call("BookingLink/get", { ids: null });
  expect(list).toEqual([
    { id, ...link, narrowing: {}, used: 0, usedAt: null, createdAt: expect.any(String) },
  ]);
  expect(JSON.stringify(list)).not.toContain(token);
  expect((await nils.call("BookingLink/get", { ids: null })).list).toEqual([]);
  const found = await findBookingPage(jmap.app, page.slug, token);
  const [asked] = found?.types ?? [];
  if (!found || !asked) throw new Error("no page");
  const done = await bookStart(jmap.app, found, asked, guestForm({ start: MONDAY_NINE }), "192.0.2.1");
  expect(done.ok).toBe(true);
  const used = await elin.call("BookingLink/get", { ids: [id] });
  expect(used.list).toMatchObject([{ used: 1, usedAt: "2026-11-20T12:00:00Z" }]);
  expect(await findBookingPage(jmap.app, page.slug, token)).toBeUndefined();
  const other = await elin.call("BookingLink/set", { create: { l: { pageId: page.id, name: "Alla" } } });
  expect((await elin.call("BookingLink/set", { destroy: [other.created.l.id] })).destroyed).toHaveLength(1);
  expect(await findBookingPage(jmap.app, page.slug, other.created.l.token)).toBeUndefined();
});

it.each([
  ["of a page that is none", { pageId: "nothing", name: "A" }],
  ["without a name", { name: " " }],
  ["for no use", { name: "A", uses: 0 }],
  ["to an event type that there is not", { name: "A", typeId: "none" }],
  ["to a length that there is not", { name: "A", typeId: "30-min", narrowing: { length: "PT45M" } }],
])("makes no link %s, nor one to the page of somebody else", async (_, fields) => {
  const page = await made();
  const link = { pageId: page.id, ...fields };
  const refused = await elin.call("BookingLink/set", { create: { l: link } });
  expect(refused.created ?? {}).toEqual({});
  expect(refused.notCreated.l).toBeTruthy();
  const foreign = await nils.call("BookingLink/set", { create: { l: { pageId: page.id, name: "Mine" } } });
  expect(foreign.notCreated.l).toBeTruthy();
  expect((await elin.call("BookingLink/get", { ids: null })).list).toEqual([]);
});
