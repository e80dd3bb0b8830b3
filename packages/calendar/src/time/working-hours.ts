/** Working hours of a day, minutes since its midnight; `to` is exclusive and later than `from`. */
export interface WorkingHours {
  readonly from: number;
  readonly to: number;
}

/** Monday first; null is a day off. */
export type WorkingWeek = readonly (WorkingHours | null)[];

const DAYS = 7;
const usual: WorkingHours = { from: 8 * 60, to: 17 * 60 };

/** The default: eight to five, Monday to Friday. */
export const USUAL_WEEK: WorkingWeek = [usual, usual, usual, usual, usual, null, null];

/**
 * Reads "08:00-17:00,08:00-17:00,,,,,": seven days from Monday on, a day off is empty. Undefined if the text has
 * another form.
 */
export function readWorkingWeek(text: string): WorkingWeek | undefined {
  if (text.length > DAYS * 12) return undefined;
  const week = text.split(",").map(readHours);
  if (week.length !== DAYS) return undefined;
  const days: (WorkingHours | null)[] = [];
  for (const hours of week) if (hours !== undefined) days.push(hours);
  return days.length === DAYS ? days : undefined;
}

function readHours(text: string): WorkingHours | null | undefined {
  if (text === "") return null;
  const found = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/.exec(text)?.slice(1).map(Number);
  if (!found) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found;
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  return from < to && to <= 24 * 60 ? { from, to } : undefined;
}

/** The text that `readWorkingWeek` reads. */
export const workingWeekText = (week: WorkingWeek): string =>
  week.map((hours) => (hours ? `${clock(hours.from)}-${clock(hours.to)}` : "")).join(",");

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
