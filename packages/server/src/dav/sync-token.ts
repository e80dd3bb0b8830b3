import type { Inbox } from "../app/delivery/inbox.ts";
import type { Calendar, Modseq, Principal } from "../app/types.ts";

/** The state of one calendar as an opaque URI (RFC 6578 §4); a new calendar at the same URL has tokens of its own. */
export const syncToken = (collectionId: string, modseq: Modseq): string => `data:,${collectionId}:${modseq}`;

/** The token of a calendar's present state. */
export const currentToken = (calendar: Calendar): string => syncToken(calendar.id, calendar.contentModseq);

/** The id of an inbox in a token. */
export const inboxId = ({ id }: Principal): string => `inbox-${id}`;

/** The token of an inbox's present state. */
export const inboxToken = ({ principal, modseq }: Inbox): string => syncToken(inboxId(principal), modseq);

/**
 * Reads a token of this calendar or inbox; an empty one means the very beginning.
 * @returns undefined for a token that was never issued for it
 */
export function readSyncToken(token: string, collectionId: string): Modseq | undefined {
  if (token === "") return 0;
  const prefix = `data:,${collectionId}:`;
  const digits = token.startsWith(prefix) ? token.slice(prefix.length) : "";
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
