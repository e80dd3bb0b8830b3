import type { Instant } from "./instant.ts";

/** Each region's English has abbreviations for its own zones, and writes others as `GMT+1`. */
const LOCALES = ["en-GB", "en-IE", "en-US", "en-AU", "en-IN", "en-ZA"];
const ABBREVIATION = /^[A-Z]{2,5}$/;

const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 600;

function formatFor(locale: string, zoneId: string): Intl.DateTimeFormat {
  const key = `${locale} ${zoneId}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { timeZone: zoneId, timeZoneName: "short" });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/**
 * The usual abbreviation of an IANA zone's time at a moment, such as `CEST`; undefined if the runtime knows no
 * English abbreviation for it. Throws on an unknown zone.
 */
export function zoneAbbreviation(zoneId: string, at: Instant): string | undefined {
  for (const locale of LOCALES) {
    const parts = formatFor(locale, zoneId).formatToParts(at);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value;
    if (name !== undefined && ABBREVIATION.test(name)) return name;
  }
  return undefined;
}
