import { ok, type Result } from "@snart/calendar/result.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { findPrincipal } from "../../app/accounts/find-principal.ts";
import { zoneNameOf, type CalendarGrant } from "../../app/grants.ts";
import type { Exchange } from "../exchange.ts";
import type { Refusal } from "../preconditions.ts";
import { readZoneName, readZoneText } from "../properties/calendar-timezone.ts";
import type { Resource } from "../resource.ts";
import type { CalendarQuery } from "../xml/requests/calendar-reports.ts";

/**
 * The zone of floating and all-day times: the request's, the calendar's, the person's (the requester, unless another
 * is given), or UTC (RFC 4791 §7.3).
 */
export async function floatingZone(
  { app, actor }: Exchange,
  resource: Resource,
  { timeZoneId, timeZoneText }: Pick<CalendarQuery, "timeZoneId" | "timeZoneText"> = {},
  login: string = actor.login,
): Promise<Result<Zone, Refusal>> {
  if (timeZoneId !== undefined) return readZoneName(timeZoneId);
  if (timeZoneText !== undefined) return readZoneText(timeZoneText);
  const ofCalendar = "grant" in resource ? calendarZone(resource.grant) : undefined;
  if (ofCalendar) return ok(ofCalendar);
  const person = await findPrincipal(app, actor, login);
  const name = person.ok ? person.value.preferences.timeZone : undefined;
  return ok((name === undefined ? undefined : ianaZone(name)) ?? UTC);
}

function calendarZone(grant: CalendarGrant): Zone | undefined {
  const { calendar } = grant;
  const name = zoneNameOf(grant);
  if (name !== null) return ianaZone(name);
  const zone = calendar.timeZoneText === null ? undefined : readZoneText(calendar.timeZoneText);
  return zone?.ok ? zone.value : undefined;
}
