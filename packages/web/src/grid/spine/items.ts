import type { Local } from "@snart/calendar/time/local.ts";
import type { NamedDay } from "../almanac/use-named-days.ts";
import type { SoonGroup } from "./soon-groups.ts";

/** The head of a group; `day` is its first day. */
export interface GroupItem {
  readonly kind: "group";
  readonly key: string;
  readonly group: SoonGroup;
  readonly day: Local;
}

/** The head of a day. */
export interface DayItem {
  readonly kind: "day";
  readonly key: string;
  readonly day: Local;
  readonly isLater: boolean;
}

/** The row of a day with a name in the almanac. */
export interface NamedItem extends NamedDay {
  readonly kind: "named";
  readonly key: string;
  /** the row before says the same distance */
  readonly isRepeat: boolean;
}

/** Which row of all it is, where not all are drawn: for measuring, and for screen readers, which do not see the others. */
export interface RowPlace {
  readonly "data-index": number;
  readonly "aria-posinset": number;
  readonly "aria-setsize": number;
}
