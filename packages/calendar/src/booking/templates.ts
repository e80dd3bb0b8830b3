import type { AlmanacRegion } from "../almanac/almanac-day.ts";
import { DAY_NAMES } from "./day-kinds.ts";
import type { BookingRules, Limit, OpenHours, Pass, SpanText } from "./rules.ts";

export type TemplateName =
  | "laundry"
  | "guestFlat"
  | "sauna"
  | "hall"
  | "car"
  | "boat"
  | "meetingRoom"
  | "bicycle";

/** What a thing is made of in a few presses: its usual answers, and what is not asked about. */
export interface Template {
  readonly name: TemplateName;
  /** RFC 5545 §3.2.3 */
  readonly type: "ROOM" | "RESOURCE";
  readonly mode: BookingRules["mode"];
  /** hours of a slot or of the longest booking, or nights of the longest stay: what can be chosen, the usual one among them */
  readonly lengths: readonly number[];
  readonly answers: Answers;
  /** minutes of the day: the hours in which it is booked; absent: all */
  readonly from?: number;
  readonly to?: number;
  readonly rules?: Partial<BookingRules>;
}

/** What is asked when a thing is made, besides its name and who manages it. */
export interface Answers {
  readonly units: number;
  /** one of the template's lengths */
  readonly length: number;
  /** coming bookings of one household; null: as many as they like */
  readonly upcoming: number | null;
  /** how long before they open; null: as far ahead as anything can be booked */
  readonly ahead: SpanText | null;
}

const HOUR = 60;
const stays = { checkIn: "15:00", checkOut: "12:00" } as const;

/** Every template, in the order in which they are shown. */
export const TEMPLATES: readonly [Template, ...Template[]] = [
  {
    name: "laundry",
    type: "ROOM",
    mode: "slots",
    lengths: [2, 3, 4],
    answers: { units: 1, length: 3, upcoming: 2, ahead: "P14D" },
    from: 7 * HOUR,
    to: 22 * HOUR,
    rules: { cancel: { until: "PT2H" } },
  },
  {
    name: "guestFlat",
    type: "ROOM",
    mode: "nights",
    lengths: [3, 7, 14],
    answers: { units: 1, length: 7, upcoming: 1, ahead: "P3M" },
    rules: { nights: stays, cancel: { until: "P2D", at: "12:00" } },
  },
  {
    name: "sauna",
    type: "ROOM",
    mode: "slots",
    lengths: [1, 2, 3],
    answers: { units: 1, length: 2, upcoming: 1, ahead: "P14D" },
    from: 16 * HOUR,
    to: 22 * HOUR,
    rules: { chain: { maxInRow: 1 }, cancel: { until: "PT4H" } },
  },
  {
    name: "hall",
    type: "ROOM",
    mode: "slots",
    lengths: [2, 4, 8],
    answers: { units: 1, length: 4, upcoming: 2, ahead: "P3M" },
    from: 8 * HOUR,
    to: 24 * HOUR,
    rules: { cancel: { until: "P7D" } },
  },
  {
    name: "car",
    type: "RESOURCE",
    mode: "free",
    lengths: [4, 12, 24],
    answers: { units: 1, length: 24, upcoming: 2, ahead: "P1M" },
    rules: { cancel: { until: "PT12H" } },
  },
  {
    name: "boat",
    type: "RESOURCE",
    mode: "free",
    lengths: [4, 8, 14],
    answers: { units: 1, length: 8, upcoming: 1, ahead: "P1M" },
    from: 6 * HOUR,
    to: 22 * HOUR,
    rules: { cancel: { until: "PT12H" } },
  },
  {
    name: "meetingRoom",
    type: "ROOM",
    mode: "free",
    lengths: [2, 4, 8],
    answers: { units: 1, length: 4, upcoming: null, ahead: "P3M" },
    from: 7 * HOUR,
    to: 18 * HOUR,
    rules: { lengths: { min: "PT30M" }, sees: "names" },
  },
  {
    name: "bicycle",
    type: "RESOURCE",
    mode: "free",
    lengths: [3, 12, 24],
    answers: { units: 2, length: 24, upcoming: 1, ahead: "P14D" },
    rules: { cancel: { until: "PT1H" } },
  },
];

/** The rules of a thing that is made of a template. */
export function rulesOfTemplate(
  template: Template,
  answers: Answers,
  { timeZone, almanac }: { readonly timeZone: string; readonly almanac?: AlmanacRegion | undefined },
): BookingRules {
  const { units, upcoming, ahead } = answers;
  const limit: Limit[] =
    upcoming === null ? [] : [{ max: upcoming, of: "bookings", per: "upcoming", over: "this" }];
  return {
    mode: template.mode,
    timeZone,
    cellMinutes: 15,
    units,
    ...(almanac && { almanac }),
    ...template.rules,
    ...timesOf(template, answers),
    ...(ahead !== null && { opens: { before: ahead } }),
    ...(limit.length > 0 && { limits: limit }),
  };
}

/** What is booked at all: slots from morning to evening, open hours, or nights. */
function timesOf(
  { mode, from, to, rules = {} }: Template,
  { length }: Answers,
): Pick<BookingRules, "slotPlans" | "open" | "lengths"> {
  if (mode === "nights") return { lengths: { maxNights: length } };
  if (mode === "slots") return { slotPlans: [{ days: DAY_NAMES, passes: passesOf(from, to, length) }] };
  const lengths = { min: "PT1H", ...rules.lengths, max: `PT${length}H` };
  if (from === undefined || to === undefined) return { lengths };
  const open: OpenHours = { days: DAY_NAMES, from: clock(from), to: clock(to) };
  return { lengths, open: [open] };
}

/** Slots of so many hours, one after another. */
function passesOf(from = 0, to = 24 * HOUR, hours: number): readonly Pass[] {
  const passes: Pass[] = [];
  for (let start = from; start + hours * HOUR <= to; start += hours * HOUR)
    passes.push({ from: clock(start), to: clock(start + hours * HOUR) });
  return passes;
}

const clock = (minutes: number): string => {
  const digits = (value: number): string => String(value).padStart(2, "0");
  return `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
};
