import { hasIncompleteMailAlarms, withMailAlarms } from "@snart/calendar/alarms/mail-alarms.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import type { WriteScope } from "../scope.ts";

/**
 * A VCALENDAR made from JSCalendar, where an alert does not say to whom its mail goes: it goes to whoever set it.
 * @param before the former VCALENDAR, whose alarms stay as they are
 */
export async function withAddressedAlarms(
  { tx, actor: { principalId } }: WriteScope,
  calendar: Component,
  before?: Component,
): Promise<Component> {
  if (!hasIncompleteMailAlarms(calendar, before)) return calendar;
  const email = (await tx.principals.byId(principalId))?.email ?? null;
  return withMailAlarms(calendar, email === null ? `urn:uuid:${principalId}` : `mailto:${email}`, before);
}
