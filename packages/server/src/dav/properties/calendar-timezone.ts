// CALDAV:calendar-timezone (RFC 4791 §5.2.2) and its form by name (RFC 7809 §5.2).
import { makeComponent, makeProperty } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { resolveZone } from "@snart/calendar/recurrence/resolve-zone.ts";
import { vtimezoneFor } from "@snart/calendar/recurrence/write-vtimezone.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MAX_INSTANT, MIN_INSTANT, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { refuse, type Refusal } from "../preconditions.ts";

/** Reads the zone of an iCalendar object that holds exactly one VTIMEZONE. */
export function readZoneText(text: string): Result<Zone, Refusal> {
  const invalid = failed(
    // RFC 4791 §5.3.1.2 and §7.8.1 have the same condition for zones as for objects.
    refuse("valid-calendar-data", "A time zone is an iCalendar object with one VTIMEZONE."),
  );
  const parsed = parseICalendar(text.trim());
  if (!parsed.ok) return invalid;
  const [vtimezone, ...others] = parsed.value.calendar.components;
  if (vtimezone?.name !== "VTIMEZONE" || others.length > 0) return invalid;
  const zone = resolveZone(textValue(vtimezone, "TZID") ?? "", vtimezone);
  return zone ? ok(zone) : invalid;
}

/** Reads the name of a zone (RFC 7809 §5.2); an unknown one has its own condition. */
export function readZoneName(name: string): Result<Zone, Refusal> {
  const zone = ianaZone(name);
  return zone ? ok(zone) : failed(refuse("valid-timezone", `There is no time zone ${name}.`));
}

/** Writes zones for times between two instants, each once: at most as many as there are zones. */
function zoneWriter(from: Instant, to: Instant): (name: string, prodId: string) => string | undefined {
  const written = new Map<string, string>();
  return (name, prodId) => {
    const zone = ianaZone(name);
    if (!zone) return undefined;
    const known = written.get(zone.id);
    if (known !== undefined) return known;
    const properties = [makeProperty("VERSION", "2.0"), makeProperty("PRODID", prodId)];
    const text = serialiseICalendar(
      makeComponent("VCALENDAR", properties, [vtimezoneFor(zone.id, from, to)]),
    );
    written.set(zone.id, text);
    return text;
  };
}

/** The zone of an IANA name as an iCalendar object; undefined if this runtime does not know it (any longer). */
export const zoneText = zoneWriter(Date.UTC(1970, 0, 1), Date.UTC(2050, 0, 1));

/** The same for the whole supported range. */
export const wholeZoneText = zoneWriter(MIN_INSTANT, MAX_INSTANT);
