import { fieldsOfLocal, type Local } from "@snart/calendar/time/local.ts";
import { useFormats } from "./use-formats.ts";

/** Words for a day: "Monday 28 December"; the year only where it is not that of today. */
export function useLongDate(today: Local): (day: Local) => string {
  const formats = useFormats("UTC");
  const { year } = fieldsOfLocal(today);
  return (day) => (fieldsOfLocal(day).year === year ? formats.day(day) : formats.dayAndYear(day));
}
