import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";

/** What is asked for: nothing yet, or somebody, or somebody's time. */
export type Chosen =
  | { readonly toId: string }
  | { readonly bookable: BookableRecord; readonly start: string; readonly end: string };
