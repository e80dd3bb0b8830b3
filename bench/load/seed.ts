import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { insertPerson } from "../../packages/server/src/app/accounts/new-person.ts";
import { mintActor, type Actor } from "../../packages/server/src/app/actor.ts";
import type { App } from "../../packages/server/src/app/app.ts";
import { listCalendars } from "../../packages/server/src/app/calendars/list-calendars.ts";
import { updateCalendar } from "../../packages/server/src/app/calendars/update-calendar.ts";
import { insertAppPassword } from "../../packages/server/src/app/sign-in/app-passwords.ts";
import { changeEvents } from "../../packages/server/src/app/write/change-events.ts";
import { composeApp } from "../../packages/server/src/compose.ts";
import { DEFAULT_LIMITS } from "../../packages/server/src/app/limits.ts";
import { loadConfig } from "../../packages/server/src/config/load.ts";

/** An account that clients of the load test sign in to. */
export interface SeededAccount {
  readonly login: string;
  readonly email: string;
  /** an app password, as calendar clients have one */
  readonly secret: string;
}

const PREFERENCES = { language: "en-GB", timeZone: "Europe/Stockholm" } as const;

/**
 * Makes accounts with events in an empty SQLite database. Each calendar is shared with the next account.
 * @throws Error if the server refuses its own people or events
 */
export async function seedAccounts(
  folder: string,
  count: number,
  eventsEach: number,
): Promise<readonly SeededAccount[]> {
  const env = { SNART_DATA: folder };
  const loaded = loadConfig({ env, folder: "/nonexistent" }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const composed = await composeApp(loaded.config, { jobsEveryMs: 0 });
  const { app } = composed;
  try {
    const people: { actor: Actor; calendarId: string }[] = [];
    const accounts: SeededAccount[] = [];
    for (let n = 0; n < count; n++) {
      const { actor, account } = await person(app, n);
      const [first] = must(await listCalendars(app, actor, actor.principalId));
      if (!first) throw new Error("an account has no calendar");
      const calendarId = first.calendar.id;
      const create = new Map(
        Array.from({ length: eventsEach }, (_, at) => [String(at), event(calendarId, n, at)] as const),
      );
      must(
        await changeEvents(app, actor, actor.principalId, {
          create,
          update: new Map(),
          destroy: [],
        }),
      );
      people.push({ actor, calendarId });
      accounts.push(account);
    }
    for (const [n, { actor, calendarId }] of people.entries()) {
      const other = people[(n + 1) % count];
      if (!other || other.actor === actor) continue;
      const shares = new Map([[other.actor.principalId, "read" as const]]);
      must(await updateCalendar(app, actor, calendarId as never, { shares }));
    }
    return accounts;
  } finally {
    await composed.close();
  }
}

/** Nobody signs in by a password here; hashing one for each account would take longest of all. */
const NO_PASSWORD = "none";

async function person(
  app: App,
  n: number,
): Promise<{ readonly actor: Actor; readonly account: SeededAccount }> {
  const email = `load${String(n)}@load.example`;
  const one = {
    displayName: `Load ${String(n)}`,
    email,
    password: "",
    isAdmin: false,
    preferences: PREFERENCES,
  };
  return app.storage.write(async (tx) => {
    const { id, login } = must(await insertPerson(app, tx, one, NO_PASSWORD));
    const { secret } = await insertAppPassword(app, tx, { principalId: id, login }, "Load");
    const actor = mintActor({ principalId: id, login, isAdmin: false, via: "command-line", proof: "load" });
    return { actor, account: { login, email, secret } };
  });
}

/** Half are single, the others daily, weekly and on working days, as in Apple's simulator; within half a year around now. */
function event(calendarId: string, person: number, at: number): JSEvent {
  const day = Date.now() + (((at * 37 + person * 11) % 180) - 90) * DAY;
  const hour = String(8 + ((at + person) % 9)).padStart(2, "0");
  const frequency = at % 10 < 5 ? undefined : at % 10 < 7 ? "daily" : "weekly";
  return {
    "@type": "Event",
    uid: `seed-${String(person)}-${String(at)}`,
    calendarIds: { [calendarId]: true },
    title: `Event ${String(at)} of ${String(person)}`,
    description: "What it is about. ".repeat(20),
    start: `${new Date(day).toISOString().slice(0, 10)}T${hour}:00:00`,
    timeZone: "Europe/Stockholm",
    duration: "PT45M",
    ...(frequency && { recurrenceRule: { "@type": "RecurrenceRule", frequency, count: 60 } }),
  };
}

function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}
