import { setsForAll, type CalendarGrant } from "../../app/grants.ts";
import type { CalendarFields } from "./live-property.ts";

interface Seen {
  readonly name?: string;
  readonly color?: string;
  readonly sortOrder?: number;
}

/**
 * Name, colour and order belong to the calendar for its owner, or who manages the group that is, and to their own view of it for everybody else: clients let people
 * recolour what is shared with them. An owner's own view must not hide what was just set.
 */
export function setOwnOrSeen(grant: CalendarGrant | undefined, value: Seen): CalendarFields {
  if (!grant) return value;
  if (!setsForAll(grant)) return { view: value };
  const { view } = grant;
  const isHidden = (Object.keys(value) as (keyof Seen)[]).some((key) => view[key] !== undefined);
  return isHidden ? { ...value, view: value } : value;
}
