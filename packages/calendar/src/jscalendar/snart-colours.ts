/** One of Snart's own colours, as others can show it. */
interface OwnColour {
  /** its shade in the light scheme */
  readonly hex: string;
  /** the CSS name nearest by hue: COLOR holds nothing else (RFC 7986 §5.9) */
  readonly css: string;
}

/** Snart's own twelve (design tokens), which its web app offers. No CSS colour has one of these names. */
export const SNART_COLOURS = {
  lingon: { hex: "#c85e6c", css: "crimson" },
  rust: { hex: "#c76445", css: "tomato" },
  cloudberry: { hex: "#b97212", css: "darkorange" },
  straw: { hex: "#9a840c", css: "gold" },
  moss: { hex: "#6f923c", css: "olivedrab" },
  spruce: { hex: "#449868", css: "seagreen" },
  lake: { hex: "#269792", css: "lightseagreen" },
  ice: { hex: "#1a92b5", css: "skyblue" },
  fjord: { hex: "#4a86d4", css: "cornflowerblue" },
  bluebell: { hex: "#7f76d1", css: "slateblue" },
  heather: { hex: "#ac67ae", css: "orchid" },
  granite: { hex: "#7b878d", css: "gray" },
} as const satisfies Readonly<Record<string, OwnColour>>;

export type SnartColour = keyof typeof SNART_COLOURS;

const byName: ReadonlyMap<string, OwnColour> = new Map(Object.entries(SNART_COLOURS));

/** One of Snart's own colours by its name, in any case; undefined for another text. */
export const ownColour = (name: string): OwnColour | undefined => byName.get(name.trim().toLowerCase());

/** Neighbours in the palette are hard to tell apart, so calendars get their colours in this order. */
const IN_TURN = [
  "lake",
  "rust",
  "fjord",
  "moss",
  "heather",
  "cloudberry",
  "bluebell",
  "lingon",
  "spruce",
  "straw",
  "ice",
] as const satisfies readonly SnartColour[];

/** The colour of the first calendar of the person or group that comes after `before` others. */
export const colourInTurn = (before: number): SnartColour => IN_TURN[before % IN_TURN.length] ?? IN_TURN[0];

/**
 * A colour for a new calendar that none of the others has, or as few as possible.
 * @param used the colours of the calendars that its owner sees, in any form in which they are stored
 */
export function rarestColour(used: readonly (string | null)[]): SnartColour {
  const written = used.map((colour) => colour?.toLowerCase());
  const count = (colour: SnartColour): number =>
    written.filter((one) => one === colour || one === SNART_COLOURS[colour].hex).length;
  const counts = new Map(IN_TURN.map((colour) => [colour, count(colour)]));
  const fewest = Math.min(...counts.values());
  return IN_TURN.find((colour) => counts.get(colour) === fewest) ?? IN_TURN[0];
}
