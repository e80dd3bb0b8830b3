import type { EventType } from "@snart/calendar/booking-page/event-type.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { Calendar } from "../../../storage/records/calendars.ts";
import type { CalendarId } from "../../../storage/records/ids.ts";
import type { Principal } from "../../../storage/records/people.ts";
import { defaultCalendarOf } from "../../calendars/default-calendar.ts";

type Chosen = Pick<EventType, "calendarId" | "hosts">;

/** The calendar that an event type names, as long as it is the host's own and takes events; of a feed nobody else writes to it. */
async function chosenCalendar(
  tx: ReadTransaction,
  host: Principal,
  { calendarId }: Chosen,
): Promise<Calendar | undefined> {
  const calendar = calendarId === undefined ? undefined : await tx.calendars.byId(calendarId as CalendarId);
  const isOwn = calendar?.accountId === host.id;
  return isOwn && calendar.components.includes("VEVENT") && !calendar.isReadOnly ? calendar : undefined;
}

/**
 * The calendar that bookings of an event type are written into: the one that was chosen, and where that is gone or takes no events any more
 * the host's default one, so that a guest never pays for it. The host is told (`missedCalendar`).
 */
export const calendarForBookings = async (
  tx: ReadTransaction,
  host: Principal,
  type: Chosen,
): Promise<Calendar | undefined> =>
  (await chosenCalendar(tx, host, type)) ?? (await defaultCalendarOf(tx, host, "VEVENT"));

/** The name of the calendar in which a host has bookings though another one was chosen for them; undefined: all is as it was chosen. */
export async function missedCalendar(
  tx: ReadTransaction,
  host: Principal | undefined,
  type: Chosen | undefined,
): Promise<string | undefined> {
  const isMissed = host && type?.calendarId !== undefined && !(await chosenCalendar(tx, host, type));
  return isMissed ? (await defaultCalendarOf(tx, host, "VEVENT"))?.name : undefined;
}

/**
 * What is wrong with the calendar of an event type at a page, if anything. One that was chosen before and is gone stays chosen: it can come
 * back from the trash, and whoever changes something else is not held up by it.
 */
export async function calendarProblem(
  tx: ReadTransaction,
  owner: Principal,
  type: Chosen,
  before: Chosen | undefined,
) {
  if (type.calendarId === undefined) return undefined;
  const isOfOwner = type.hosts.every(({ id }) => id === owner.id);
  const isKnown = before?.calendarId === type.calendarId || (await chosenCalendar(tx, owner, type));
  if (isOfOwner && isKnown) return undefined;
  const detail = isOfOwner
    ? "a calendar of the page's account that takes events"
    : "only where the page's account receives guests itself";
  return { code: "invalid-value", field: "calendarId", detail } as const;
}
