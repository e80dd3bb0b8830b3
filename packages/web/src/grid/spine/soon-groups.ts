import { addDays, startOfWeek, type Local } from "@snart/calendar/time/local.ts";

/** How a list of coming events is divided. */
export type SoonGroup = "now" | "today" | "tomorrow" | "thisWeek" | "nextWeek" | "later";

/** The group that a day belongs to; days before today count as today. */
export function groupOf(day: Local, today: Local): SoonGroup {
  if (day <= today) return "today";
  if (day === addDays(today, 1)) return "tomorrow";
  const monday = nextMonday(today);
  if (day < monday) return "thisWeek";
  return day < addDays(monday, 7) ? "nextWeek" : "later";
}

export const nextMonday = (today: Local): Local => addDays(startOfWeek(today), 7);

/** The groups of more than one day: each day has a head of its own. */
export const hasDays: ReadonlySet<SoonGroup> = new Set(["thisWeek", "nextWeek", "later"]);
