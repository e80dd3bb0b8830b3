import { isCssColour } from "@snart/calendar/jscalendar/css-colours.ts";
import { ownColour } from "@snart/calendar/jscalendar/snart-colours.ts";

/** Whether a text may be the `color` of a calendar: a name of CSS 3 or of Snart's palette, or `#rgb`, `#rrggbb`. */
export const isColour = (value: string): boolean =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) || isCssColour(value) || ownColour(value) !== undefined;
