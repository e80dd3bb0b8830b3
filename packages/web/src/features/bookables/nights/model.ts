import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  startOfWeek,
  type Local,
} from "@snart/calendar/time/local.ts";
import { instantAt } from "@snart/calendar/booking/clock.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { lotOf } from "../draw/lot.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { shownState, timeOf, type SeenSlot, type ShownState, type Time } from "../model.ts";

/** One night of a thing: from a day to the next. */
export interface Night extends Time {
  /** the number of the day on which it begins */
  readonly day: number;
  readonly slot: SeenSlot;
}

/** Nights that are chosen, counted by date, by the days on which they begin; both inclusive. */
export interface Stay {
  readonly first: number;
  readonly last: number;
  /** the next press chooses the last night */
  readonly isOpen: boolean;
}

/** The nights of a board by their days. */
export const nightsOf = (slots: readonly SeenSlot[], zone: Zone): ReadonlyMap<number, Night> =>
  new Map(
    slots.map((slot) => {
      const time = timeOf(slot);
      const day = dayOf(zone.toLocal(time.start));
      return [day, { ...time, day, slot }];
    }),
  );

/** What depends on the whole stay and on who asks, and not on the night: the panel says it of what is chosen. */
const OF_A_STAY: ReadonlySet<string> = new Set([
  "tooShort",
  "wrongDay",
  "rulesNotAccepted",
  "quota",
  "adjacent",
  "tooClose",
  "elsewhere",
]);

/** How a night is shown: as it is in itself, though one night alone may be too short a stay. */
export function nightState(slot: SeenSlot): ShownState {
  const isJudged = slot.state === "closed" || slot.state === "refused" || slot.state === "byLot";
  if (slot.bookingId !== null || !isJudged) return shownState(slot);
  const kinds = slot.reasons.map(({ kind }) => kind).filter((kind) => !OF_A_STAY.has(kind));
  const has = (...wanted: readonly (typeof kinds)[number][]): boolean =>
    wanted.some((kind) => kinds.includes(kind));
  if (slot.reasons.some((reason) => reason.kind === "tooLate" && reason.isPast)) return "past";
  if (kinds.length === 0) return "free";
  if (has("closed", "maintenance")) return "closed";
  if (has("byLot")) return "byLot";
  if (has("offGrid")) return "closed";
  if (has("taken")) return "taken";
  if (has("held")) return slot.wait?.isKept === true ? "offered" : "held";
  return has("notYet") ? "notYet" : "refused";
}

/** The month of a week, which is its Thursday's, in whole weeks. */
export function monthOf(monday: Local): { readonly first: Local; readonly weeks: readonly Local[] } {
  const { year, month } = fieldsOfLocal(addDays(monday, 3));
  const first = localFromFields(year, month, 1, 0, 0, 0);
  const next =
    month === 12 ? localFromFields(year + 1, 1, 1, 0, 0, 0) : localFromFields(year, month + 1, 1, 0, 0, 0);
  const weeks: Local[] = [];
  for (let at = startOfWeek(first); at < next; at = addDays(at, 7)) weeks.push(at);
  return { first, weeks };
}

/** Which weeks of a month are over, if others are to come. */
export const weeksOver = (weeks: readonly Local[], today: Local): number => {
  const coming = weeks.findIndex((monday) => addDays(monday, 7) > today);
  return Math.max(0, coming);
};

/** A day in a week of the month before or after; the seventh is in a week whose Thursday is of the same month. */
export function monthBeside(first: Local, by: 1 | -1): Local {
  const { year, month } = fieldsOfLocal(first);
  const index = year * 12 + month - 1 + by;
  return localFromFields(Math.floor(index / 12), (index % 12) + 1, 7, 0, 0, 0);
}

/** Nobody can have a night any more whose day is over. */
export const isOver = ({ slot }: Pick<Night, "slot">): boolean => nightState(slot) === "past";

/** What is chosen after a night is pressed: the first night, and then the last. */
export const pressed = (stay: Stay | undefined, day: number): Stay =>
  stay?.isOpen === true && day >= stay.first
    ? { first: stay.first, last: day, isOpen: false }
    : { first: day, last: day, isOpen: true };

/** What is chosen after a step with Shift: the end of the stay that one stands on goes along, the other one stays. */
export function stretched(stay: Stay | undefined, from: number, to: number): Stay {
  const other = stay?.last === from ? stay.first : stay?.first === from ? stay.last : from;
  return { first: Math.min(other, to), last: Math.max(other, to), isOpen: false };
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Where a key leads from a night; undefined: nowhere that is shown. */
export function nightBeside(
  nights: ReadonlyMap<number, Night>,
  day: number,
  key: string,
): number | undefined {
  const step = STEPS[key];
  return step !== undefined && nights.has(day + step) ? day + step : undefined;
}

/** From the arrival of the first night to the departure of the last, by the rules; also of nights that are not on screen. */
export function timeOfStay(
  { rules }: Pick<BookableRecord, "rules">,
  zone: Zone,
  { first, last }: Stay,
): Time | undefined {
  if (!rules?.nights) return undefined;
  const at = (day: number, clock: string): number => {
    const [hours = 0, minutes = 0] = clock.split(":").map(Number);
    return instantAt(zone, day, hours * 60 + minutes);
  };
  return { start: at(first, rules.nights.checkIn), end: at(last + 1, rules.nights.checkOut) };
}

/** The day of the first free night from a day on; the day itself if none is known. */
export const nextFreeDay = (nights: ReadonlyMap<number, Night>, from: number): number =>
  [...nights.values()].find(({ day, slot }) => day >= from && nightState(slot) === "free")?.day ?? from;

export const countOf = ({ first, last }: Pick<Stay, "first" | "last">): number => last - first + 1;

/** A bar of nights that belong together. */
export interface Run {
  readonly first: number;
  readonly last: number;
}

/** The draw that a night is shown to wait for; undefined: it waits for none. */
export const lotOfNight = ({ slot }: Pick<Night, "slot">) =>
  nightState(slot) === "byLot" ? lotOf(slot.reasons) : undefined;

/** What makes nights one bar: they are chosen, of one booking of one's own, of one lot, or others have them. */
function runKey(night: Night, stay: Stay | undefined): string | undefined {
  if (stay && stay.first <= night.day && night.day <= stay.last) return "chosen";
  if (night.slot.bookingId !== null) return night.slot.bookingId;
  const lot = lotOfNight(night);
  if (lot) return `lot ${lot.closes}`;
  const state = nightState(night.slot);
  if (state === "taken" || state === "inUse") return "taken";
  return state === "closed" || state === "past" ? state : undefined;
}

/** The bar in which each night lies, by its day. */
export function runsOf(nights: ReadonlyMap<number, Night>, stay: Stay | undefined): ReadonlyMap<number, Run> {
  const runs = new Map<number, Run>();
  let open: { key: string | undefined; days: number[] } | undefined;
  const close = (): void => {
    const [first, last] = [open?.days[0], open?.days.at(-1)];
    if (first !== undefined && last !== undefined)
      for (const day of open?.days ?? []) runs.set(day, { first, last });
  };
  for (const night of [...nights.values()].toSorted((a, b) => a.day - b.day)) {
    const key = runKey(night, stay);
    if (open && key !== undefined && open.key === key && open.days.at(-1) === night.day - 1)
      open.days.push(night.day);
    else {
      close();
      open = { key, days: [night.day] };
    }
  }
  close();
  return runs;
}
