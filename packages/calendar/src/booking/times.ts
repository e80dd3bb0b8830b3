import type { Instant } from "../time/instant.ts";

/** One pass, stay or opening in time; `end` is exclusive. */
export interface PassTime {
  readonly start: Instant;
  readonly end: Instant;
  readonly name?: string;
}

/** Minutes since midnight of a day; `to` is exclusive, and past 1440 on the next day. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
  readonly name?: string;
}
