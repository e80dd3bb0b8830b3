import { readDrawFile } from "@snart/calendar/booking/draw/result-file.ts";
import { verifyDraw } from "@snart/calendar/booking/draw/verify.ts";
import { beforeEach, expect, it } from "vitest";
import { sha256 } from "../../../app/bookables/plan-draws.ts";
import { runDraw } from "../../../app/bookings/draws/make-draw.ts";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let bookableId: string;
const PERIOD = {
  from: "2026-11-26",
  to: "2026-11-28",
  opens: "2026-11-01T00:00",
  closes: "2026-11-21T12:00",
};
const rules = (sees: string) => ({
  ...LAUNDRY,
  sees,
  draw: { periods: [{ name: "Black week", ...PERIOD }], weight: "equal", wishes: 2 },
});
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
});

const pass = (start: string, end: string) => ({
  start: `2026-11-26T${start}:00:00Z`,
  end: `2026-11-26T${end}:00:00Z`,
});
const FIRST = pass("06", "09");
const listed = async (client: JmapClient) => (await client.call("Draw/get", { ids: null })).list;
const change = (sees: string) =>
  elin.call("Bookable/set", { update: { [bookableId]: { rules: rules(sees) } } });

it("shows the commitment and one's own wishes, then who got what, and the file to everybody who may book", async () => {
  await change("busy");
  const [draw] = await listed(nils);
  expect(draw).toEqual({
    id: draw.id,
    bookableId,
    name: "Black week",
    from: "2026-11-26",
    to: "2026-11-28",
    opensAt: "2026-10-31T23:00:00Z",
    closesAt: "2026-11-21T11:00:00Z",
    stage: "open",
    weight: "equal",
    mostWishes: 2,
    commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    applicants: 0,
    own: [],
    drawnAt: null,
    digest: null,
    results: [],
  });
  const given = { drawId: draw.id, wishes: [FIRST] };
  for (const client of [nils, bengt])
    expect(await client.call("Draw/wish", given)).toMatchObject({ isEntered: true, reasons: [] });
  const [seen] = await listed(nils);
  const { accountId: partyId } = nils;
  expect(seen).toMatchObject({
    applicants: 2,
    own: [{ partyId, wishes: [FIRST], number: null, got: null }],
  });
  const half = { start: FIRST.start, end: "2026-11-26T08:00:00Z" };
  expect(await nils.call("Draw/wish", { drawId: draw.id, wishes: [half] })).toMatchObject({
    isEntered: false,
    at: 0,
    reasons: [{ kind: "offGrid" }],
  });
  await expect(nils.call("Draw/file", { drawId: draw.id })).rejects.toThrow("notFound");

  jmap.clock.advance(Date.parse(draw.closesAt) - jmap.app.now());
  expect(await listed(nils)).toMatchObject([{ stage: "closed" }]);
  await runDraw(jmap.app, { payload: { drawId: draw.id } });
  const [drawn] = await listed(nils);
  const file = await bengt.call("Draw/file", { drawId: draw.id });
  const read = readDrawFile(JSON.parse(file.content));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  expect(verifyDraw(read.value, sha256)).toBeUndefined();
  expect([file.name, read.value.result.labels.size]).toEqual(["draw-2026-11-26.json", 0]);
  expect(drawn).toMatchObject({ stage: "drawn", commitment: draw.commitment, digest: read.value.digest });
  const own = drawn.results.find(({ isOwn }: { isOwn: boolean }) => isOwn);
  const other = drawn.results.find(({ isOwn }: { isOwn: boolean }) => !isOwn);
  expect(own).toMatchObject({
    number: drawn.own[0].number,
    wish: drawn.own[0].got,
    label: expect.any(String),
  });
  expect(other.label, "others are not told of").toBeNull();
  const names = (await listed(elin))[0].results.map(({ label }: { label: string }) => label);
  expect(names.toSorted(), "its manager is").toEqual(["bengt", "nils"]);
  const booked = await Promise.all([nils, bengt].map((client) => client.call("Booking/get", { ids: null })));
  expect(booked.flatMap(({ list }) => list)).toMatchObject([{ ...FIRST, state: "confirmed" }]);
});

it("tells names where the rules do", async () => {
  await change("names");
  const [draw] = await listed(nils);
  await bengt.call("Draw/wish", { drawId: draw.id, wishes: [FIRST] });
  jmap.clock.advance(Date.parse(draw.closesAt) - jmap.app.now());
  await runDraw(jmap.app, { payload: { drawId: draw.id } });
  expect((await listed(nils))[0].results).toEqual([
    { number: 1, label: "bengt", wish: 1, ...FIRST, isOwn: false },
  ]);
});

it("shows its result also when nothing is drawn by lot any more", async () => {
  await change("names");
  const [draw] = await listed(nils);
  await bengt.call("Draw/wish", { drawId: draw.id, wishes: [FIRST] });
  jmap.clock.advance(Date.parse(draw.closesAt) - jmap.app.now());
  await runDraw(jmap.app, { payload: { drawId: draw.id } });
  const before = await listed(nils);
  const changed = await elin.call("Bookable/set", { update: { [bookableId]: { rules: LAUNDRY } } });
  expect(changed.notUpdated).toBeNull();
  expect(await listed(nils)).toEqual([{ ...before[0], mostWishes: 0 }]);
  await expect(nils.call("Draw/file", { drawId: draw.id })).resolves.toMatchObject({
    name: "draw-2026-11-26.json",
  });
});

it("is nothing that somebody sees who may not book", async () => {
  const group = (await elin.call("Group/set", { create: { g: { name: "Members" } } })).created.g.id;
  await elin.call("Bookable/set", {
    update: { [bookableId]: { rules: { ...rules("names"), mayBook: [group] } } },
  });
  const [draw] = await listed(elin);
  expect(await listed(nils)).toEqual([]);
  await expect(nils.call("Draw/wish", { drawId: draw.id, wishes: [FIRST] })).rejects.toThrow("notFound");
  jmap.clock.advance(Date.parse(draw.closesAt) - jmap.app.now());
  await runDraw(jmap.app, { payload: { drawId: draw.id } });
  await expect(nils.call("Draw/file", { drawId: draw.id })).rejects.toThrow("notFound");
  expect((await elin.call("Draw/file", { drawId: draw.id })).content).toContain("snart-draw-1");
});
