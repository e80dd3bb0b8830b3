import type { CalendarColour } from "../../../store/items/calendar-colour.ts";

/**
 * For each of the twelve the CSS name nearest by hue: nothing else may be an event's colour (RFC 7986 section 5.9).
 */
export const cssNames: Readonly<Record<CalendarColour, string>> = {
  lingon: "crimson",
  rust: "tomato",
  cloudberry: "darkorange",
  straw: "gold",
  moss: "olivedrab",
  spruce: "seagreen",
  lake: "lightseagreen",
  ice: "skyblue",
  fjord: "cornflowerblue",
  bluebell: "slateblue",
  heather: "orchid",
  granite: "gray",
};
