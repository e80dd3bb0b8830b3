import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { clockMinutes, nextClock } from "./quiet-hours.ts";
import { zoneOfPerson } from "./reminder.ts";

/**
 * Applies a person's preferences: when the next agenda is sent, and in which zone all-day and floating times ring.
 */
export async function remindAsPreferred(
  app: App,
  tx: WriteTransaction,
  before: Principal | undefined,
  person: Principal,
): Promise<void> {
  const isElsewhere = before?.preferences.timeZone !== person.preferences.timeZone;
  const isOther = (["agendaAt", "weekAt"] as const).some(
    (when) => before?.preferences[when] !== person.preferences[when],
  );
  if (isElsewhere || isOther) await tx.reminders.setAgenda(person.id, nextAgenda(app.now(), person));
  if (isElsewhere) await remindAnew(tx, person, app.now());
}

/** When a person's next agenda is sent, of a day or of a week; null: they want none. */
export function nextAgenda(after: number, person: Principal): number | null {
  const times = [nextOfDay(after, person), nextOfWeek(after, person)].filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

const SUNDAY = 7;

/** Of what the agendas are that are due at a moment: both may be at the same one. */
export const agendasAt = (at: number, person: Principal) => ({
  isOfDay: nextOfDay(at - 1, person) === at,
  isOfWeek: nextOfWeek(at - 1, person) === at,
});

function nextOfDay(after: number, person: Principal): number | null {
  const minutes = clockMinutes(person.preferences.agendaAt ?? "");
  return minutes === undefined ? null : nextClock(after, minutes, zoneOfPerson(person));
}

function nextOfWeek(after: number, person: Principal): number | null {
  const minutes = clockMinutes(person.preferences.weekAt ?? "");
  return minutes === undefined ? null : nextClock(after, minutes, zoneOfPerson(person), SUNDAY);
}

/**
 * Searches everything again that may ring for a person: nothing rings while they are away, and all of it again once
 * they are back.
 */
export async function remindAnew(
  tx: WriteTransaction,
  { id }: Pick<Principal, "id">,
  now: Instant,
): Promise<void> {
  for (const { calendar } of await tx.calendars.accessibleTo(id))
    await tx.reminders.deferCalendar(calendar.id, now);
}
