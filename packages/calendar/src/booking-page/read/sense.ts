import { readDate, readTime } from "../../booking/clock.ts";
import { DAY_NAMES } from "../../booking/day-kinds.ts";
import type { JsonReader } from "../../booking/read/json-reader.ts";
import type { SpanText } from "../../booking/rules.ts";
import { mostOf, readSpan } from "../../booking/span.ts";
import { MINUTE } from "../../time/instant.ts";
import type { DayHours, EventType } from "../event-type.ts";
import { hostRoles } from "../host-roles.ts";
import { PAGE_LIMITS } from "../page-limits.ts";

/** Reports what is wrong with an event type whose every value is right by itself. */
export function checkSense(json: JsonReader, type: EventType): void {
  checkHosts(json, type);
  checkNights(json, type);
  checkRow(json, type);
  checkHours(json, type);
  checkHorizon(json, type);
  checkTwice(json, "lengths", type.lengths.map(milliseconds));
  checkTwice(json, "reminders", (type.reminders ?? []).map(milliseconds));
  checkTwice(
    json,
    "limits",
    (type.limits ?? []).map(({ of, per }) => `${of} ${per}`),
  );
}

const milliseconds = (text: SpanText): number => {
  const span = readSpan(text);
  return span ? mostOf(span) : 0;
};

function checkTwice(json: JsonReader, path: string, values: readonly (string | number)[]): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) json.fail("twice", `${path}/${String(index)}`);
  });
}

function checkHosts(json: JsonReader, type: EventType): void {
  const { hosts, mode, calendarId, seats = 1 } = type;
  const { required, pool } = hostRoles(type);
  if (hosts.length === 0) json.fail("empty", "hosts");
  if (mode === "one" && hosts.length > 1) json.fail("too-many", "hosts", 1);
  if (mode === "mixed" && (required.length === 0 || pool.length === 0)) json.fail("missing", "hosts");
  checkTwice(
    json,
    "hosts",
    hosts.map(({ id }) => id),
  );
  hosts.forEach((host, index) => {
    const path = `hosts/${String(index)}`;
    if (mode === "mixed" && host.role === undefined) json.fail("missing", `${path}/role`);
    if (mode !== "mixed" && host.role !== undefined) json.fail("not-in-this-mode", `${path}/role`);
    if (host.weight !== undefined && !pool.includes(host)) json.fail("not-in-this-mode", `${path}/weight`);
  });
  if (calendarId !== undefined && mode !== "one") json.fail("not-in-this-mode", "calendarId");
  // Guests who share a time share its host, so there is no turn to take.
  if (pool.length > 0 && seats > 1) json.fail("not-in-this-mode", "seats");
}

/** Nights are of one thing that a house lends; everything else has lengths. */
function checkNights(json: JsonReader, { nights, lengths, rooms, seats = 1, mode }: EventType): void {
  if (!nights) {
    if (lengths.length === 0) json.fail("empty", "lengths");
    return;
  }
  if (lengths.length > 0) json.fail("not-in-this-mode", "lengths");
  if (!rooms?.required || rooms.anyOf.length !== 1) json.fail("not-in-this-mode", "rooms");
  if (seats > 1) json.fail("not-in-this-mode", "seats");
  if (mode !== "one") json.fail("not-in-this-mode", "mode");
}

/** Times in a row are of one length, so that a guest chooses how many; together they are no longer than one can be. */
function checkRow(json: JsonReader, { inRow = 1, lengths, nights, seats = 1 }: EventType): void {
  if (inRow === 1) return;
  if (nights || lengths.length !== 1 || seats > 1) json.fail("not-in-this-mode", "inRow");
  const most = Math.floor((PAGE_LIMITS.mostLengthMinutes * MINUTE) / milliseconds(lengths[0] ?? ""));
  if (inRow > most) json.fail("out-of-range", "inRow", most);
}

function checkHours(json: JsonReader, { schedule, start }: EventType): void {
  const every = milliseconds(start.every) / MINUTE;
  if (schedule.of === "host") {
    // A host's day can be open round the clock.
    if (every * PAGE_LIMITS.startsPerDay < 1440)
      json.fail("too-many", "start/every", PAGE_LIMITS.startsPerDay);
    return;
  }
  const { hours, dates = [] } = schedule;
  if (hours.length === 0 && dates.every((each) => each.hours.length === 0))
    json.fail("never-bookable", "schedule");
  checkTwice(
    json,
    "schedule/dates",
    dates.map(({ date }) => date),
  );
  const week = DAY_NAMES.map((day) => hours.filter(({ days }) => days.includes(day)));
  const days = [
    ...week.map((ofDay) => ({ path: "schedule/hours", ofDay })),
    ...dates.map((each, index) => ({ path: `schedule/dates/${String(index)}/hours`, ofDay: each.hours })),
  ];
  for (const path of new Set(days.filter(({ ofDay }) => overlap(ofDay)).map((each) => each.path)))
    json.fail("hours-overlap", path);
  if (days.some(({ ofDay }) => startsOf(ofDay, every) > PAGE_LIMITS.startsPerDay))
    json.fail("too-many", "start/every", PAGE_LIMITS.startsPerDay);
}

const minutesOf = ({ from, to }: DayHours) => ({ from: readTime(from) ?? 0, to: readTime(to, true) ?? 0 });

function overlap(hours: readonly DayHours[]): boolean {
  const sorted = hours.map(minutesOf).toSorted((a, b) => a.from - b.from);
  return sorted.some(({ from }, at) => from < (sorted[at - 1]?.to ?? 0));
}

const startsOf = (hours: readonly DayHours[], every: number): number =>
  hours.map(minutesOf).reduce((sum, { from, to }) => sum + Math.ceil((to - from) / every), 0);

function checkHorizon(json: JsonReader, { horizon, minNotice }: EventType): void {
  if ("within" in horizon) {
    const notice = minNotice === undefined ? 0 : milliseconds(minNotice);
    if (milliseconds(horizon.within) <= notice)
      json.fail("never-bookable", minNotice === undefined ? "horizon/within" : "minNotice");
    return;
  }
  const [from, until] = [readDate(horizon.from) ?? 0, readDate(horizon.until) ?? 0];
  if (until < from) json.fail("ends-before-start", "horizon/until");
  if (until - from >= PAGE_LIMITS.horizonDays)
    json.fail("horizon-too-long", "horizon/until", PAGE_LIMITS.horizonDays);
}
