import { startOfIsoWeek, isoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import {
  addDays,
  areRealFields,
  fieldsOfLocal,
  localFromFields,
  startOfDay,
  weekday,
} from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";

export interface DateHit {
  readonly day: Local;
  readonly kind: "day" | "week";
}

const weekdays: Readonly<Record<string, number>> = {
  mon: 1,
  tue: 2,
  wed: 3,
  thu: 4,
  fri: 5,
  sat: 6,
  sun: 7,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
  sunday: 7,
  mån: 1,
  tis: 2,
  ons: 3,
  tors: 4,
  fre: 5,
  lör: 6,
  sön: 7,
  måndag: 1,
  tisdag: 2,
  onsdag: 3,
  torsdag: 4,
  fredag: 5,
  lördag: 6,
  söndag: 7,
};
const months = ["jan", "feb", "mar", "apr", "ma", "jun", "jul", "aug", "sep", "o", "nov", "dec"];
const relative: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  yesterday: -1,
  "i dag": 0,
  idag: 0,
  "i morgon": 1,
  imorgon: 1,
  "i går": -1,
  igår: -1,
};

/** Reads a date as people type it in either language: "29/11", "29 nov", "2026-11-29", "week 7", "v 7", "nästa fredag". */
export function readDateQuery(text: string, today: Local): DateHit | undefined {
  const query = text.trim().toLowerCase();
  const offset = relative[query];
  if (offset !== undefined) return { day: addDays(startOfDay(today), offset), kind: "day" };
  return readWeek(query, today) ?? readWeekday(query, today) ?? readDate(query, today);
}

function readWeek(query: string, today: Local): DateHit | undefined {
  const match = /^(?:week|vecka|v\.?|w)\s*(\d{1,2})(?:\s+(\d{4}))?$/.exec(query);
  if (!match) return undefined;
  const current = isoWeek(today);
  const week = Number(match[1]);
  // Without a year the nearest such week ahead is meant; the one just past is nearer than next year's.
  const year = match[2] ? Number(match[2]) : week < current.week - 4 ? current.year + 1 : current.year;
  if (week < 1 || week > weeksInIsoYear(year)) return undefined;
  return { day: startOfIsoWeek({ year, week }), kind: "week" };
}

function readWeekday(query: string, today: Local): DateHit | undefined {
  const match = /^(next |nästa |on |på )?(\p{L}+)$/u.exec(query);
  const day = match?.[2] === undefined ? undefined : weekdays[match[2]];
  if (day === undefined) return undefined;
  const ahead = (day - weekday(today) + 7) % 7 || 7;
  const isNext = match?.[1] === "next " || match?.[1] === "nästa ";
  const further = isNext && ahead <= 7 - weekday(today) ? 7 : 0;
  return { day: addDays(startOfDay(today), ahead + further), kind: "day" };
}

function readDate(query: string, today: Local): DateHit | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(query);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slashed = /^(\d{1,2})[/.](\d{1,2})\.?(?:[/.]?(\d{4}))?$/.exec(query);
  if (slashed) return dayOfYear(Number(slashed[1]), Number(slashed[2]), slashed[3], today);
  const named = /^(\d{1,2})\.?\s+(\p{L}{3,})\.?(?:\s+(\d{4}))?$/u.exec(query);
  const month = named ? months.findIndex((name) => named[2]?.startsWith(name)) + 1 : 0;
  return month > 0 ? dayOfYear(Number(named?.[1]), month, named?.[3], today) : undefined;
}

function dayOfYear(day: number, month: number, year: string | undefined, today: Local): DateHit | undefined {
  if (year !== undefined) return realDay(Number(year), month, day);
  const current = fieldsOfLocal(today).year;
  const hit = realDay(current, month, day);
  return hit && hit.day < addDays(today, -60) ? realDay(current + 1, month, day) : hit;
}

function realDay(year: number, month: number, day: number): DateHit | undefined {
  if (year < 1900 || year > 2199 || !areRealFields({ year, month, day, hour: 0, minute: 0, second: 0 }))
    return undefined;
  return { day: localFromFields(year, month, day), kind: "day" };
}
