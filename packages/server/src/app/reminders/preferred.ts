import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { clockMinutes, nextClock } from "./quiet-hours.ts";
import { zoneOfPerson } from "./reminder.ts";

/** Follows what somebody has chosen: when the agenda is sent next, and in which zone all-day and floating times ring. */
export async function remindAsPreferred(
  app: App,
  tx: WriteTransaction,
  before: Principal | undefined,
  person: Principal,
): Promise<void> {
  const isElsewhere = before?.preferences.timeZone !== person.preferences.timeZone;
  if (isElsewhere || before?.preferences.agendaAt !== person.preferences.agendaAt)
    await tx.reminders.setAgenda(person.id, nextAgenda(app.now(), person));
  if (isElsewhere)
    for (const id of await calendarsOf(tx, person)) await tx.reminders.deferCalendar(id, app.now());
}

/** When somebody's agenda is sent next; null: they want none. */
export function nextAgenda(after: number, person: Principal): number | null {
  const minutes = clockMinutes(person.preferences.agendaAt ?? "");
  return minutes === undefined ? null : nextClock(after, minutes, zoneOfPerson(person));
}

const calendarsOf = async (tx: ReadTransaction, { id }: Principal) =>
  (await tx.calendars.accessibleTo(id)).map(({ calendar }) => calendar.id);
