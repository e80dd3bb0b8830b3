import { encode } from "uqr";

/** Modules of light around a code (ISO/IEC 18004 §6.3.8). */
const QUIET = 4;

/** A QR code as one path of a square picture, one unit a module. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: squares.join("") };
}
