import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { fillStart } from "../../app/booking-pages/filling/fill-start.ts";
import { createThingPage } from "../../app/booking-pages/thing-page.ts";
import { whyNot } from "../../app/booking-pages/why-not.ts";
import type { BookingPage } from "../../app/types.ts";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
  STOCKHOLM,
} from "../../testing/booking/open-page.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import { bookingPage } from "./pages.ts";

const NIGHTS = { mode: "nights", cellMinutes: 60, nights: { checkIn: "15:00", checkOut: "11:00" } };
const MINUTES = 60_000;

let test: TestApp;
let board: Actor;
beforeEach(async () => {
  test = await openTestApp();
  board = { ...(await test.person("board")), isAdmin: true };
  return () => test.close();
});

const at = (date: string, time: string) => STOCKHOLM.toInstant(Date.parse(`${date}T${time}Z`) as never);
const stay = (from: string, to: string) => ({
  start: at(from, "15:00"),
  length: at(to, "11:00") - at(from, "15:00"),
});

async function flatPage(): Promise<BookingPage> {
  const make = await bookableMaker(test.app, board);
  const flat = await make({
    name: "Guest flat",
    rules: { ...ANY_TIME, ...NIGHTS, lengths: { maxNights: 3 } },
  });
  const managersId = await test.app.storage.read(async (tx) => (await tx.bookables.byId(flat))?.managersId);
  const made = managersId && (await createThingPage(test.app, board, managersId, flat));
  if (!made?.ok) throw new Error("no page");
  return made.value;
}
async function fills(page: BookingPage, wish: { readonly start: number; readonly length: number }) {
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  return fillStart(test.app, found, asked, guestForm(wish), "192.0.2.1");
}
async function shown({ slug }: BookingPage, day: string): Promise<string> {
  const url = `https://snart.example/b/${slug}?lang=en-GB&day=${day}`;
  return (await bookingPage(test.app, new Request(url), { slug }, "192.0.2.2")).text();
}

it("nights that somebody fills in the form for are nobody else's meanwhile, and the page says so", async () => {
  const page = await flatPage();
  expect(await fills(page, stay("2026-12-09", "2026-12-11"))).toMatchObject({ ok: true });
  expect(await fills(page, stay("2026-12-08", "2026-12-10"))).toMatchObject({
    problem: { kind: "gone", until: test.app.now() + 5 * MINUTES },
  });
  const before = await shown(page, "2026-12-08");
  // One night is free from the 8th, and the two longer stays meet what is filled in.
  expect(before).toContain("Arrive on Tuesday 8 December, free for 1 night");
  expect(before).toMatch(
    /<span class="filled">Thursday 10 December[^<]*<small>2 nights\. Somebody is filling in/,
  );
  // From the 9th nothing is free, but for now alone.
  expect(before).toContain("Somebody is filling in the form for an arrival on Wednesday 9 December.");
  test.clock.advance(5 * MINUTES);
  expect(await shown(page, "2026-12-08")).not.toContain("Somebody is filling in");
});

it("a held time is no busy one to the host who asks why, and other reasons stand beside it", async () => {
  const flat = await flatPage();
  await fills(flat, stay("2026-12-09", "2026-12-11"));
  const asks = (page: BookingPage, actor: Actor, wish: { start: number; length: number }) =>
    whyNot(test.app, actor, page.id, { typeId: page.types[0]?.id ?? "", ...wish });
  const until = test.app.now() + 5 * MINUTES;
  expect(await asks(flat, board, stay("2026-12-08", "2026-12-10"))).toMatchObject({
    value: { isOffered: false, reasons: [{ kind: "filling", until }], things: [] },
  });
  const elin = await test.person("elin");
  const page = await openPage(test.app, elin, eventType([elin.principalId]));
  await fills(page, { start: MONDAY_NINE, length: HALF_HOUR });
  expect(await asks(page, elin, { start: MONDAY_NINE, length: HALF_HOUR })).toMatchObject({
    value: { reasons: [{ kind: "filling", until }] },
  });
  const early = await asks(page, elin, { start: MONDAY_NINE - 10 * MINUTES, length: HALF_HOUR });
  expect(early.ok && early.value.reasons.map(({ kind }) => kind)).toEqual(["filling", "notOpen"]);
  test.clock.advance(5 * MINUTES);
  expect(await asks(page, elin, { start: MONDAY_NINE, length: HALF_HOUR })).toMatchObject({
    value: { isOffered: true },
  });
});
