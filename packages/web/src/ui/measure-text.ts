const MOST = 8_000;
const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** The fonts that words are measured in. */
export const measuredFonts = {
  title: '600 12px "Instrument Sans Variable"',
  time: '450 11px "Instrument Sans Variable"',
  distance: 'italic 440 12.25px "Newsreader Variable"',
} as const;

/** How wide a text is in a font, px. Remembered, because the same words are drawn again and again. */
export function measureText(text: string, font: string): number {
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * 6;
  context.font = font;
  const { width } = context.measureText(text);
  if (widths.size >= MOST) widths.clear();
  widths.set(key, width);
  return width;
}

/** Forgets all widths: the fonts have arrived. */
export const forgetTextWidths = (): void => widths.clear();
