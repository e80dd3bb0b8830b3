import { DAY } from "../../time/instant.ts";
import { asLocal } from "../../time/local.ts";
import { formatLocalDateTime, parseLocalDateTime } from "../date-time-text.ts";
import type { LocalDateTime } from "../types.ts";

/** A text moved by a number of milliseconds on the clock; the same text if it can't be read. */
export function shiftText(text: LocalDateTime, delta: number): LocalDateTime {
  const local = parseLocalDateTime(text);
  return local === undefined ? text : formatLocalDateTime(asLocal(local + delta));
}

/** Just before a start: a second, or a day for whole days. */
export const justBefore = (key: LocalDateTime, isAllDay: boolean): LocalDateTime =>
  shiftText(key, isAllDay ? -DAY : -1000);
