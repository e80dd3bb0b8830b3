import type { FirstStep } from "@snart/calendar/jmap/profile.ts";

/** What is offered to somebody who opens their account for the first time. */
export const FIRST_STEPS = [
  "phone",
  "import",
  "share",
  "reminder",
  "colour",
  "nameDays",
] as const satisfies readonly FirstStep[];
