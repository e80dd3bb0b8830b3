import { joinSplitCharacters } from "@snart/calendar/icalendar/join-split-characters.ts";

/** Bytes of a piece: reading one takes a few milliseconds, whatever is in it. */
const PIECE = 64 * 1024;
/** CR, LF, space and tab. */
const FOLD: ReadonlySet<number> = new Set([13, 10, 32, 9]);

/** A file as text in pieces, tolerating invalid UTF-8 and folds inside characters (RFC 5545 §3.1). */
export function* textPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const end = endOfPiece(bytes, at);
    yield decoder.decode(joinSplitCharacters(bytes.subarray(at, end)), { stream: true });
    at = end;
  }
  yield decoder.decode();
}

/** Not inside a fold, which is only seen as a whole. */
function endOfPiece(bytes: Uint8Array, at: number): number {
  const most = Math.min(at + PIECE, bytes.length);
  let end = most;
  while (end > at && FOLD.has(bytes[end - 1] ?? 0)) end--;
  return end > at ? end : most;
}
