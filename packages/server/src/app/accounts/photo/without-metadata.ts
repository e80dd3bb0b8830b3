/*
 * What is left of a photo when everything goes that is not its picture: where and when it was taken, by whom and with what, and what
 * programs wrote beside it. Of a JPEG's metadata only which way up it is stays, because the picture would lie on its side.
 */

/** The picture of a JPEG or PNG alone; undefined: it is none that can be read to the picture itself. */
export const withoutMetadata = (bytes: Uint8Array): Uint8Array | undefined =>
  bytes[0] === 0x89 ? pngAlone(bytes) : jpegAlone(bytes);

/** Chunks without which a picture looks otherwise; text, times, EXIF and what is unknown are none (W3C PNG §11). */
const PNG_KEPT = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs sPLT hIST".split(" "),
);
const PNG_SIGNATURE = 8;
/** length, name and checksum of a chunk */
const PNG_FRAME = 12;

function pngAlone(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = [bytes.subarray(0, PNG_SIGNATURE)];
  let hasPicture = false;
  for (let at = PNG_SIGNATURE; at + PNG_FRAME <= bytes.length;) {
    const end = at + PNG_FRAME + view.getUint32(at);
    if (end > bytes.length) break;
    const name = String.fromCodePoint(...bytes.subarray(at + 4, at + 8));
    if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end));
    hasPicture ||= name === "IDAT";
    // Whatever follows is no part of it.
    if (name === "IEND") return hasPicture ? joined(kept) : undefined;
    at = end;
  }
  return undefined;
}

/** Markers (ITU-T T.81 table B.1). */
const SOS = 0xda;
const EOI = 0xd9;
const COM = 0xfe;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;

function jpegAlone(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let turned: number | undefined;
  let hasPicture = false;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] ?? 0;
    // A byte that only fills (§B.1.1.2).
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === EOI || marker < 0xc0) break;
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length || end < at + 4) break;
    const body = bytes.subarray(at + 4, end);
    if (marker === APP1) turned ??= orientationOf(body);
    const rest = marker === SOS ? endOfScan(bytes, end) : end;
    if (isOfPicture(marker, body)) kept.push(bytes.subarray(at, rest));
    hasPicture ||= marker === SOS;
    at = rest;
  }
  if (!hasPicture) return undefined;
  // Behind its end stand thumbnails, further pictures and what cameras add.
  kept.push(Uint8Array.of(0xff, EOI));
  if (turned !== undefined && turned > 1) kept.splice(1, 0, onlyTurned(turned));
  return joined(kept);
}

/** Whether the picture would look otherwise without the segment: APP14 says how its colours are coded, ICC what they are. */
function isOfPicture(marker: number, body: Uint8Array): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > APP15) return true;
  return marker === APP14 || (marker === APP2 && beginsWith(body, "ICC_PROFILE\0"));
}

/** Where the coded picture ends, which has no length: at the next marker that is neither a restart nor a stuffed byte (§B.1.1.5). */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;

/** Which way up the picture is, 1 to 8, by the first directory of its EXIF (Exif 3.0 §4.6.5); undefined: nothing sensible says it. */
function orientationOf(body: Uint8Array): number | undefined {
  if (!beginsWith(body, EXIF)) return undefined;
  const tiff = new DataView(body.buffer, body.byteOffset + EXIF.length, body.byteLength - EXIF.length);
  if (tiff.byteLength < 8) return undefined;
  const isLittle = tiff.getUint16(0) === 0x4949;
  const directory = tiff.getUint32(4, isLittle);
  if (directory + 2 > tiff.byteLength) return undefined;
  const entries = tiff.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + 12 * index;
    if (entry + 12 > tiff.byteLength) return undefined;
    if (tiff.getUint16(entry, isLittle) !== ORIENTATION) continue;
    const value = tiff.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** EXIF that says nothing else: a big-endian header, and one directory with one short. */
function onlyTurned(value: number): Uint8Array {
  const tiff = ["4d4d002a", "00000008", "0001", "0112", "0003", "00000001", `000${value}0000`, "00000000"];
  const body = [...Buffer.from(EXIF, "latin1"), ...Buffer.from(tiff.join(""), "hex")];
  return Uint8Array.from([0xff, APP1, 0, body.length + 2, ...body]);
}

const beginsWith = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString("latin1") === text;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
