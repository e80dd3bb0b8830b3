import type { Warning } from "@snart/calendar/icalendar/warning.ts";

/**
 * Says what of a text was stored as it came and is read otherwise than it is written: a list of tokens (RFC 9651), each with what it is
 * about and its line, such as `unreadable-value; about="DTEND"; line=9`. No header where there is nothing to say.
 */
export function warningHeader(warnings: readonly Warning[]): Readonly<Record<string, string>> {
  if (warnings.length === 0) return {};
  const told = warnings.slice(0, MOST).map(({ code, detail, line }) => {
    const about = detail
      .slice(0, LONG)
      .replace(/[^\x20-\x7e]/g, "?")
      .replace(/["\\]/g, "\\$&");
    return `${code}; about="${about}"; line=${line}`;
  });
  return { "Snart-Warning": told.join(", ") };
}
/** A header has little room. */
const MOST = 10;
const LONG = 60;
