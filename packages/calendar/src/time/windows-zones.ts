import { WINDOWS_TO_IANA_MAP } from "windows-iana";

/** CLDR's code for the whole world: the zone to take where the territory is not known. */
const WORLD = "001";

let names: Map<string, string> | undefined;

/** The IANA name for a Windows zone name such as `W. Europe Standard Time`, in any letter case; undefined if unknown. */
export function ianaNameOfWindowsZone(name: string): string | undefined {
  names ??= new Map(
    WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === WORLD).map(({ windowsName, iana }) => [
      windowsName.toLowerCase(),
      iana[0],
    ]),
  );
  return names.get(name.trim().toLowerCase());
}
