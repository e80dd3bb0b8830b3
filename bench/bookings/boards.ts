// What bookings cost a server: the boards of 200 things for a week, and a slot that is booked and cancelled over and over.
// `node bench/bookings/boards.ts [--things=200] [--bookings=20] [--rounds=4]`. SQLite in a file of its own; stays in this process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createGroup } from "../../packages/server/src/app/groups/change-group.ts";
import { boardsOf } from "../../packages/server/src/app/bookings/board.ts";
import { book, cancelBooking } from "../../packages/server/src/app/bookings/book.ts";
import { createBookable, listBookables } from "../../packages/server/src/app/bookings/bookables.ts";
import type { PrincipalId } from "../../packages/server/src/storage/records/ids.ts";
import { openStorage } from "../../packages/server/src/storage/sql/open.ts";
import { LAUNDRY } from "../../packages/server/src/testing/booking/rules.ts";
import { openTestApp } from "../../packages/server/src/testing/test-app.ts";

const { values } = parseArgs({
  options: {
    things: { type: "string", default: "200" },
    bookings: { type: "string", default: "20" },
    rounds: { type: "string", default: "4" },
  },
});
const [things, bookings, rounds] = [Number(values.things), Number(values.bookings), Number(values.rounds)];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 07:00 on a Monday in Stockholm; the clock of the test app stands at the Friday before. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");
const FIRST_DAY = Math.floor(MONDAY / DAY);

const folder = mkdtempSync(join(tmpdir(), "snart-bookables-"));
const storage = await openStorage({ kind: "sqlite", path: join(folder, "snart.sqlite") });
const { app, person } = await openTestApp({ storage });
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The median of some runs, ms. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b)[3] ?? NaN;
}

const elin = await person("elin");
await storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
const group = await createGroup(app, elin, "Board", new Map([[elin.principalId, { isManager: true }]]));
if (!group.ok) throw new Error(group.problem.code);
const neighbours = await Promise.all(Array.from({ length: 200 }, (_, n) => person(`neighbour${String(n)}`)));
const rules = { ...LAUNDRY, limits: [] };
const ids: PrincipalId[] = [];
for (let n = 0; n < things; n++) {
  const fields = { type: "ROOM" as const, managersId: group.value, labels: [], description: "", place: "" };
  const made = await createBookable(app, elin, {
    name: `Room ${String(n)}`,
    ...fields,
    capacity: null,
    rules,
  });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  ids.push(made.value);
}
for (const [at, bookableId] of ids.entries())
  for (let n = 0; n < bookings; n++) {
    const start = MONDAY + Math.floor(n / 3) * DAY + (n % 3) * 3 * HOUR;
    const wish = { bookableId, start, end: start + 3 * HOUR, key: `${bookableId} ${String(n)}` };
    const who = neighbours[(at * bookings + n) % neighbours.length] ?? elin;
    const done = await book(app, who, wish);
    if (!done.ok || done.value.kind !== "booked") throw new Error(JSON.stringify(done));
  }

const days = { first: FIRST_DAY, count: 7 };
const [reader = elin] = neighbours;
const boards = async (): Promise<void> => {
  const all = await boardsOf(app, reader, ids, days);
  if (!all.ok || all.value.length !== things) throw new Error("some boards are missing");
};
say(`${String(things)} things with ${String(bookings)} bookings each, one week:`);
say(`  the list of all things   ${(await median(() => listBookables(app, reader))).toFixed(0)} ms`);
say(`  the boards of all things ${(await median(boards)).toFixed(0)} ms`);

const [bookableId = ids[0]] = ids;
say("One slot, booked and cancelled 300 times in a row; processor time of one:");
for (let round = 0; round < rounds; round++) {
  const from = process.cpuUsage().user;
  for (let n = 0; n < 300; n++) {
    const start = MONDAY + (10 + (n % 12)) * DAY;
    const wish = { bookableId: bookableId ?? group.value, start, end: start + 3 * HOUR };
    const done = await book(app, reader, { ...wish, key: `again ${String(round)} ${String(n)}` });
    if (!done.ok || done.value.kind !== "booked") throw new Error(JSON.stringify(done));
    await cancelBooking(app, reader, done.value.booking.id);
  }
  const each = (process.cpuUsage().user - from) / 300_000;
  say(`  after ${String(300 * round)} times ${each.toFixed(1)} ms`);
}
await storage.close();
rmSync(folder, { recursive: true });
