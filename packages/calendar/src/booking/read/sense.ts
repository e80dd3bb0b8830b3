import { DAY, MINUTE } from "../../time/instant.ts";
import { readTime } from "../clock.ts";
import { DAY_NAMES } from "../day-kinds.ts";
import { BOOKING_LIMITS } from "../limits.ts";
import type { BookingRules, DayKind, Pass, SlotPlan } from "../rules.ts";
import { mostOf, readSpan } from "../span.ts";
import type { JsonReader } from "./json-reader.ts";

/** Reports what is wrong with rules whose every value is right by itself. */
export function checkSense(json: JsonReader, rules: BookingRules): void {
  checkMode(json, rules);
  if (rules.mode === "slots") checkPlans(json, rules);
  checkLengths(json, rules);
  checkOpens(json, rules);
}

/** Fields that only one mode reads: elsewhere they would promise what nothing keeps. */
const OF_MODE = {
  slots: ["slotPlans"],
  free: ["open"],
  nights: ["nights"],
} as const satisfies Record<BookingRules["mode"], readonly (keyof BookingRules)[]>;

const LENGTHS_OF_MODE = {
  slots: ["maxPasses"],
  free: ["min", "max"],
  nights: ["minNights", "maxNights"],
} as const;

function checkMode(json: JsonReader, rules: BookingRules): void {
  for (const mode of ["slots", "free", "nights"] as const) {
    if (mode === rules.mode) continue;
    for (const key of OF_MODE[mode]) if (rules[key] !== undefined) json.fail("not-in-this-mode", key);
    for (const key of LENGTHS_OF_MODE[mode])
      if (rules.lengths?.[key] !== undefined) json.fail("not-in-this-mode", `lengths/${key}`);
  }
  if (rules.mode === "slots" && (rules.slotPlans ?? []).length === 0) json.fail("missing", "slotPlans");
  if (rules.mode === "nights" && !rules.nights) json.fail("missing", "nights");
  rules.limits?.forEach(({ of }, index) => {
    if (of === "nights" && rules.mode !== "nights")
      json.fail("not-in-this-mode", `limits/${String(index)}/of`);
  });
}

interface Minutes {
  readonly from: number;
  /** past 1440 on the next day */
  readonly to: number;
}

/** A pass as minutes of the day on which it begins. */
export function minutesOf({ from, to }: Pick<Pass, "from" | "to">): Minutes {
  const [start, end] = [readTime(from) ?? 0, readTime(to, true) ?? 0];
  return { from: start, to: end > start ? end : end + 1440 };
}

function checkPlans(json: JsonReader, { slotPlans = [], cellMinutes }: BookingRules): void {
  const planned = new Map<DayKind, SlotPlan>();
  slotPlans.forEach((plan, index) => {
    const path = `slotPlans/${String(index)}`;
    for (const day of plan.days) {
      if (planned.has(day)) json.fail("day-twice", `${path}/days`);
      planned.set(day, plan);
    }
    plan.passes.forEach((pass, at) => {
      const { from, to } = minutesOf(pass);
      if (from % cellMinutes !== 0 || to % cellMinutes !== 0)
        json.fail("off-cell", `${path}/passes/${String(at)}`, cellMinutes);
    });
    const sorted = plan.passes.map(minutesOf).toSorted((a, b) => a.from - b.from);
    if (sorted.some(({ from }, at) => from < (sorted[at - 1]?.to ?? 0)))
      json.fail("passes-overlap", `${path}/passes`);
  });
  checkMidnight(json, slotPlans);
}

/** A pass over midnight must end before the next day's first, whatever kind of day that is. */
function checkMidnight(json: JsonReader, plans: readonly SlotPlan[]): void {
  const canFollow = (a: DayKind, b: DayKind): boolean => {
    const [first, second] = [DAY_NAMES.indexOf(a as never), DAY_NAMES.indexOf(b as never)];
    return first < 0 || second < 0 || (first + 1) % 7 === second;
  };
  plans.forEach((plan, index) => {
    const over = Math.max(...plan.passes.map((pass) => minutesOf(pass).to)) - 1440;
    if (over <= 0) return;
    for (const next of plans) {
      const first = Math.min(...next.passes.map((pass) => minutesOf(pass).from));
      const meets = plan.days.some((a) => next.days.some((b) => canFollow(a, b)));
      if (!meets || first >= over) continue;
      json.fail("passes-overlap", `slotPlans/${String(index)}/passes`);
      return;
    }
  });
}

const milliseconds = (text: string | undefined): number => {
  const span = text === undefined ? undefined : readSpan(text);
  return span ? mostOf(span) : 0;
};

function checkLengths(json: JsonReader, rules: BookingRules): void {
  const { lengths = {}, cellMinutes, limits = [] } = rules;
  const longest = longestBooking(rules);
  if (longest / (cellMinutes * MINUTE) > BOOKING_LIMITS.cellsPerBooking)
    json.fail("too-many-cells", "lengths", BOOKING_LIMITS.cellsPerBooking);
  limits.forEach(({ of, max }, index) => {
    const least =
      of === "nights" ? (lengths.minNights ?? 1) : of === "minutes" ? milliseconds(lengths.min) / MINUTE : 1;
    if (max > 0 && max < least) json.fail("never-bookable", `limits/${String(index)}/max`, least);
  });
  const { maxInRow = Infinity } = rules.chain ?? {};
  if (maxInRow < (lengths.minNights ?? 1))
    json.fail("never-bookable", "chain/maxInRow", lengths.minNights ?? 1);
}

/** Milliseconds of the longest booking that the rules let through; 0 where they name none, as every verdict asks for the cells. */
function longestBooking({ mode, lengths = {}, slotPlans = [] }: BookingRules): number {
  if (mode === "nights") return (lengths.maxNights ?? 0) * DAY;
  if (mode === "free") return milliseconds(lengths.max);
  const passes = slotPlans.flatMap((plan) => plan.passes.map(minutesOf));
  return Math.max(0, ...passes.map(({ from, to }) => to - from)) * MINUTE * (lengths.maxPasses ?? 1);
}

function checkOpens(json: JsonReader, { opens, closesBefore, nights }: BookingRules): void {
  if (opens && "before" in opens && closesBefore !== undefined) {
    // A time of day can make a time open up to a day earlier.
    const ahead = milliseconds(opens.before) + (opens.at === undefined ? 0 : DAY);
    if (ahead <= milliseconds(closesBefore)) json.fail("never-bookable", "closesBefore");
  }
  if (nights?.arrivals?.length === 0 || nights?.departures?.length === 0)
    json.fail("never-bookable", "nights");
}
