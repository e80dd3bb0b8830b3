import { HOUR, MINUTE } from "./instant.ts";
import { fixedOffsetZone, ianaZone, type Zone } from "./zone.ts";

/** Names without an offset that Outlook and Exchange show instead of cities, in lower case. */
const NAMED: Readonly<Record<string, string>> = {
  alaska: "America/Anchorage",
  arizona: "America/Phoenix",
  "atlantic time (canada)": "America/Halifax",
  "central america": "America/Guatemala",
  "central time (us & canada)": "America/Chicago",
  "coordinated universal time": "UTC",
  "eastern time (us & canada)": "America/New_York",
  hawaii: "Pacific/Honolulu",
  "indiana (east)": "America/Indiana/Indianapolis",
  "islamabad, karachi": "Asia/Karachi",
  "mountain time (us & canada)": "America/Denver",
  "new delhi": "Asia/Kolkata",
  newfoundland: "America/St_Johns",
  "pacific time (us & canada)": "America/Los_Angeles",
  saskatchewan: "America/Regina",
  "west central africa": "Africa/Lagos",
};

const GRAMMAR = /^\(?(?:UTC|GMT)\s*([+-])?\s*(?:(\d{1,2})(?:[:.]?(\d{2}))?)?\)?\s*(.*)$/i;

/**
 * The zone of a display name such as `(UTC+01:00) Amsterdam, Berlin, Bern`: the first named place with the given
 * offset in winter or summer, else the bare offset. Undefined if the name does not start with one.
 */
export function zoneOfDisplayName(name: string): Zone | undefined {
  const match = GRAMMAR.exec(name.trim().slice(0, 200));
  if (!match) return undefined;
  const minutes = (match[1] === "-" ? -1 : 1) * (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0));
  const places = (match[4] ?? "").toLowerCase();
  if (Math.abs(minutes) >= 24 * 60 || (places === "" && match[1] === undefined)) return undefined;
  const candidates = [
    NAMED[places],
    ...places.split(/[,/]| and /).map((place) => zoneNameOfCity(place.trim())),
  ];
  for (const candidate of candidates) {
    const zone = candidate === undefined ? undefined : ianaZone(candidate);
    if (zone && hasOffset(zone, minutes * MINUTE)) return zone;
  }
  return match[1] === undefined ? undefined : fixedOffsetZone(minutes, name.trim());
}

/** Display names give the standard offset of some recent year. */
const hasOffset = (zone: Zone, offset: number): boolean =>
  [0, 182].some((day) => zone.offsetAt(Date.UTC(2020, 0, 1) + day * 24 * HOUR) === offset);

let cities: Map<string, string> | undefined;

function zoneNameOfCity(city: string): string | undefined {
  cities ??= new Map(
    Intl.supportedValuesOf("timeZone").map((id) => [
      id
        .slice(id.lastIndexOf("/") + 1)
        .replaceAll("_", " ")
        .toLowerCase(),
      id,
    ]),
  );
  return cities.get(city);
}
