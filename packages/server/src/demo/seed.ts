import type { Result } from "@snart/calendar/result.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, startOfDay, weekday, type Local } from "@snart/calendar/time/local.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { mintActor, type Actor } from "../app/actor.ts";
import { addUser } from "../app/accounts/add-user.ts";
import type { App } from "../app/app.ts";
import { changeEvents } from "../app/write/change-events.ts";
import { createCalendar } from "../app/calendars/create-calendar.ts";
import { listCalendars } from "../app/calendars/list-calendars.ts";
import type { Problem } from "../app/problems.ts";
import { updateCalendar } from "../app/calendars/update-calendar.ts";
import { DEMO_CALENDARS } from "./calendars.ts";
import { DEMO_EVENTS } from "./events.ts";
import { DEMO_ZONE, demoEvent, type DemoPerson } from "./to-jscalendar.ts";

/** The same household twice, once in each language. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { language: "en-GB", displayName: "Elin Sand", email: "elin@tallkotten.example" },
  { language: "sv", displayName: "Elin Sand", email: "elin.sand@tallkotten.example" },
];

/**
 * Fills an empty Snart with the demonstration household, around the week of `now`.
 * @throws Error if the server refuses its own demonstration data
 */
export async function seedDemo(app: App, now: Instant, password: string): Promise<void> {
  const zone = ianaZone(DEMO_ZONE);
  if (!zone) throw new Error(`${DEMO_ZONE} is unknown to this runtime`);
  const today = startOfDay(zone.toLocal(now));
  const monday = addDays(today, 1 - weekday(today));
  for (const person of DEMO_PEOPLE) await seedPerson(app, person, monday, password);
}

async function seedPerson(app: App, person: DemoPerson, monday: Local, password: string): Promise<void> {
  const preferences = { language: person.language, timeZone: DEMO_ZONE };
  const isAdmin = person === DEMO_PEOPLE[0];
  const { id, login } = must(await addUser(app, { ...person, password, isAdmin, preferences }));
  const actor = mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "demo" });
  const calendars = await seedCalendars(app, actor, person);
  const events = DEMO_EVENTS.map((event, at) => {
    const calendarId = calendars.get(event.calendar) ?? "";
    return [String(at), demoEvent(event, mondayOf(event.everyWeeks, monday), calendarId, person)] as const;
  });
  const request = { create: new Map(events), update: new Map(), destroy: [] };
  const outcome = must(await changeEvents(app, actor, actor.principalId, request));
  const [refused] = outcome.notCreated;
  if (refused)
    throw new Error(`demonstration event ${refused[0]} was refused: ${JSON.stringify(refused[1])}`);
}

/** Every other week means the even weeks here, so that the designs' week 48 has it. */
const mondayOf = (everyWeeks: number | undefined, monday: Local): Local =>
  everyWeeks === 2 && isoWeek(monday).week % 2 === 1 ? addDays(monday, -7) : monday;

async function seedCalendars(
  app: App,
  actor: Actor,
  person: DemoPerson,
): Promise<ReadonlyMap<string, string>> {
  const [first] = must(await listCalendars(app, actor, actor.principalId));
  const ids = new Map<string, string>();
  for (const [at, calendar] of DEMO_CALENDARS.entries()) {
    const fields = {
      name: person.language === "sv" ? calendar.sv : calendar.en,
      color: calendar.color,
      sortOrder: at,
    };
    const own = calendar.key === "own" && first;
    const grant = own
      ? must(await updateCalendar(app, actor, first.calendar.id, fields))
      : must(await createCalendar(app, actor, actor.principalId, { ...fields, uri: calendar.key }));
    ids.set(calendar.key, grant.calendar.id);
  }
  return ids;
}

function must<T>(result: Result<T, Problem>): T {
  if (!result.ok) throw new Error(`the demonstration was refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}
