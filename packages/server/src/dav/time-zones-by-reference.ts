// Time zones by reference (RFC 7809 §4): whether calendar data tells again what everybody knows by its name.
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { withTimeZones } from "@snart/calendar/jscalendar/write-time-zones.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";

/** Gives calendar data with the VTIMEZONEs that the client wants. */
export type ZoneForm = (text: string) => string;

const asStored: ZoneForm = (text) => text;

/**
 * Reads `CalDAV-Timezones`: F leaves out the VTIMEZONE of what has an IANA name, T adds it where the text relies on the name. Without the
 * header a text is given exactly as it was stored.
 */
export function zoneForm(request: Request, now: number): ZoneForm {
  const wanted = request.headers.get("caldav-timezones")?.trim().toUpperCase();
  if (wanted === "F") return withoutKnownZones;
  return wanted === "T" ? (text) => withKnownZones(text, now) : asStored;
}

/** A component begins a line of its own, and what is folded begins with a space: no text can look like one. */
const VTIMEZONE = /^BEGIN:VTIMEZONE[ \t]*\r?\n(?:(?!END:VTIMEZONE).*\r?\n)*END:VTIMEZONE[ \t]*(?:\r?\n|$)/gim;

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
