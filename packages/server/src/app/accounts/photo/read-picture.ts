import type { Photo } from "../../../storage/records/people.ts";

/** What the bytes of a picture say of it, whatever its name and type claim. */
export interface Picture {
  readonly type: Photo["type"];
  /** in pixels */
  readonly width: number;
  readonly height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

const beginsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Reads of which kind and size a picture is; undefined: it is no JPEG or PNG, or its size cannot be found. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = beginsWith(bytes, PNG)
    ? pngSize(view)
    : beginsWith(bytes, [0xff, 0xd8, 0xff])
      ? jpegSize(view)
      : undefined;
  if (!size || size.width === 0 || size.height === 0) return undefined;
  return { type: bytes[0] === 0x89 ? "image/png" : "image/jpeg", ...size };
}

type Size = Pick<Picture, "width" | "height">;

/** IHDR is the first chunk (ISO/IEC 15948 §5.6). */
const pngSize = (view: DataView): Size | undefined =>
  view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) };

/** Start of frame, of whatever coding; DHT, JPG and DAC stand among them (ITU-T T.81 table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Goes from segment to segment to the frame, which says the size (ITU-T T.81 §B.2.2). Each step goes at least two bytes on. */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const length = view.getUint16(at + 2);
    // The picture itself, or what no segment is: there is no frame before it.
    if (marker === 0xda || marker < 0xc0 || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}
