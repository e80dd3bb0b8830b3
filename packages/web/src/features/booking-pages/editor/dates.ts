import { dateText, readDate } from "@snart/calendar/booking/clock.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";

/** The first moment of a date such as `2026-12-24` on the clocks. */
export const localOfDate = (text: string): Local => asLocal((readDate(text) ?? 0) * DAY);

/** The date of a moment on the clocks. */
export const dateOfLocal = (day: Local): string => dateText(dayOf(day));
