import { joinSplitCharacters } from "@snart/calendar/icalendar/join-split-characters.ts";

/** Bytes of a piece: reading one takes a few milliseconds, whatever is in it. */
const PIECE = 64 * 1024;
/** CR, LF, space and tab. */
const FOLD: ReadonlySet<number> = new Set([13, 10, 32, 9]);

/** A file as text in pieces, tolerating invalid UTF-8 and folds inside characters (RFC 5545 §3.1). */
export async function* textPieces(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const decoded = (bytes: Uint8Array): string => decoder.decode(joinSplitCharacters(bytes), { stream: true });
  let bytes: Uint8Array = new Uint8Array();
  for await (const part of parts) {
    bytes = bytes.length === 0 ? part : joined(bytes, part);
    let at = 0;
    // What is left is looked at together with what follows.
    for (let end = 0; bytes.length - at > PIECE; at = end) {
      end = endOfPiece(bytes, at);
      yield decoded(bytes.subarray(at, end));
    }
    bytes = bytes.subarray(at);
  }
  yield decoded(bytes);
  yield decoder.decode();
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Not inside a fold, which is only seen as a whole. */
function endOfPiece(bytes: Uint8Array, at: number): number {
  const most = Math.min(at + PIECE, bytes.length);
  let end = most;
  while (end > at && FOLD.has(bytes[end - 1] ?? 0)) end--;
  return end > at ? end : most;
}
