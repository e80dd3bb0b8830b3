import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../storage/contract/postgres.ts";
import type { Storage } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { openStorage } from "../../storage/sql/open.ts";
import { roomMaker } from "../../testing/booking/make-rooms.ts";
import { LAUNDRY } from "../../testing/booking/rules.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { book, foreseeRefusals } from "./book.ts";

// What a wish costs that cannot be granted: where a time opens, nearly all are.

/** 07:00 on Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");

let database: TestDatabase;
let storage: Storage;
let test: TestApp;
let people: readonly Actor[];
let rooms: readonly PrincipalId[];
beforeEach(async () => {
  database = await openTestDatabase();
  storage = await openStorage({ kind: "postgres", url: database.url });
  test = await openTestApp({ storage });
  people = [];
  for (const login of ["elin", "nils", "bengt", "stina"]) people = [...people, await test.person(login)];
  const [elin] = people;
  if (!elin) throw new Error("nobody");
  const make = await roomMaker(test.app, elin);
  rooms = [await make("A", { ...LAUNDRY, limits: [] }), await make("B", { ...LAUNDRY, limits: [] })];
  for (const bookableId of rooms)
    for (const start of PASSES) {
      const done = await book(test.app, elin, { ...pass(bookableId, start), key: test.app.newId() });
      expect(done).toMatchObject({ ok: true, value: { kind: "booked" } });
    }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
  await database.drop();
});

const PASSES = [0, 1, 2, 3, 4].map((day) => MONDAY + day * DAY);
const pass = (bookableId: PrincipalId | undefined, start = MONDAY) => {
  if (!bookableId) throw new Error("no room");
  return { bookableId, start, end: start + 3 * HOUR };
};

/** How many questions `work` asks the database, without those that begin and end transactions. */
async function questionsOf(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const named = asked.mock.calls.filter(([sent]: readonly unknown[]) => typeof sent === "object");
  asked.mockRestore();
  return named.length;
}

const refused = async (who: Actor | undefined, wishes: readonly ReturnType<typeof pass>[]): Promise<void> => {
  if (!who) throw new Error("nobody");
  const found = await foreseeRefusals(test.app, who, wishes);
  for (const one of found) expect(one?.refusal.reasons).toMatchObject([{ kind: "taken" }]);
};

it("asks nine questions for one wish, and few more for ten of one person", async () => {
  const [, nils] = people;
  expect(await questionsOf(() => refused(nils, [pass(rooms[0])]))).toBeLessThanOrEqual(9);
  const ten = rooms.flatMap((room) => PASSES.map((start) => pass(room, start)));
  expect(await questionsOf(() => refused(nils, ten))).toBeLessThanOrEqual(15);
});

it("asks for a room once, however many wish for its time at one moment", async () => {
  const rush = () => Promise.all(people.slice(1).map((who) => refused(who, [pass(rooms[0])])));
  // Three people: five questions about each of them, four about the room.
  expect(await questionsOf(rush)).toBeLessThanOrEqual(19);
});
