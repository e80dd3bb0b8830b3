const MOST = 8_000;
const widths = new Map<string, number>();
/** One for each font: setting a font costs more than measuring with it. */
const contexts = new Map<string, CanvasRenderingContext2D | null>();

/** The fonts in which words are measured. */
export const measuredFonts = {
  title: '600 12px "Instrument Sans Variable"',
  time: '450 11px "Instrument Sans Variable"',
  distance: 'italic 440 12.25px "Newsreader Variable"',
} as const;

/** The width of a text in a font, px. Cached, because the same words are drawn again and again. */
export function measureText(text: string, font: string): number {
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const context = contexts.get(font) ?? contextFor(font);
  if (!context) return text.length * 6;
  const { width } = context.measureText(text);
  if (widths.size >= MOST) widths.clear();
  widths.set(key, width);
  return width;
}

function contextFor(font: string): CanvasRenderingContext2D | null {
  const context = document.createElement("canvas").getContext("2d");
  if (context) context.font = font;
  contexts.set(font, context);
  return context;
}

/** Forgets all widths after the fonts have loaded. */
export function forgetTextWidths(): void {
  widths.clear();
  contexts.clear();
}
