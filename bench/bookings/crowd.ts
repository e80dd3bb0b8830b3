// Two thousand guests at once at a booking page with fifty free times: fifty are booked, everybody else gets other times or a kind refusal,
// and nobody gets a mail twice, read back from a real SMTP server. Its short form is guest/booking/crowd.test.ts.
// `node bench/bookings/crowd.ts [--guests=2000] [--times=50]`. SQLite in memory, all in this process; its exit code is 1 if anything is wrong.
import { parseArgs } from "node:util";
import { bookStart } from "../../packages/server/src/app/booking-pages/book-start.ts";
import {
  eventType,
  guestForm,
  HALF_HOUR,
  MONDAY_NINE,
  openPage,
  pageFor,
} from "../../packages/server/src/testing/booking/open-page.ts";
import { openMailWorld } from "../../packages/server/src/testing/mail-world.ts";

const { values } = parseArgs({
  options: { guests: { type: "string", default: "2000" }, times: { type: "string", default: "50" } },
});
const [guests, times] = [Number(values.guests), Number(values.times)];
const PER_DAY = 16;
const DAY = 86_400_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const world = await openMailWorld();
const { app } = world;
const elin = await world.person("elin");
const page = await openPage(app, elin, eventType([elin.principalId]));
const found = await pageFor(app, page);
const [asked] = found.types;
if (!asked) throw new Error("nothing can be booked there");
/** Workdays have sixteen times each. */
const startOf = (n: number): number => {
  const day = Math.floor(n / PER_DAY);
  return MONDAY_NINE + (Math.floor(day / 5) * 7 + (day % 5)) * DAY + (n % PER_DAY) * HALF_HOUR;
};
const begun = performance.now();
const answered: number[] = [];
const all = await Promise.all(
  Array.from({ length: guests }, async (_, n) => {
    const form = guestForm({ start: startOf(n % times), mail: `crowd-${String(n)}@example.org` });
    const done = await bookStart(app, found, asked, form, `10.0.${String(n >> 8)}.${String(n % 256)}`);
    answered.push(performance.now() - begun);
    return done;
  }),
);
const booked = all.flatMap((done) => (done.ok ? [done.value.booking] : []));
const kinds = Map.groupBy(
  all.flatMap((done) => (done.ok ? [] : [done.problem])),
  (problem) =>
    problem.kind === "gone" && problem.alternatives.length > 0 ? "gone, with other times" : problem.kind,
);
const sent = performance.now();
let failures = 0;
for (let round = 0; round < 10; round++) failures += (await world.send()).length;
const told = world.sink.mails.map(({ to }) => to[0] ?? "");
const twice = told.length - new Set(told).size;
const strangers = told.filter((mail) => !booked.some((each) => each.mail === mail)).length;
const places = new Set(booked.map(({ startsAt }) => startsAt)).size;
say(
  `${String(guests)} guests, ${String(times)} times: ${String(booked.length)} booked at ${String(places)} times`,
);
for (const [kind, problems] of kinds) say(`  ${String(problems.length)} ${kind}`);
say(`  answered: the last after ${(Math.max(...answered) / 1_000).toFixed(1)} s`);
say(
  `  mails: ${String(told.length)}, twice ${String(twice)}, to others ${String(strangers)}, failed ${String(failures)}, in ${((performance.now() - sent) / 1_000).toFixed(1)} s`,
);
await world.close();
const isRight =
  booked.length === times && places === times && told.length === times && twice + strangers + failures === 0;
process.exitCode = isRight ? 0 : 1;
