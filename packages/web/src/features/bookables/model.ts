import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type {
  BoardSlotRecord,
  BookableRecord,
  BookingRecord,
  BookingWaitRecord,
  RefusalRecord,
} from "@snart/calendar/jmap/booking.ts";
import { civilDate } from "@snart/calendar/time/civil.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { isoWeek, startOfIsoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { addDays, dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** How far ahead the overview looks for a free time. */
export const LOOK_AHEAD_DAYS = 14;

/** A time with its moments, ms UTC. */
export interface Time {
  readonly start: number;
  /** exclusive */
  readonly end: number;
}

export const timeOf = ({ start, end }: { readonly start: string; readonly end: string }): Time => ({
  start: Date.parse(start),
  end: Date.parse(end),
});

/** The same time by the clocks a week later; a night on which they change keeps its readings. */
export const weekLater = ({ start, end }: Time, zone: Zone): Time => ({
  start: zone.toInstant(addDays(zone.toLocal(start), 7)),
  end: zone.toInstant(addDays(zone.toLocal(end), 7)),
});

/** `2026-11-23`, of a day number. */
export function dateText(day: number): string {
  const { year, month, day: date } = civilDate(day);
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

/** Only the house rules stand in the way, which the sheet asks about: it can be booked by accepting them. */
const needsOnlyConsent = ({ reasons }: Pick<BoardSlotRecord, "reasons">): boolean =>
  reasons.length > 0 && reasons.every(({ kind }) => kind === "rulesNotAccepted");

/** Whether a party has yet to accept the house rules in force, of which it is asked once. */
export function mustAccept({ rules, acceptances }: BookableRecord, partyId: string): boolean {
  const houseRules = rules?.houseRules;
  return houseRules?.mustAccept === true && (acceptances[partyId]?.version ?? 0) < houseRules.version;
}

/** A slot as the reader sees it. */
export interface SeenSlot extends BoardSlotRecord {
  /** one's own place in the line for it */
  readonly wait?: BookingWaitRecord;
}

/** `offered`: kept for the reader, who has waited for it. */
export type ShownState = BoardSlotRecord["state"] | "offered";

/** How a slot is shown: one for which only the house rules must be accepted is free. */
export function shownState(slot: SeenSlot): ShownState {
  if (slot.wait?.isKept === true && slot.state === "held") return "offered";
  return slot.state === "refused" && needsOnlyConsent(slot) ? "free" : slot.state;
}

/** Whether one press books it, without a question. */
export const isAtOnce = (slot: SeenSlot): boolean => slot.state === "free";

/** The first slot that can be booked. */
export const nextFree = (slots: readonly SeenSlot[]): SeenSlot | undefined =>
  slots.find((slot) => shownState(slot) === "free");

/** The coming slot that says best why nothing can be booked: one that only the rules refuse before one that somebody has. */
export function refusedFirst(slots: readonly SeenSlot[], now: number): SeenSlot | undefined {
  const coming = slots.filter(
    ({ start, bookingId, reasons }) => bookingId === null && reasons.length > 0 && Date.parse(start) > now,
  );
  return (
    coming.find(({ state }) => state === "refused") ??
    coming.find(({ state }) => state === "notYet") ??
    coming[0]
  );
}

/** The own booking of a thing that runs or comes next. */
export const nextOwn = (
  bookings: readonly BookingRecord[],
  bookableId: string,
  now: number,
): BookingRecord | undefined =>
  bookings
    .filter((it) => it.bookableId === bookableId && isStanding(it.state) && Date.parse(it.end) > now)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))[0];

/** A place in the line for a time of a thing. */
export const waitOf = (
  waits: readonly BookingWaitRecord[],
  bookableId: string,
  { start, end }: Time,
): BookingWaitRecord | undefined =>
  waits.find(
    (it) => it.bookableId === bookableId && Date.parse(it.start) === start && Date.parse(it.end) === end,
  );

/** What is the reader's own of a thing. */
interface Own {
  readonly bookings: readonly BookingRecord[];
  readonly waits: readonly BookingWaitRecord[];
}

/**
 * The slots of a thing with the bookings of one's households as one's own, and one's places in line: the server knows only whom the board
 * is asked for.
 */
export const withOwn = (
  slots: readonly BoardSlotRecord[],
  { bookings, waits }: Own,
  bookableId: string,
): readonly SeenSlot[] =>
  slots.map((slot) => {
    if (slot.bookingId !== null) return slot;
    const { start, end } = timeOf(slot);
    const own = bookings.find(
      (it) =>
        it.bookableId === bookableId &&
        isStanding(it.state) &&
        Date.parse(it.start) < end &&
        start < Date.parse(it.end),
    );
    const state = own?.state === "requested" ? "requested" : "yours";
    if (own) return { ...slot, state, bookingId: own.id };
    const wait = waitOf(waits, bookableId, { start, end });
    return wait ? { ...slot, wait } : slot;
  });

/** A thing in the overview. */
export interface ThingRow {
  readonly bookable: BookableRecord;
  readonly own: BookingRecord | undefined;
  /** undefined: its times have not come, or could not be fetched */
  readonly slots: readonly SeenSlot[] | undefined;
}

interface Known {
  readonly bookables: readonly BookableRecord[];
  readonly bookings: readonly BookingRecord[];
  readonly boards: ReadonlyMap<string, readonly SeenSlot[]>;
}

/** The rows of the overview: what one has booked, by when it is; then the rest, in the order given. */
export function rowsOf(
  { bookables, bookings, boards }: Known,
  now: number,
): { readonly yours: readonly ThingRow[]; readonly others: readonly ThingRow[] } {
  const rows = bookables.map((bookable) => ({
    bookable,
    own: nextOwn(bookings, bookable.id, now),
    slots: boards.get(bookable.id),
  }));
  const startOf = ({ own }: ThingRow): number => (own ? Date.parse(own.start) : Infinity);
  return {
    yours: rows.filter(({ own }) => own).toSorted((a, b) => startOf(a) - startOf(b)),
    others: rows.filter(({ own }) => !own),
  };
}

/** Things of one owner. */
interface OwnerRows {
  /** of the group that manages them; undefined: the reader does not know it */
  readonly name: string | undefined;
  readonly rows: readonly ThingRow[];
}

/** Rows by who manages them, in the order of the first of each; those of whom one doesn't know come last. */
export function byOwner(
  rows: readonly ThingRow[],
  groups: readonly Pick<GroupRecord, "id" | "name">[],
): readonly OwnerRows[] {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const owners = new Map<string | undefined, ThingRow[]>();
  for (const row of rows) {
    const name = names.get(row.bookable.managersId);
    owners.set(name, [...(owners.get(name) ?? []), row]);
  }
  const found = [...owners].map(([name, ofOwner]) => ({ name, rows: ofOwner }));
  return [
    ...found.filter(({ name }) => name !== undefined),
    ...found.filter(({ name }) => name === undefined),
  ];
}

/** The Monday that an address names, `2026-W48`; undefined if there is no such week. */
export function readWeek(text: string): Local | undefined {
  const [, year, week] = (/^(\d{4})-W(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || week === undefined || year < 1900 || year > 2199) return undefined;
  return week < 1 || week > weeksInIsoYear(year) ? undefined : startOfIsoWeek({ year, week });
}

/** The address of a thing's board in the week of a day. */
export function boardPath(bookableId: string, day: Local): string {
  const { year, week } = isoWeek(day);
  return `/bookables/${bookableId}/${year}-W${String(week).padStart(2, "0")}`;
}

/** A field of the board: a slot, and of a running pass the piece that is left. */
export interface Cell extends Time {
  readonly slot: SeenSlot;
}

export interface Board {
  /** the seven days, midnight */
  readonly days: readonly Local[];
  /** what stands at the left: one row for each time of day at which something begins */
  readonly rows: readonly { readonly key: string; readonly from: number; readonly to: number }[];
  /** by day, then by row; undefined: nothing to book then */
  readonly cells: readonly (readonly (Cell | undefined)[])[];
}

/** The board of a week: days across, times down. A running pass that has a free rest is shown as that rest. */
export function boardOf(slots: readonly SeenSlot[], zone: Zone, monday: Local): Board {
  const cells = withPieces(slots.map((slot) => ({ ...timeOf(slot), slot })));
  const rowOf = ({ start, end }: Time): { key: string; from: number; to: number } => {
    const [from, to] = [timeOfDay(zone.toLocal(start)), timeOfDay(zone.toLocal(end))];
    return { key: `${from} ${to}`, from, to };
  };
  const rows = [...new Map(cells.map(({ pass }) => [rowOf(pass).key, rowOf(pass)])).values()].toSorted(
    (a, b) => a.from - b.from || (a.to || DAY) - (b.to || DAY),
  );
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
  return {
    days,
    rows,
    cells: days.map((day) =>
      rows.map(
        ({ key }) =>
          cells.find(({ pass }) => rowOf(pass).key === key && dayOf(zone.toLocal(pass.start)) === dayOf(day))
            ?.shown,
      ),
    ),
  };
}

/** Each pass with what is shown of it: the pieces of a running one follow it, and lie within it. */
function withPieces(cells: readonly Cell[]): readonly { readonly pass: Cell; readonly shown: Cell }[] {
  const passes: { pass: Cell; shown: Cell }[] = [];
  for (const cell of cells) {
    const last = passes.at(-1);
    const isPiece = last && cell.start > last.pass.start && cell.end <= last.pass.end;
    if (!isPiece) passes.push({ pass: cell, shown: cell });
    else if (shownState(cell.slot) === "free" && last.shown === last.pass && last.pass.slot.state !== "yours")
      last.shown = cell;
  }
  return passes;
}

/** The first row of a day with a time that is not over, and how many are over before it; none where all are. */
export function overBefore({ cells }: Pick<Board, "cells">, day: number): { row: number; count: number } {
  const ofDay = cells[day] ?? [];
  const row = Math.max(
    0,
    ofDay.findIndex((cell) => cell && shownState(cell.slot) !== "past"),
  );
  return { row, count: ofDay.slice(0, row).filter(Boolean).length };
}

/** A board without its first rows. */
export const fromRow = ({ days, rows, cells }: Board, row: number): Board => ({
  days,
  rows: rows.slice(row),
  cells: cells.map((ofDay) => ofDay.slice(row)),
});

/** A place on the board. */
export interface At {
  readonly day: number;
  readonly row: number;
}

const STEPS: Readonly<Record<string, readonly [days: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a key leads on a board; undefined: it leads nowhere. Fields without a slot are passed over. */
export function moved({ cells }: Pick<Board, "cells">, at: At, key: string): At | undefined {
  const days = cells.length;
  const rows = cells[0]?.length ?? 0;
  if (key === "Home" || key === "End") {
    const order = Array.from({ length: days }, (_, day) => (key === "Home" ? day : days - 1 - day));
    const day = order.find((it) => cells[it]?.[at.row]);
    return day === undefined ? undefined : { ...at, day };
  }
  const [byDay, byRow] = STEPS[key] ?? [0, 0];
  if (byDay === 0 && byRow === 0) return undefined;
  let { day, row } = at;
  for (;;) {
    [day, row] = [day + byDay, row + byRow];
    if (day < 0 || row < 0 || day >= days || row >= rows) return undefined;
    if (cells[day]?.[row]) return { day, row };
  }
}

/** The field that Tab reaches: the first free one, or the first. */
export function firstAt({ cells }: Pick<Board, "cells">): At | undefined {
  let first: At | undefined;
  for (const [day, ofDay] of cells.entries())
    for (const [row, cell] of ofDay.entries()) {
      if (!cell) continue;
      if (shownState(cell.slot) === "free") return { day, row };
      first ??= { day, row };
    }
  return first;
}

/** How many slots of a day can be booked. */
export const freeOn = (cells: readonly (Cell | undefined)[]): number =>
  cells.filter((cell) => cell && shownState(cell.slot) === "free").length;

/** The day to begin with on a phone: today, if it is in the week, else Monday. */
export function dayToShow(days: readonly Local[], today: Local): number {
  const at = days.findIndex((day) => dayOf(day) === dayOf(today));
  return Math.max(0, at);
}

/** Whether cancelling now is in time; without rules for it, always. */
export const isInTime = ({ cancelUntil }: Pick<BookingRecord, "cancelUntil">, now: number): boolean =>
  cancelUntil === null || Date.parse(cancelUntil) >= now;

/** Whether somebody took it while it was shown as free. */
export const wasFirst = ({ reasons }: RefusalRecord): boolean =>
  reasons.length > 0 && reasons.every(({ kind }) => kind === "taken" || kind === "held");

/** The households that somebody is in: for one of them they book, and for themselves only without any. */
export const householdsOf = <
  G extends Pick<GroupRecord, "householdLabel" | "status"> & { readonly members: object },
>(
  groups: readonly G[],
  accountId: string,
): readonly G[] =>
  groups.filter(
    ({ householdLabel, status, members }) =>
      householdLabel !== null && status === "active" && Object.hasOwn(members, accountId),
  );

/** The household that one booked for last, as far as is still to come; else the first. */
export function likelyHousehold(
  households: readonly { readonly id: string }[],
  bookings: readonly Pick<BookingRecord, "bookedById" | "createdAt" | "partyId">[],
  accountId: string,
): string | null {
  const own = bookings.filter(
    ({ bookedById, partyId }) => bookedById === accountId && households.some(({ id }) => id === partyId),
  );
  const last = own.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))[0];
  return last?.partyId ?? households[0]?.id ?? null;
}
