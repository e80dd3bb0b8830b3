import {
  addDays,
  fieldsOfLocal,
  localFromFields,
  startOfWeek,
  weekday,
  type Local,
} from "@snart/calendar/time/local.ts";
import { daysOfKey } from "./month-step.ts";

/**
 * The day that a key moves the focus to; undefined for other keys. Page keys keep the day of the month where they
 * can.
 */
export function dayByKey(day: Local, key: string): Local | undefined {
  const days = daysOfKey(key);
  if (days !== undefined) return addDays(day, days);
  if (key === "Home") return startOfWeek(day);
  if (key === "End") return addDays(day, 7 - weekday(day));
  if (key === "PageUp") return monthsOn(day, -1);
  return key === "PageDown" ? monthsOn(day, 1) : undefined;
}

function monthsOn(day: Local, months: number): Local {
  const { year, month, day: ofMonth } = fieldsOfLocal(day);
  const lastOfMonth = fieldsOfLocal(addDays(localFromFields(year, month + months + 1, 1), -1)).day;
  return localFromFields(year, month + months, Math.min(ofMonth, lastOfMonth));
}
