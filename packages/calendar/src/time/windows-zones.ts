import { findIana } from "windows-iana";

/** The IANA name for a Windows zone name such as `W. Europe Standard Time` (CLDR's choice for the whole world); undefined if unknown. */
export const ianaNameOfWindowsZone = (name: string): string | undefined => findIana(name.trim())[0];
