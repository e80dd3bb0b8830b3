/** One event of a day, in px from the top of the day. */
export interface DayItem {
  readonly key: string;
  /** its top edge */
  readonly top: number;
  /** its height as drawn, at least the minimum */
  readonly height: number;
  /** bookings of resources lie below events that start at the same time */
  readonly isLow?: boolean;
}

/** The position of an event. Of two that overlap, the one that comes later in the list lies on top. */
export interface PlacedItem {
  readonly key: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** the height above the first event that covers it; the words go there */
  readonly visibleHeight: number;
}

/** Events within given edges, and the events that found no room there. */
export interface Placement {
  readonly items: readonly PlacedItem[];
  readonly hidden: readonly DayItem[];
}

/** Returns the lower edge of an event. */
export const bottomOf = ({ top, height }: Pick<DayItem, "top" | "height">): number => top + height;

/** Room for the line of a title: an event on top of another begins below it. */
export const TITLE_HEIGHT = 17;
