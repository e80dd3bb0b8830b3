import { provedSession } from "./people/proved-session.ts";
import { passkeyVerifier } from "../auth/passkeys.ts";
import { openidGateway } from "../auth/openid.ts";
import { randomBytes } from "node:crypto";
import { mintActor, type Actor } from "../app/actor.ts";
import { addUser } from "../app/accounts/add-user.ts";
import type { App } from "../app/app.ts";
import { withinFormerQuota } from "../app/objects/former-quota.ts";
import type { FeedFetcher, OtherServers } from "../app/feed-fetcher.ts";
import { DEFAULT_LIMITS, type Limits } from "../app/limits.ts";
import { listCalendars } from "../app/calendars/list-calendars.ts";
import type { Calendar, CalendarId } from "../app/types.ts";
import { attemptLimiters } from "../app/sign-in/attempts.ts";
import { argon2Hasher } from "../auth/passwords.ts";
import type { Storage } from "../storage/port.ts";
import { processTurns, type Turns } from "../turns/turns.ts";
import { testClock, type TestClock } from "./clock.ts";
import { openTestStorage } from "./storage.ts";

export interface TestApp {
  readonly app: App;
  readonly clock: TestClock;
  /** Adds an active person `LOGIN@example.com` whose password is the login, ten times. */
  readonly person: (login: string) => Promise<Actor>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly limits?: Partial<Limits>;
  readonly storage?: Storage;
  readonly clock?: TestClock;
  readonly fetchFeed?: FeedFetcher;
  readonly otherServers?: OtherServers;
  readonly turns?: Turns;
}

export const passwordOf = (login: string): string => login.repeat(10);

/**
 * The real use cases on a real database in memory, with a clock that stands still and the cheapest argon2id possible.
 */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const storage = options.storage ?? (await openTestStorage());
  const clock = options.clock ?? testClock();
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const newId = sequentialIds();
  const app: App = {
    storage: withinFormerQuota(storage, limits.formerQuota, { now: clock.now, newId }),
    limits,
    turns: options.turns ?? processTurns,
    now: clock.now,
    newId,
    newSecret: (bytes) => randomBytes(bytes).toString("base64url"),
    passkeys: passkeyVerifier(),
    openid: openidGateway(),
    passwords: argon2Hasher({ memoryKiB: 8, passes: 1, parallelism: 1 }),
    ...attemptLimiters(storage, limits, clock.now),
    pause: async () => {},
    prodId: "-//Snart//Test//EN",
    ...(options.fetchFeed && { fetchFeed: options.fetchFeed }),
    ...(options.otherServers && { otherServers: options.otherServers }),
  };
  return { app, clock, person: (login) => addPerson(app, login), close: () => storage.close() };
}

/** Everybody's initial calendar. */
export async function firstCalendarOf(app: App, actor: Actor): Promise<CalendarId> {
  const calendars = await listCalendars(app, actor);
  if (!calendars.ok || !calendars.value[0]) throw new Error("no first calendar");
  return calendars.value[0].calendar.id;
}

/** One of somebody's own calendars, as writing in it names it. */
export const ownCalendar = ({ principalId }: Actor, id: string) => ({
  id: id as CalendarId,
  accountId: principalId,
});

/** A calendar, whoever has it. */
export async function calendarOf(app: App, id: string): Promise<Calendar> {
  const calendar = await app.storage.read((tx) => tx.calendars.byId(id as CalendarId));
  if (!calendar) throw new Error(`no calendar ${id}`);
  return calendar;
}

/** Ids in the order of making, like UUIDv7, but the same in every run. */
function sequentialIds(): () => string {
  let last = 0;
  return () => `0199aaaa-0000-7000-8000-${String(++last).padStart(12, "0")}`;
}

async function addPerson(app: App, login: string): Promise<Actor> {
  const person = {
    email: `${login}@example.com`,
    displayName: login,
    password: passwordOf(login),
    isAdmin: false,
    preferences: { timeZone: "Europe/Stockholm" },
  };
  const added = await addUser(app, person);
  if (!added.ok) throw new Error(`no account for ${login}: ${added.problem.code}`);
  const { id, isAdmin } = added.value;
  const proof = await provedSession(app, id);
  return mintActor({ principalId: id, login: added.value.login, isAdmin, via: "session", proof });
}
