import { rarestColour } from "@snart/calendar/jscalendar/snart-colours.ts";

/** The twelve calendar colours: hue in OKLCH and the hex that is stored and exported. */
export const calendarColours = [
  { id: "lingon", hue: 14, hex: "#c85e6c" },
  { id: "rust", hue: 38, hex: "#c76445" },
  { id: "cloudberry", hue: 66, hex: "#b97212" },
  { id: "straw", hue: 97, hex: "#9a840c" },
  { id: "moss", hue: 128, hex: "#6f923c" },
  { id: "spruce", hue: 156, hex: "#449868" },
  { id: "lake", hue: 190, hex: "#269792" },
  { id: "ice", hue: 224, hex: "#1a92b5" },
  { id: "fjord", hue: 256, hex: "#4a86d4" },
  { id: "bluebell", hue: 286, hex: "#7f76d1" },
  { id: "heather", hue: 326, hex: "#ac67ae" },
  { id: "granite", hue: 230, hex: "#7b878d" },
] as const;

export type CalendarColour = (typeof calendarColours)[number]["id"];

/** Below this chroma a colour has no hue: granite. */
const GREY = 0.03;

/** The CSS names that calendar programs write most. */
const named: Readonly<Record<string, string>> = {
  black: "#000000",
  blue: "#0000ff",
  brown: "#a52a2a",
  cornflowerblue: "#6495ed",
  crimson: "#dc143c",
  cyan: "#00ffff",
  darkorange: "#ff8c00",
  gold: "#ffd700",
  gray: "#808080",
  green: "#008000",
  grey: "#808080",
  lightseagreen: "#20b2aa",
  magenta: "#ff00ff",
  navy: "#000080",
  olivedrab: "#6b8e23",
  orange: "#ffa500",
  orchid: "#da70d6",
  pink: "#ffc0cb",
  purple: "#800080",
  red: "#ff0000",
  seagreen: "#2e8b57",
  skyblue: "#87ceeb",
  slateblue: "#6a5acd",
  teal: "#008080",
  tomato: "#ff6347",
  turquoise: "#40e0d0",
  white: "#ffffff",
  yellow: "#ffff00",
};

/**
 * The calendar colour nearest by hue to a foreign colour (`#rgb`, `#rrggbb`, `#rrggbbaa` or a common CSS name);
 * the name of one of ours is that one.
 * Without a colour, or with one that can't be read, `seed` picks one that stays the same.
 */
export function nearestCalendarColour(colour: string | null | undefined, seed: string): CalendarColour {
  const own = calendarColours.find((candidate) => candidate.id === colour?.trim().toLowerCase());
  if (own) return own.id;
  const rgb = colour ? readHex(named[colour.trim().toLowerCase()] ?? colour.trim()) : undefined;
  if (!rgb) return fromSeed(seed);
  const { chroma, hue } = toLch(rgb);
  if (chroma < GREY) return "granite";
  const turn = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b));
  let nearest: (typeof calendarColours)[number] = calendarColours[0];
  for (const candidate of calendarColours) {
    if (candidate.id !== "granite" && turn(candidate.hue, hue) < turn(nearest.hue, hue)) nearest = candidate;
  }
  return nearest.id;
}

/** A colour for a new calendar that the person sees on no other, or on as few as possible. */
export const unusedColour = (calendars: readonly { readonly colour: CalendarColour }[]): CalendarColour =>
  rarestColour(calendars.map(({ colour }) => colour));

/** The hex to store for one of the twelve. */
export const hexOf = (colour: CalendarColour): string =>
  calendarColours.find((candidate) => candidate.id === colour)?.hex ?? "#7b878d";

function fromSeed(seed: string): CalendarColour {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return calendarColours[hash % (calendarColours.length - 1)]?.id ?? "lake";
}

type Rgb = readonly [number, number, number];

function readHex(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(text);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(text);
  const digits = short ? short.slice(1, 4).map((digit) => digit + digit) : long?.slice(1, 4);
  if (!digits) return undefined;
  const [r = 0, g = 0, b = 0] = digits.map((pair) => Number.parseInt(pair, 16) / 255);
  return [r, g, b];
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** sRGB to OKLCH, as CSS Color 4 §20 computes it; the lightness is not needed. */
function toLch(rgb: Rgb): { readonly chroma: number; readonly hue: number } {
  const [r, g, b] = rgb.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { chroma: Math.hypot(A, B), hue: ((Math.atan2(B, A) * 180) / Math.PI + 360) % 360 };
}
