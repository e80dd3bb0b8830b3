import type { ShareLevel } from "../storage/records/calendars.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Result } from "@snart/calendar/result.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { addUser } from "../app/accounts/add-user.ts";
import { mintActor, type Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { listCalendars } from "../app/calendars/list-calendars.ts";
import { updateCalendar } from "../app/calendars/update-calendar.ts";
import { changeEvents } from "../app/write/change-events.ts";

/** An office whose people all share with each other. */
interface Office {
  readonly people: number;
  /** of each person, some in the past and some repeating */
  readonly eventsEach: number;
  /** people at the end who share with nobody yet */
  readonly newcomers: number;
  readonly now: Instant;
  readonly password: string;
}

/** The address by which the n-th person of the office signs in. */
export const officeAddress = (n: number): string => `person${n}@office.example`;

/**
 * Fills a server with an office.
 * @throws Error if the server refuses its own people or events
 */
export async function seedOffice(app: App, office: Office): Promise<void> {
  const actors: Actor[] = [];
  for (let n = 0; n < office.people + office.newcomers; n++) actors.push(await person(app, office, n));
  const calendars = new Map<Actor, string>();
  for (const [n, actor] of actors.entries()) {
    const [first] = must(await listCalendars(app, actor, actor.principalId));
    if (!first) throw new Error("a person has no calendar");
    calendars.set(actor, first.calendar.id);
    const create = Array.from({ length: office.eventsEach }, (_, at): [string, JSEvent] => [
      `${at}`,
      meeting(office.now, first.calendar.id, n, at),
    ]);
    must(
      await changeEvents(app, actor, actor.principalId, {
        create: new Map(create),
        update: new Map(),
        destroy: [],
      }),
    );
    if (n >= office.people) continue;
    const shares = new Map<PrincipalId, ShareLevel>();
    for (const other of actors) if (other !== actor) shares.set(other.principalId, "read");
    must(await updateCalendar(app, actor, first.calendar.id, { shares }));
  }
}

async function person(app: App, { password }: Office, n: number): Promise<Actor> {
  const preferences = { language: "en-GB", timeZone: "Europe/Stockholm" } as const;
  const one = {
    displayName: `Person ${n}`,
    email: officeAddress(n),
    password,
    isAdmin: n === 0,
    preferences,
  };
  const { id, login } = must(await addUser(app, one));
  return mintActor({ principalId: id, login, isAdmin: n === 0, via: "command-line", proof: "office" });
}

/** A third of them are weekly; the others lie within half a year around now. */
function meeting(now: Instant, calendarId: string, person: number, at: number): JSEvent {
  const day = now + (((at * 37 + person * 11) % 180) - 90) * DAY;
  const hour = String(8 + ((at + person) % 9)).padStart(2, "0");
  return {
    "@type": "Event",
    uid: `office-${person}-${at}`,
    calendarIds: { [calendarId]: true },
    title: `Meeting ${at} of person ${person}`,
    start: `${new Date(day).toISOString().slice(0, 10)}T${hour}:00:00`,
    timeZone: "Europe/Stockholm",
    duration: "PT45M",
    ...(at % 3 === 0 && { recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" } }),
  };
}

function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`the office was refused: ${JSON.stringify(result.problem)}`);
  return result.value;
}
