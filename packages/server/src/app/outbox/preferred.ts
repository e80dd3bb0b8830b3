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
  if (isElsewhere || before?.preferences.agendaAt !== person.preferences.agendaAt)
    await tx.reminders.setAgenda(person.id, nextAgenda(app.now(), person));
  if (isElsewhere) await remindAnew(tx, person, app.now());
}

/** When a person's next agenda is sent; null: they want none. */
export function nextAgenda(after: number, person: Principal): number | null {
  const minutes = clockMinutes(person.preferences.agendaAt ?? "");
  return minutes === undefined ? null : nextClock(after, minutes, zoneOfPerson(person));
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
