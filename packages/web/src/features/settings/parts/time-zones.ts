import { sortedByName } from "../../../i18n/format.ts";
import type { SelectOption } from "../../../ui/fields/select.tsx";

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

/** A zone as people look for it: "Stockholm, Europe", "Indianapolis, Indiana, America"; by its present name. */
export function zoneLabel(id: string): string {
  return nowNamed(id).replaceAll("_", " ").split("/").toReversed().join(", ");
}

/** Every zone this machine knows by name, UTC, and the chosen one even if it is not among them. */
export function zoneOptions(known: readonly string[], chosen: string): readonly SelectOption[] {
  const isChosen = (id: string): boolean => nowNamed(id) === nowNamed(chosen);
  const ids = [
    ...known.filter((id) => !isChosen(id) && id !== "UTC"),
    ...(isChosen("UTC") ? [] : ["UTC"]),
    chosen,
  ];
  return sortedByName(
    ids.map((value) => ({ value, label: zoneLabel(value) })),
    (option) => option.label,
  );
}
