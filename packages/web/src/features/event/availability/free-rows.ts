import {
  findGroupedTimes,
  findTimes,
  type GroupedTimes,
  type Sought,
  type Suggestion,
} from "@snart/calendar/free-busy/find-times.ts";
import { hoursOutside } from "@snart/calendar/free-busy/hours-outside.ts";
import type { BusyPeriod, Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import type { Away, FreeBusy } from "../../../api/calendars/availability-api.ts";
import { hasAddress, type Person } from "../../../api/calendars/people-api.ts";
import type { Span } from "../../../store/items/span.ts";
import { spanOfDraft, type EventDraft } from "../draft/draft.ts";
import type { DraftGuest } from "../draft/draft-guests.ts";

/** A participant of an event, with what is known of their time. */
export interface FreeRow {
  /** the guest's key; "" is the viewer */
  readonly key: string;
  /** "" is the viewer */
  readonly name: string;
  readonly part: Sought["part"];
  /** null: their busy times are hidden, or they are not on this server */
  readonly busy: readonly BusyPeriod[] | null;
  readonly absences: readonly Away[];
  readonly zone: Zone;
  /** of a room that is booked by rules; see `Sought` */
  readonly starts?: readonly Stretch[];
  /** the viewer's own */
  readonly hours?: WorkingWeek;
}

interface RowSources {
  readonly guests: readonly DraftGuest[];
  readonly people: readonly Person[];
  readonly known: ReadonlyMap<string, FreeBusy>;
  readonly viewerId: string;
  readonly viewer: Zone;
  /** the viewer's working hours; undefined: unknown */
  readonly hours?: WorkingWeek;
}

/** Returns the viewer, who comes too, followed by the guests in order. */
export function freeRows({ guests, people, known, viewerId, viewer, hours }: RowSources): readonly FreeRow[] {
  const row = (id: string | undefined, rest: Pick<FreeRow, "key" | "name" | "part">): FreeRow => {
    const told = id === undefined ? undefined : known.get(id);
    const zone = told?.timeZone ? ianaZone(told.timeZone) : undefined;
    return { ...rest, busy: told?.busy ?? null, absences: told?.absences ?? [], zone: zone ?? viewer };
  };
  const idOf = (address: string): string | undefined =>
    people.find((person) => hasAddress(person, address))?.id;
  return [
    { ...row(viewerId, { key: "", name: "", part: "required" }), ...(hours && { hours }) },
    ...guests.map(({ id, name, address, isOptional, isRoom }) =>
      row(idOf(address), { key: id, name, part: isRoom ? "room" : isOptional ? "optional" : "required" }),
    ),
  ];
}

const meets = ({ from, to }: { readonly from: number; readonly to: number }, { start, end }: Span): boolean =>
  from < end && start < to;

/** The participants' availability at a time. */
export interface AtTime {
  /** the busy people, each with the first overlapping period */
  readonly busy: readonly { readonly row: FreeRow; readonly period: BusyPeriod }[];
  readonly away: readonly { readonly row: FreeRow; readonly absence: Away }[];
  /** the people outside whose working hours it is */
  readonly outside: readonly FreeRow[];
  /** the people without data */
  readonly hidden: readonly FreeRow[];
  /** the people whose clocks show another time then */
  readonly elsewhere: readonly FreeRow[];
}

/** Returns everybody's availability at a time. People with an absence are not also listed as busy. */
export function atTime(rows: readonly FreeRow[], span: Span, viewer: Zone): AtTime {
  const away = rows.flatMap((row) => {
    const absence = row.absences.find((one) => meets(one, span));
    return absence ? [{ row, absence }] : [];
  });
  const here = rows.filter((row) => !away.some((one) => one.row === row));
  const busy = here.flatMap((row) => {
    const period = row.busy?.find((one) => one.type !== "BUSY-UNAVAILABLE" && meets(one, span));
    return period ? [{ row, period }] : [];
  });
  return {
    busy,
    away,
    outside: here.filter(
      (row) =>
        !busy.some((one) => one.row === row) &&
        row.busy?.some((one) => one.type === "BUSY-UNAVAILABLE" && meets(one, span)),
    ),
    hidden: rows.filter((row) => row.busy === null),
    elsewhere: rows.filter(({ zone }) => zone.offsetAt(span.start) !== viewer.offsetAt(span.start)),
  };
}

/** Returns whether a room is free at a time: by its rules, as far as they are known, else by what it shares. Nothing known is no. */
export function isRoomFree({ starts, busy }: FreeRow, { start, end }: Span): boolean {
  if (starts)
    return start % (15 * MINUTE) === 0 && starts.some(({ from, to }) => from <= start && start < to);
  return busy !== null && !busy.some((it) => it.from < end && start < it.to);
}

/** The time ahead that is searched. */
const AHEAD = 28 * DAY;

/** Returns the window of the busy times: four weeks from the event's day. */
export function busyWindow(span: Span, viewer: Zone): { readonly from: number; readonly to: number } {
  const day = startOfDay(viewer.toLocal(span.start));
  const from = viewer.toInstant(day);
  return { from, to: Math.max(from + AHEAD, viewer.toInstant(addDays(day, 1)) + span.end - span.start) };
}

interface Wanted {
  readonly now: number;
  readonly most: number;
  readonly after?: number;
  /** the days to search, from today or the event's day; absent: four weeks */
  readonly days?: number;
}

/** Returns better times for the draft, soonest and most convenient first, none in the past. */
export const betterTimes = (
  rows: readonly FreeRow[],
  span: Span,
  viewer: Zone,
  wanted: Wanted,
): readonly Suggestion[] => findTimes(...searchOf(rows, span, viewer, wanted));

/** Returns the same by what the times ask of people. */
export const groupedTimes = (
  rows: readonly FreeRow[],
  span: Span,
  viewer: Zone,
  wanted: Wanted,
): GroupedTimes => findGroupedTimes(...searchOf(rows, span, viewer, wanted), "");

function searchOf(
  rows: readonly FreeRow[],
  span: Span,
  viewer: Zone,
  { now, most, after, days }: Wanted,
): Parameters<typeof findTimes> {
  const { from, to: last } = busyWindow(span, viewer);
  const first = Math.max(from, now, after ?? 0);
  const to = days === undefined ? last : Math.min(last, Math.max(from, now) + days * DAY);
  return [
    rows.map(({ key, part, busy, zone, hours, starts }) => ({
      id: key,
      part,
      busy,
      zone,
      ...(hours && { hours }),
      ...(starts && { starts }),
    })),
    {
      window: { from: first, to },
      length: span.end - span.start,
      wanted: span.start,
      viewer,
      most,
    },
  ];
}

/** Returns whether a time is outside the viewer's own working hours, as far as they are known. */
export const isOutsideHours = (rows: readonly FreeRow[], { start, end }: Span): boolean =>
  rows.some(
    ({ key, zone, hours }) => key === "" && hoursOutside({ from: start, to: end }, zone, hours).length > 0,
  );

/** Returns the fields of a draft that begins at another moment, and lasts as long unless its end is given. */
export function movedDraft(
  draft: EventDraft,
  start: number,
  viewer: Zone,
  end?: number,
): Pick<EventDraft, "start" | "end"> {
  const span = spanOfDraft(draft, viewer);
  const zone = ianaZone(draft.timeZone) ?? viewer;
  return { start: zone.toLocal(start), end: zone.toLocal(end ?? start + span.end - span.start) };
}

/** Returns the part of the day that the strip shows: at least six whole hours around a time. */
export function stripWindow(span: Span, viewer: Zone): { readonly from: number; readonly to: number } {
  const length = Math.max(6 * HOUR, Math.ceil((span.end - span.start) / HOUR) * HOUR + 4 * HOUR);
  const lead = (length - (span.end - span.start)) / 2;
  const local = viewer.toLocal(span.start - lead);
  const from = viewer.toInstant(asLocal(Math.round(local / HOUR) * HOUR));
  return { from, to: from + length };
}

/** Rounds a moment to a quarter of an hour, or to another step, on the viewer's clock. */
export function atQuarter(at: number, viewer: Zone, step = 15 * MINUTE): number {
  // A point of the screen may lie between two milliseconds, and so just before the quarter that was meant.
  const whole = Math.round(at);
  const local = viewer.toLocal(whole);
  return whole + Math.round(local / step) * step - local;
}
