import { sortedByName } from "./format.ts";
import type { Messages } from "./messages.ts";

interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

/**
 * Zones that browsers still list by a name that the place no longer has (CLDR keeps the first one), with the one that
 * the IANA data has now.
 */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const nowNamed = (id: string): string => RENAMED[id] ?? id;

/** A zone's city, by its present name and in the reader's language: "Stockholm", "Köpenhamn". */
export function zoneCity(id: string, t: Messages): string {
  const city = nowNamed(id).split("/").at(-1) ?? id;
  return t("zone.city", { city, name: city.replaceAll("_", " ") });
}

/** A zone as people look for it: "Stockholm, Europe", "Indianapolis, Indiana, America". */
export function zoneLabel(id: string, t: Messages): string {
  const [region = id, ...places] = nowNamed(id).split("/");
  if (places.length === 0) return zoneCity(id, t);
  const between = places.slice(0, -1).map((it) => it.replaceAll("_", " "));
  return [zoneCity(id, t), ...between.toReversed(), t("zone.region", { region, name: region })].join(", ");
}

/** Every zone this machine knows by name, UTC, and the chosen one even if it is not among them. */
export function zoneOptions(known: readonly string[], chosen: string, t: Messages): readonly ZoneOption[] {
  const isChosen = (id: string): boolean => nowNamed(id) === nowNamed(chosen);
  const ids = [
    ...known.filter((id) => !isChosen(id) && id !== "UTC"),
    ...(isChosen("UTC") ? [] : ["UTC"]),
    chosen,
  ];
  return sortedByName(
    ids.map((value) => ({ value, label: zoneLabel(value, t) })),
    (option) => option.label,
  );
}
