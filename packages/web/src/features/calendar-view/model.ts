// What other features may make of the calendar's days without the calendar itself.
export { contentsOf } from "./day-contents.ts";
export { titleOf } from "./event-words.ts";
export { isRedDay, namedDays } from "./red-days.ts";
export type { Almanac } from "./red-days.ts";
export { useAlmanac } from "./use-almanac.ts";
export type { ViewKind } from "./view-address.ts";
