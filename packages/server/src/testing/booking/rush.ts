import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { until } from "../until.ts";
import { auditBookings, type Given } from "./audit-bookings.ts";
import { LAUNDRY } from "./rules.ts";
import {
  accountOf,
  addPeople,
  callServer,
  idsOf,
  login,
  signIn,
  startRush,
  type Answer,
  type RushServers,
} from "./rush-servers.ts";

/** What a rush is made of. */
export interface RushOptions extends RushServers {
  /** Wishes in all. */
  readonly tries: number;
  /** Wishes between two kills of a process (SIGKILL), which then comes back. */
  readonly killEvery: number;
  readonly clients: number;
  /** How many wishes one request has at most, each an atomic unit. */
  readonly together: number;
}

export interface RushReport {
  /** Wishes and cancellations that were made: a last request may have made a few more than asked for. */
  readonly tries: number;
  /** How often each answer was given: `booked`, a kind of reason, `cancelled`, `no answer`, `no database`. */
  readonly answers: ReadonlyMap<string, number>;
  readonly kills: number;
  readonly milliseconds: number;
  /** A line for everything that must not be. */
  readonly wrong: readonly string[];
}

/** By the rules of the rooms. */
const MOST_COMING = 2;
const PEOPLE = 16;
/** Of two people each; who is left books for themselves. */
const HOUSEHOLDS = 6;
const ROOMS = 3;
const DAYS = 4;

interface World {
  /** of each person */
  readonly cookies: readonly string[];
  readonly accounts: readonly string[];
  readonly rooms: readonly string[];
  /** A household of each two people who follow each other. */
  readonly households: readonly string[];
}

/** The first person is an administrator. */
async function furnish(env: Readonly<Record<string, string>>, url: string): Promise<World> {
  await addPeople(env, PEOPLE);
  const cookies: string[] = [];
  const accounts: string[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const cookie = await signIn(url, person);
    cookies.push(cookie);
    accounts.push(await accountOf(url, { cookie, origin: url }));
  }
  const [accountId = ""] = accounts;
  const call = (name: string, args: object): Promise<Answer> =>
    callServer(url, { cookie: cookies[0] ?? "", origin: url }, name, args);
  const household = (at: number) => {
    const people = [at, at + 1].map((who) => ({ email: `${login(who)}@example.com` }));
    return { label: `lgh ${at}`, people };
  };
  const create = Object.fromEntries(
    Array.from({ length: HOUSEHOLDS }, (_, at) => [`h${at}`, household(2 * at)]),
  );
  const households: Answer = await call("Household/set", { accountId, create });
  const groups: Answer = await call("Group/set", { accountId, create: { board: { name: "Board" } } });
  const room = (at: number) => ({
    name: `Laundry ${at}`,
    type: "ROOM",
    managersId: groups.created.board.id as string,
    labels: ["wash"],
    rules: LAUNDRY,
  });
  const made: Answer = await call("Bookable/set", {
    accountId,
    create: Object.fromEntries(Array.from({ length: ROOMS }, (_, at) => [`r${at}`, room(at)])),
  });
  return { cookies, accounts, rooms: idsOf(made.created), households: idsOf(households.created) };
}

const HOUR = 3_600_000;

/** One pass of one of the coming days: 06:00, 09:00 or 12:00 UTC in winter, so in summer no pass, which is an answer too. */
function anyPass(): { readonly start: string; readonly end: string } {
  const midnight = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR;
  const start = midnight + randomInt(1, DAYS + 1) * 24 * HOUR + (6 + 3 * randomInt(3)) * HOUR;
  const utc = (instant: number): string => new Date(instant).toISOString().replace(".000", "");
  return { start: utc(start), end: utc(start + 3 * HOUR) };
}

interface Rush {
  readonly world: World;
  readonly servers: ServerProcess[];
  readonly answers: Map<string, number>;
  readonly given: Map<string, Given>;
  /** The bookings of each person that they have not given up. */
  readonly held: readonly (readonly [string, Given])[][];
  readonly wrong: string[];
  readonly together: number;
  left: number;
}

const count = ({ answers }: Rush, answer: string): void =>
  void answers.set(answer, (answers.get(answer) ?? 0) + 1);

/** Errors of a whole request: nothing of it was done, or a part. */
const AWAY: ReadonlySet<unknown> = new Set(["serverUnavailable", "serverPartialFail"]);

/** Asks any of the servers until one answers: with its key, a wish that is repeated is the same wish. */
async function asked(rush: Rush, person: number, args: object): Promise<Answer> {
  const { world, servers } = rush;
  for (;;) {
    const { url = "" } = servers[randomInt(servers.length)] ?? {};
    const headers = { cookie: world.cookies[person] ?? "", origin: url };
    const done = await callServer(url, headers, "Booking/set", {
      accountId: world.accounts[person],
      ...args,
    });
    if (done && !AWAY.has(done.type)) return done;
    // A server that gets no connection to its database says so, and that one may ask again.
    count(rush, done ? "no database" : "no answer");
    await wait(randomInt(100, 400));
  }
}

/** Makes wishes, and gives some of what was booked up again, until all wishes are made. */
async function wishes(rush: Rush): Promise<void> {
  while (rush.left > 0) {
    const person = randomInt(PEOPLE);
    const given = randomInt(3) > 0 ? rush.held[person]?.shift() : undefined;
    if (given) await giveUp(rush, person, given);
    else await wish(rush, person);
  }
}

async function giveUp(rush: Rush, person: number, [id, given]: readonly [string, Given]): Promise<void> {
  rush.left--;
  given.state = "cancelling";
  const done = await asked(rush, person, { destroy: [id] });
  const { type = "notFound" } = done.notDestroyed?.[id] ?? {};
  if (type !== "notFound") rush.wrong.push(`${id} was not cancelled: ${JSON.stringify(done)}`);
  // Not destroyed: a first request did it, whose answer was lost.
  given.state = "cancelled";
  count(rush, done.destroyed ? "cancelled" : "cancelled before");
}

/** Wishes for any times for oneself or one's household, in one request. */
async function wish(rush: Rush, person: number): Promise<void> {
  const create: Record<string, object> = {};
  for (let at = randomInt(rush.together); at >= 0; at--) create[`w${at}`] = anyWish(rush, person);
  const names = Object.keys(create);
  rush.left -= names.length;
  const done = await asked(rush, person, { create });
  if (done.created || done.notCreated)
    for (const name of names) heard(rush, person, done.created?.[name], done.notCreated?.[name]);
  else rush.wrong.push(`no answer to ${names.length} wishes: ${JSON.stringify(done)}`);
}

function anyWish({ world }: Rush, person: number): object {
  const household = world.households[Math.floor(person / 2)];
  // Whether it is said or not, they book for their household.
  const party = randomInt(2) === 0 || household === undefined ? {} : { partyId: household };
  return { bookableId: world.rooms[randomInt(ROOMS)], ...anyPass(), ...party, key: randomUUID() };
}

function heard(rush: Rush, person: number, created: Answer, refused: Answer): void {
  if (created) {
    const id = created.id as string;
    const booked: Given = { person, state: "booked" };
    // A wish that is repeated is the same booking.
    if (!rush.given.has(id)) rush.held[person]?.push([id, booked]);
    rush.given.set(id, rush.given.get(id) ?? booked);
    count(rush, "booked");
  } else if (refused) {
    const kinds = ((refused.reasons ?? []) as { kind: string }[]).map(({ kind }) => kind);
    if (kinds.length === 0) rush.wrong.push(`refused without a reason: ${JSON.stringify(refused)}`);
    count(rush, kinds.toSorted().join(" and "));
  } else rush.wrong.push(`person ${person} got no answer to a wish`);
}

/** Kills one process after the other until all wishes are made; each comes back at once. */
async function kill(rush: Rush, env: Readonly<Record<string, string>>, every: number): Promise<number> {
  let kills = 0;
  for (let next = rush.left - every; rush.left > 0; next = rush.left - every) {
    await until(() => rush.left <= Math.max(0, next));
    if (rush.left <= 0) break;
    const at = randomInt(rush.servers.length);
    const server = rush.servers[at];
    server?.child.kill("SIGKILL");
    await server?.ended;
    rush.servers[at] = await startServerProcess(env);
    kills++;
  }
  return kills;
}

/**
 * Many clients of a household with laundry rooms wish for the same few passes, at several processes that are killed again and again; then
 * everything stored is compared with what was answered.
 */
export async function bookingRush(options: RushOptions): Promise<RushReport> {
  const run = await startRush(options);
  try {
    const { env, servers } = run;
    const world = await furnish(env, servers[0]?.url ?? "");
    const rush: Rush = {
      world,
      servers,
      answers: new Map(),
      given: new Map(),
      held: Array.from({ length: PEOPLE }, () => []),
      wrong: [],
      together: options.together,
      left: options.tries,
    };
    const began = performance.now();
    const killing = kill(rush, env, options.killEvery);
    await Promise.all(Array.from({ length: options.clients }, () => wishes(rush)));
    const milliseconds = performance.now() - began;
    const kills = await killing;
    const storage = await run.endServers();
    const wrong = [...rush.wrong, ...(await auditBookings(storage, world.rooms, rush.given, MOST_COMING))];
    await storage.close();
    wrong.push(...(await run.doctor()));
    return { tries: options.tries - rush.left, answers: rush.answers, kills, milliseconds, wrong };
  } finally {
    await run.stop();
  }
}
