import { isCssColour } from "@snart/calendar/jscalendar/css-colours.ts";

/** Snart's own twelve (design tokens), which its web app offers. No CSS colour has one of these names. */
const SNART_COLOURS = "lingon rust cloudberry straw moss spruce lake ice fjord bluebell heather granite";

const names: ReadonlySet<string> = new Set(SNART_COLOURS.split(" "));

/** Whether a text may be the `color` of a calendar: a name of CSS 3 or of Snart's palette, or `#rgb`, `#rrggbb`. */
export const isColour = (value: string): boolean =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) || isCssColour(value) || names.has(value.toLowerCase());
