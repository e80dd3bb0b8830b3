import type { Inbox } from "../app/delivery/inbox.ts";
import type { Calendar, Modseq, Principal } from "../app/types.ts";

/**
 * The state of one calendar as an opaque URI (RFC 6578 §4); a new calendar at the same URL has tokens of its own.
 * @param within the state lies inside the transaction after it: members with URIs up to this are known
 */
export const syncToken = (collectionId: string, modseq: Modseq, within = ""): string =>
  `data:,${collectionId}:${modseq}${within === "" ? "" : `:${encodeURIComponent(within)}`}`;

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
export function readSyncToken(token: string, collectionId: string): SyncPlace | undefined {
  if (token === "") return { since: 0, within: "" };
  const prefix = `data:,${collectionId}:`;
  const [digits = "", within = "", ...more] = token.startsWith(prefix)
    ? token.slice(prefix.length).split(":")
    : [];
  const name = decoded(within);
  if (!/^\d{1,15}$/.test(digits) || name === undefined || more.length > 0) return undefined;
  return { since: Number(digits), within: name };
}

/** What a client knows by its token: everything up to `since`, and of the modseq after it members with URIs up to `within`. */
interface SyncPlace {
  readonly since: Modseq;
  readonly within: string;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
