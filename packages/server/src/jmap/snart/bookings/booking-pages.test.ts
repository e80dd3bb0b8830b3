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
  expect(free).toMatchObject({ isOffered: true, reasons: [] });
  await elin.call("PageBooking/cancel", { id: list[0].id, reason: "Sjuk" });
  expect((await elin.call("PageBooking/get", { ids: null })).list).toEqual([]);
  expect((await nils.call("BookingPage/get", { ids: null })).list).toEqual([]);
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
