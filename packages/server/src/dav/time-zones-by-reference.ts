// Time zones by reference (RFC 7809 §4): whether calendar data includes the definitions of well-known zones.
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { withTimeZones } from "@snart/calendar/jscalendar/write-time-zones.ts";
import type { HttpRequest } from "../http/http-request.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";

/** Returns calendar data with the VTIMEZONEs that the client wants. */
type ZoneForm = (text: string) => string;

/**
 * Reads `CalDAV-Timezones`: F leaves out the VTIMEZONE of a zone with an IANA name, T adds it if the text relies on
 * the name; the latter is the default (§3.1.1), for clients that know no names. A text with all its zones is returned
 * exactly as it was stored.
 */
export function zoneForm(request: Pick<HttpRequest, "headers">, now: number): ZoneForm {
  const wanted = request.headers.get("caldav-timezones")?.trim().toUpperCase();
  if (wanted === "F") return withoutKnownZones;
  return (text) => (tellsItsZones(text) ? text : withKnownZones(text, now));
}

const USED = /;TZID="?([^":;,\r\n]+)/gi;

/** Whether a text defines each zone that it uses; a folded line may hide a definition, so the text is then parsed. */
function tellsItsZones(text: string): boolean {
  for (const [, name] of text.matchAll(USED)) if (!text.includes(`\nTZID:${name}`)) return false;
  return true;
}

/**
 * A component begins on a line of its own, and a folded line begins with a space: no text value can look like one.
 */
const VTIMEZONE = /^BEGIN:VTIMEZONE[ \t]*\r?\n(?:(?!END:VTIMEZONE).*\r?\n)*END:VTIMEZONE[ \t]*(?:\r?\n|$)/gim;

/** Unchanged. */
export const asStored: ZoneForm = (text) => text;

const withoutKnownZones: ZoneForm = (text) =>
  text.replace(VTIMEZONE, (zone) => {
    const name = /^TZID(?:;[^:\n]*)?:(.*)$/im.exec(zone.replace(/\r?\n[ \t]/g, ""))?.[1]?.trim();
    return name !== undefined && ianaZone(name)?.id === name ? "" : zone;
  });

function withKnownZones(text: string, now: number): string {
  const parsed = parseICalendar(text);
  if (!parsed.ok) return text;
  const { calendar } = parsed.value;
  const whole = withTimeZones(calendar, { first: Date.UTC(1970, 0, 1), now });
  return whole === calendar ? text : serialiseICalendar(whole);
}
