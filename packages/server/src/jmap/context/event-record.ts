import { isDraft } from "@snart/calendar/access/draft.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { JSCALENDAR_VERSION, type JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ReadableObject } from "../../app/objects/event-pages.ts";
import { isOrigin } from "../../app/objects/is-origin.ts";
import type { Principal } from "../../app/types.ts";

/** An event with JMAP's metadata: the full answer of CalendarEvent/get. */
export type EventRecord = JSEvent & {
  readonly version: string;
  readonly id: string;
  readonly calendarIds: Readonly<Record<string, boolean>>;
  readonly isDraft: boolean;
  readonly isOrigin: boolean;
};

/**
 * A stored object as a CalendarEvent or Task of `account`. A task is handled like an event: common properties have
 * the same names, and nothing on the way needs the `start` that a task may lack.
 * @throws Error if the stored text has no meaning as an event or task; it was checked when it was stored
 */
export function eventRecord(
  { stored, object, whole }: Omit<ReadableObject, "grant">,
  account: Principal,
): EventRecord {
  const event = itemFromObject(object);
  if (!event.ok) throw new Error(`stored object ${stored.id} is no event: ${JSON.stringify(event.problem)}`);
  const metadata = {
    version: JSCALENDAR_VERSION,
    id: stored.id,
    calendarIds: { [stored.calendarId]: true },
    isDraft: isDraft(object),
    isOrigin: isOrigin(stored, whole ?? object, account),
  };
  return { ...(event.value as JSEvent), ...metadata };
}

/** The calendar address with which a principal takes part in events. */
export const addressOf = ({ email }: Pick<Principal, "email">): string | undefined =>
  email === null ? undefined : `mailto:${email}`;
