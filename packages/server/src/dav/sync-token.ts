import type { Calendar, CalendarId, Modseq } from "../app/types.ts";

/** The state of one calendar as an opaque URI (RFC 6578 §4); a calendar made anew at the same URL has tokens of its own. */
export const syncToken = (calendarId: CalendarId, modseq: Modseq): string => `data:,${calendarId}:${modseq}`;

/** The token of a calendar's present state. */
export const currentToken = (calendar: Calendar): string => syncToken(calendar.id, calendar.contentModseq);

/**
 * Reads a token of this calendar; an empty one is the start of all time.
 * @returns undefined for a token that was never given out for it
 */
export function readSyncToken(token: string, calendarId: CalendarId): Modseq | undefined {
  if (token === "") return 0;
  const prefix = `data:,${calendarId}:`;
  const digits = token.startsWith(prefix) ? token.slice(prefix.length) : "";
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
