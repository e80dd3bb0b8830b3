import type { CalendarPlace, ModseqRange } from "../app/objects/calendar-changes.ts";
import type { Inbox } from "../app/delivery/inbox.ts";
import type { Calendar, Modseq, Principal } from "../app/types.ts";

/**
 * The state of one calendar as an opaque URI (RFC 6578 §4); a new calendar at the same URL has tokens of its own.
 * @param within the state lies inside the transaction after it: members with URIs up to this are known
 * @param lost when members changed that could not be read, and were left out
 */
export function syncToken(
  collectionId: string,
  modseq: Modseq,
  within = "",
  lost: readonly ModseqRange[] = [],
): string {
  const parts = [String(modseq), encodeURIComponent(within), lostText(lost)];
  while (parts.at(-1) === "") parts.pop();
  return `data:,${collectionId}:${parts.join(":")}`;
}

/** Clients keep tokens: with more ranges than this, neighbours become one. */
const MOST_RANGES = 50;

function lostText(lost: readonly ModseqRange[]): string {
  const ranges: [Modseq, Modseq][] = [];
  for (const [from, to] of lost.toSorted((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  while (ranges.length > MOST_RANGES) {
    const gaps = ranges.slice(1).map(([from], at) => from - (ranges[at]?.[1] ?? 0));
    const narrowest = gaps.indexOf(Math.min(...gaps));
    const [next] = ranges.splice(narrowest + 1, 1);
    const joined = ranges[narrowest];
    if (joined && next) joined[1] = next[1];
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(",");
}

/** @returns undefined for what `syncToken` never writes */
function readLost(text: string): readonly ModseqRange[] | undefined {
  if (text === "") return [];
  const ranges = text.split(",").map((range): ModseqRange | undefined => {
    const [, from = "", to = from] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(range) ?? [];
    return from === "" ? undefined : [Number(from), Number(to)];
  });
  const read = ranges.filter((range) => range !== undefined);
  return read.length === ranges.length && read.length <= MOST_RANGES ? read : undefined;
}

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
export function readSyncToken(token: string, collectionId: string): CalendarPlace | undefined {
  if (token === "") return { since: 0, within: "", lost: [] };
  const prefix = `data:,${collectionId}:`;
  const [digits = "", within = "", lost = "", ...more] = token.startsWith(prefix)
    ? token.slice(prefix.length).split(":")
    : [];
  const name = decoded(within);
  const ranges = readLost(lost);
  if (!/^\d{1,15}$/.test(digits) || name === undefined || !ranges || more.length > 0) return undefined;
  return { since: Number(digits), within: name, lost: ranges };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
