import { setTimeout } from "node:timers/promises";
import { auditBookings, type Given } from "./audit-bookings.ts";
import { LAUNDRY } from "./rules.ts";
import {
  accountOf,
  addPeople,
  callServer,
  idsOf,
  signIn,
  startRush,
  type Answer,
  type RushServers,
} from "./rush-servers.ts";

/** How many want one time, and how often. */
export interface OpeningOptions extends RushServers {
  readonly people: number;
  readonly times: number;
  /** How long nothing happens before the last time, ms; absent: no time. */
  readonly pauseMs?: number;
}

export interface OpeningReport {
  /** From each wish to its answer, ms. */
  readonly waits: readonly number[];
  /** A line for everything that must not be. */
  readonly wrong: readonly string[];
}

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSES = 3;
const ROOMS = 3;

interface Person {
  readonly headers: Readonly<Record<string, string>>;
  readonly accountId: string;
  readonly url: string;
}

/**
 * All wish for one pass within one second, as when it opens; then for the next. One gets it, everybody else hears that it is taken and
 * what is near it.
 */
export async function openingRush(options: OpeningOptions): Promise<OpeningReport> {
  const run = await startRush(options);
  try {
    await addPeople(run.env, options.people);
    const urls = run.servers.map(({ url }) => url);
    const people: Person[] = [];
    for (let at = 0; at < options.people; at++) people.push(await signedIn(urls[at % urls.length] ?? "", at));
    const rooms = await makeRooms(people[0]);
    const waits: number[] = [];
    const wrong: string[] = [];
    const given = new Map<string, Given>();
    for (let time = 0; time < options.times; time++) {
      if (time === options.times - 1) await setTimeout(options.pauseMs ?? 0);
      const wish = { bookableId: rooms[time % ROOMS], ...passOf(Math.floor(time / ROOMS)) };
      const answers = await Promise.all(people.map((person) => wished(person, wish, waits)));
      const won = answers.flatMap((answer, person) => (answer?.created?.k ? [person] : []));
      for (const person of won)
        given.set(answers[person].created.k.id as string, { person, state: "booked" });
      if (won.length !== 1) wrong.push(`${JSON.stringify(wish)} was given to ${won.length}`);
      for (const answer of answers) if (!answer?.created?.k) wrong.push(...wrongRefusal(answer));
    }
    const storage = await run.endServers();
    wrong.push(...(await auditBookings(storage, rooms, given, Infinity)));
    await storage.close();
    wrong.push(...(await run.doctor()));
    return { waits, wrong };
  } finally {
    await run.stop();
  }
}

async function signedIn(url: string, person: number): Promise<Person> {
  const own = { cookie: await signIn(url, person), origin: url };
  return { url, headers: own, accountId: await accountOf(url, own) };
}

async function makeRooms(administrator: Person | undefined): Promise<readonly string[]> {
  if (!administrator) throw new Error("there is nobody");
  const { url, headers, accountId } = administrator;
  const set = (name: string, create: object): Promise<Answer> =>
    callServer(url, headers, name, { accountId, create });
  const groups = await set("Group/set", { board: { name: "Board" } });
  const managersId = groups.created.board.id as string;
  const rules = { ...LAUNDRY, limits: [] };
  const room = (at: number) => ({ name: `Laundry ${at}`, type: "ROOM", managersId, labels: [], rules });
  const made = await set(
    "Bookable/set",
    Object.fromEntries(Array.from({ length: ROOMS }, (_, at) => [`r${at}`, room(at)])),
  );
  return idsOf(made.created);
}

/** The passes of the coming days in winter; in summer they are nobody's, and the first wish would say so. */
function passOf(number: number): { readonly start: string; readonly end: string } {
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  const start = midnight + (2 + Math.floor(number / PASSES)) * DAY + (6 + 3 * (number % PASSES)) * HOUR;
  const utc = (instant: number): string => new Date(instant).toISOString().replace(".000", "");
  return { start: utc(start), end: utc(start + 3 * HOUR) };
}

/** Wishes at any moment of a second. */
async function wished({ url, headers, accountId }: Person, wish: object, waits: number[]): Promise<Answer> {
  await setTimeout(Math.random() * SECOND);
  const from = performance.now();
  const answer = await callServer(url, headers, "Booking/set", { accountId, create: { k: wish } });
  waits.push(performance.now() - from);
  return answer;
}

/** @returns what is wrong with a refusal, which says that the time is taken and what is near it */
function wrongRefusal(answer: Answer): readonly string[] {
  const { reasons = [], alternatives = [] } = answer?.notCreated?.k ?? {};
  const isTaken = (reasons as { kind: string }[]).every(({ kind }) => kind === "taken") && reasons.length > 0;
  return isTaken && alternatives.length > 0 ? [] : [`answered ${JSON.stringify(answer)}`];
}
