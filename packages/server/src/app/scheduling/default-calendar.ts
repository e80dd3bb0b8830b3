import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar, ComponentType, Principal } from "../../storage/records.ts";

/**
 * Where what others send is written (RFC 6638 §4.2): the calendar that the person chose, else the first of the account that
 * takes such things.
 */
export async function defaultCalendarOf(
  tx: ReadTransaction,
  principal: Principal,
  component: ComponentType,
): Promise<Calendar | undefined> {
  const calendars = await tx.calendars.ofAccount(principal.id);
  const fitting = calendars.filter(({ components }) => components.includes(component));
  return fitting.find(({ id }) => id === principal.preferences.defaultCalendarId) ?? fitting[0];
}
