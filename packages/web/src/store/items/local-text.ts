import { fieldsOfLocal, localFromFields, type Local } from "@snart/calendar/time/local.ts";

const pad = (value: number, digits = 2): string => String(value).padStart(digits, "0");

/** "2026-11-23" */
export function localDateText(local: Local): string {
  const { year, month, day } = fieldsOfLocal(local);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/** "2026-11-23T10:20:00", as JSCalendar writes a LocalDateTime. */
export function localDateTimeText(local: Local): string {
  const { hour, minute, second } = fieldsOfLocal(local);
  return `${localDateText(local)}T${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

/** Reads "2026-11-23" or "2026-11-23T10:20:00"; undefined if it is neither or no real time. */
export function readLocalText(text: string): Local | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const local = localFromFields(year, month, day, hour, minute, second);
  const back = fieldsOfLocal(local);
  return back.month === month && back.day === day && hour < 24 && minute < 60 && second < 60
    ? local
    : undefined;
}
