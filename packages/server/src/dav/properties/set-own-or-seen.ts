import { setsForAll, type CalendarGrant } from "../../app/grants.ts";
import type { CalendarFields } from "./live-property.ts";

interface Seen {
  readonly name?: string;
  readonly color?: string;
  readonly sortOrder?: number;
}

/**
 * For the owner, or the manager of the owning group, name, colour and order belong to the calendar; for everybody
 * else, to their own view: clients let people recolour calendars shared with them. An owner's own view must not hide
 * what was just set.
 */
export function setOwnOrSeen(grant: CalendarGrant | undefined, value: Seen): CalendarFields {
  if (!grant) return value;
  if (!setsForAll(grant)) return { view: value };
  const { view } = grant;
  const isHidden = (Object.keys(value) as (keyof Seen)[]).some((key) => view[key] !== undefined);
  return isHidden ? { ...value, view: value } : value;
}
