import { fieldsOfLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Formats } from "../../i18n/format.ts";
import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import type { Stretch } from "./free-gaps.ts";

/**
 * A piece of time as the beginning of a line for quick add: the words that one would type, as far as they are understood
 * as just that time, and otherwise in figures.
 * @param formats of `zone`, the viewer's
 */
export function wordsOfSpan(span: Stretch, now: number, zone: Zone, formats: Formats): string {
  const local = zone.toLocal(now);
  const [start, end] = [zone.toLocal(span.start), zone.toLocal(span.end)];
  const isToday = startOfDay(start) === startOfDay(local);
  const range = formats.timeRange(span.start, span.end);
  const figures = `${inFigures(start)}-${inFigures(end).slice(-5)} `;
  const lines = [...(isToday ? [`${range} `] : []), `${formats.shortDay(span.start)} ${range} `];
  const means = (line: string): boolean => {
    const { time, title } = readQuickAdd(line, local);
    return time !== null && !time.allDay && title === "" && time.start === start && time.end === end;
  };
  return lines.find(means) ?? figures;
}

/** "2026-11-24 15:30" */
function inFigures(local: Local): string {
  const { year, month, day, hour, minute } = fieldsOfLocal(local);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}
