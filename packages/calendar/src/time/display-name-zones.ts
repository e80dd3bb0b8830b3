import { MINUTE } from "./instant.ts";
import { fixedOffsetZone, ianaZone, type Zone } from "./zone.ts";

/** What Outlook and Exchange show instead of IANA's cities, in lower case, `&` for "and". */
const NAMED: Readonly<Record<string, string>> = {
  "abu dhabi": "Asia/Dubai",
  alaska: "America/Anchorage",
  arizona: "America/Phoenix",
  "atlantic time": "America/Halifax",
  "baja california": "America/Tijuana",
  beijing: "Asia/Shanghai",
  brasilia: "America/Sao_Paulo",
  "cape verde is.": "Atlantic/Cape_Verde",
  "cape verde islands": "Atlantic/Cape_Verde",
  "central america": "America/Guatemala",
  "central time": "America/Chicago",
  chennai: "Asia/Kolkata",
  "coordinated universal time": "UTC",
  "eastern time": "America/New_York",
  ekaterinburg: "Asia/Yekaterinburg",
  eniwetok: "Pacific/Kwajalein",
  "fiji islands": "Pacific/Fiji",
  greenland: "America/Nuuk",
  guadalajara: "America/Mexico_City",
  hawaii: "Pacific/Honolulu",
  indiana: "America/Indiana/Indianapolis",
  "indiana (east)": "America/Indiana/Indianapolis",
  "international date line west": "Etc/GMT+12",
  islamabad: "Asia/Karachi",
  israel: "Asia/Jerusalem",
  kathmandu: "Asia/Kathmandu",
  kolkata: "Asia/Kolkata",
  "mid-atlantic": "Etc/GMT+2",
  "midway island": "Pacific/Midway",
  "mountain time": "America/Denver",
  mumbai: "Asia/Kolkata",
  "new delhi": "Asia/Kolkata",
  newfoundland: "America/St_Johns",
  "nuku'alofa": "Pacific/Tongatapu",
  osaka: "Asia/Tokyo",
  "pacific time": "America/Los_Angeles",
  "petropavlovsk-kamchatsky": "Asia/Kamchatka",
  "port louis": "Indian/Mauritius",
  pretoria: "Africa/Johannesburg",
  rangoon: "Asia/Yangon",
  saskatchewan: "America/Regina",
  "sri jayawardenepura": "Asia/Colombo",
  "st. petersburg": "Europe/Moscow",
  "universal coordinated time": "UTC",
  "west central africa": "Africa/Lagos",
  "yangon (rangoon)": "Asia/Yangon",
};

const GRAMMAR = /^\(?(?:UTC|GMT)\s*([+-])?\s*(?:(\d{1,2})(?:[:.]?(\d{2}))?)?\)?\s*(.*)$/i;

/**
 * The zone of a display name such as `(UTC+01:00) Amsterdam, Berlin, Bern`: the first named place with the given
 * offset in winter or summer, now or before its law changed, else the bare offset. Undefined if the name does not start
 * with one.
 */
export function zoneOfDisplayName(name: string): Zone | undefined {
  const match = GRAMMAR.exec(name.trim().slice(0, MAX_LENGTH));
  if (!match) return undefined;
  const minutes = (match[1] === "-" ? -1 : 1) * (Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0));
  const places = match[4] ?? "";
  if (Math.abs(minutes) >= 24 * 60 || (places === "" && match[1] === undefined)) return undefined;
  const zones = zonesOfPlaces(places);
  for (const years of [PRESENT, PAST])
    for (const zone of zones) if (hadOffset(zone, minutes * MINUTE, years)) return zone;
  return match[1] === undefined ? undefined : fixedOffsetZone(minutes, name.trim());
}

/** The zone of the first known place of a display name without an offset, as Exchange writes it. */
export const zoneOfPlaceNames = (name: string): Zone | undefined =>
  zonesOfPlaces(name.slice(0, MAX_LENGTH))[0];

const MAX_LENGTH = 200;

function zonesOfPlaces(names: string): readonly Zone[] {
  const places = names
    .toLowerCase()
    .replaceAll(" (us and canada)", "")
    .replaceAll(" (us & canada)", "")
    .replaceAll(" (canada)", "")
    .split(/[,/;:]| and | & /);
  return places.flatMap((name) => {
    const place = name.trim();
    const id = Object.hasOwn(NAMED, place) ? NAMED[place] : zoneNameOfCity(place);
    return (id && ianaZone(id)) || [];
  });
}

const PRESENT = [2020];
/** Windows has shown names like these since 1995, and some programs still have the first ones. */
const PAST = Array.from({ length: 30 }, (_, index) => 1995 + index);

const hadOffset = (zone: Zone, offset: number, years: readonly number[]): boolean =>
  years.some((year) => [0, 6].some((month) => zone.offsetAt(Date.UTC(year, month, 1)) === offset));

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
