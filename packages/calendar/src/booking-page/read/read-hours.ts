import { readTime } from "../../booking/clock.ts";
import { DAY_NAMES } from "../../booking/day-kinds.ts";
import { date, days, time } from "../../booking/read/read-times.ts";
import type { JsonReader } from "../../booking/read/json-reader.ts";
import type { DateHours, DayHours, Schedule, WeekHours } from "../event-type.ts";
import { PAGE_LIMITS } from "../page-limits.ts";

export function readSchedule(json: JsonReader, value: unknown, path: string): Schedule | undefined {
  const fields = json.object(value, path, ["of", "hours", "dates"]);
  const of = fields && json.choice(fields["of"], `${path}/of`, ["page", "host"] as const);
  if (!fields || !of) return undefined;
  if (of === "host") {
    for (const key of ["hours", "dates"])
      if (fields[key] !== undefined) json.fail("not-in-this-mode", `${path}/${key}`);
    return { of };
  }
  if (fields["hours"] === undefined) json.fail("missing", `${path}/hours`);
  const hours = json.list(fields["hours"], `${path}/hours`, PAGE_LIMITS.weekHours, (each, at) =>
    readWeekHours(json, each, at),
  );
  if (fields["dates"] === undefined) return { of, hours };
  const dates = json.list(fields["dates"], `${path}/dates`, PAGE_LIMITS.dates, (each, at) =>
    readDateHours(json, each, at),
  );
  return { of, hours, dates };
}

function readHours(
  json: JsonReader,
  fields: Readonly<Record<string, unknown>>,
  path: string,
): DayHours | undefined {
  const from = time(json, fields["from"], `${path}/from`);
  const to = json.as(fields["to"], `${path}/to`, "bad-time", (text) => readTime(text, true));
  if (from === undefined || to === undefined) return undefined;
  if (to <= from) json.fail("ends-before-start", `${path}/to`);
  return { from, to };
}

function readWeekHours(json: JsonReader, value: unknown, path: string): WeekHours | undefined {
  const fields = json.object(value, path, ["days", "from", "to"]);
  if (!fields) return undefined;
  const on = days(json, fields["days"], `${path}/days`, DAY_NAMES);
  const hours = readHours(json, fields, path);
  return hours && { days: on, ...hours };
}

function readDateHours(json: JsonReader, value: unknown, path: string): DateHours | undefined {
  const fields = json.object(value, path, ["date", "hours"]);
  const on = fields && date(json, fields["date"], `${path}/date`);
  if (!fields || on === undefined) return undefined;
  if (fields["hours"] === undefined) json.fail("missing", `${path}/hours`);
  const hours = json.list(fields["hours"], `${path}/hours`, PAGE_LIMITS.hoursOfDate, (each, at) => {
    const parts = json.object(each, at, ["from", "to"]);
    return parts && readHours(json, parts, at);
  });
  return { date: on, hours };
}
