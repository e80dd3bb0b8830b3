const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const TAB = 9;

/**
 * Removes folds inside a UTF-8 sequence, which some software still writes (RFC 5545 §3.1 warns of it), so that the
 * bytes can be decoded. All other folds stay. Returns the same array if there are none.
 */
export function joinSplitCharacters(bytes: Uint8Array): Uint8Array {
  let joined: Uint8Array | undefined;
  let length = 0;
  let copied = 0;
  for (let index = bytes.indexOf(LINE_FEED); index >= 0; index = bytes.indexOf(LINE_FEED, index + 1)) {
    const fold = bytes[index + 1];
    // A byte from 0x80 to 0xBF only ever continues a character.
    if ((fold !== SPACE && fold !== TAB) || ((bytes[index + 2] ?? 0) & 0xc0) !== 0x80) continue;
    joined ??= new Uint8Array(bytes.length);
    const end = bytes[index - 1] === CARRIAGE_RETURN ? index - 1 : index;
    joined.set(bytes.subarray(copied, end), length);
    length += end - copied;
    copied = index + 2;
  }
  if (!joined) return bytes;
  joined.set(bytes.subarray(copied), length);
  return joined.subarray(0, length + bytes.length - copied);
}
