import { DAY_NAMES } from "@snart/calendar/booking/day-kinds.ts";
import type { BookingRules, DayKind } from "@snart/calendar/booking/rules.ts";
import { addDays, type Local } from "@snart/calendar/time/local.ts";
import { localDateText } from "../../../store/items/local-text.ts";
import { valueAt, withValue } from "./at-path.ts";
import { linesOf } from "./lines/lines.ts";
import type { Line } from "./lines/line.ts";

/** A rule that can be added, as the sentence that it would be. */
export interface Addition {
  readonly line: Line;
  readonly rules: BookingRules;
}

interface Around {
  readonly labels: readonly string[];
  /** groups that may be named as those who book */
  readonly groups: readonly string[];
  readonly today: Local;
}

type Candidate = readonly [path: string, value: unknown];

const KINDS: readonly DayKind[] = [...DAY_NAMES, "redDay", "eve", "squeezeDay"];

/** Every rule that is missing, each with usual values: one press adds it, and its blanks say what can be changed. */
export function additionsTo(rules: BookingRules, around: Around): readonly Addition[] {
  const before = new Set(linesOf(rules, around.labels).map(({ path, of }) => `${path} ${of}`));
  return candidates(rules, around)
    .filter(([path]) => valueAt(rules, path) === undefined)
    .flatMap(([path, value]) => {
      const changed = withValue(rules, path, value);
      const added = linesOf(changed, around.labels).filter((it) => !before.has(`${it.path} ${it.of}`));
      // A second period of a draw gives the first one a path of its own, too.
      const line = added.find((it) => it.path === path) ?? added[0];
      return line ? [{ line, rules: changed }] : [];
    });
}

function candidates(rules: BookingRules, around: Around): readonly Candidate[] {
  return [
    ["almanac", "SE"],
    ...timeCandidates(rules, around.today),
    ...aheadCandidates(rules),
    ...numberCandidates(rules),
    ...whoCandidates(rules, around.groups),
    ...drawCandidates(rules, around.today),
  ];
}

const lengthOf = (rules: BookingRules, path: string): number => {
  const list = valueAt(rules, path);
  return Array.isArray(list) ? list.length : 0;
};

function timeCandidates(rules: BookingRules, today: Local): readonly Candidate[] {
  const { mode } = rules;
  const next = (path: string): string => `${path}/${lengthOf(rules, path)}`;
  const date = localDateText(addDays(today, 1));
  const hours = { from: "08:00", to: "12:00" };
  return [
    ...(mode === "slots" ? slotCandidates(rules, next("slotPlans")) : []),
    ...(mode === "free" ? freeCandidates(next("open")) : []),
    ...(mode === "nights" ? nightCandidates(next("nights/exceptions"), date) : []),
    ["redDays", "closed"],
    [next("maintenance"), { days: ["fr"], ...hours, reason: "…" }],
    [next("maintenance"), { start: `${date}T08:00`, end: `${date}T16:00`, reason: "…" }],
    ["lengths/exemptWithin", "P2D"],
    ["gap", "PT15M"],
    ["tail", "PT30M"],
  ];
}

function slotCandidates({ slotPlans = [] }: BookingRules, path: string): readonly Candidate[] {
  const planned = new Set(slotPlans.flatMap(({ days }) => days));
  const left = KINDS.find((kind) => !planned.has(kind));
  const plan = left && { days: [left], passes: [{ from: "10:00", to: "13:00" }] };
  return [...(plan ? [[path, plan] as const] : []), ["lengths/maxPasses", 2]];
}

const freeCandidates = (path: string): readonly Candidate[] => [
  [path, { days: DAY_NAMES, from: "08:00", to: "20:00" }],
  ["lengths/min", "PT1H"],
  ["lengths/max", "PT4H"],
];

const nightCandidates = (path: string, date: string): readonly Candidate[] => [
  ["nights/arrivals", ["fr"]],
  ["nights/departures", ["su"]],
  [path, { from: date, to: date, arrivals: ["mo"], departures: ["mo"] }],
  ["lengths/minNights", 2],
  ["lengths/maxNights", 7],
];

const aheadCandidates = (rules: BookingRules): readonly Candidate[] => [
  ["opens", { before: "P14D" }],
  ...(rules.opens && "before" in rules.opens ? ([["opens/at", "18:00"]] as const) : []),
  ["opens", { release: "monthly", day: 20, at: "18:00", for: "nextMonth" }],
  ...(rules.opens ? ([["measuredTo", "end"]] as const) : []),
  ["closesBefore", "PT1H"],
  ["cancel", { until: "PT2H" }],
  ...(rules.cancel
    ? ([
        ["cancel/at", "12:00"],
        ["cancel/regret", "PT2H"],
      ] as const)
    : []),
  ["confirmBy", "P14D"],
];

const numberCandidates = (rules: BookingRules): readonly Candidate[] => [
  [`limits/${lengthOf(rules, "limits")}`, { max: 2, of: "bookings", per: "upcoming", over: "this" }],
  ...(rules.limits ?? []).flatMap((_, at): readonly Candidate[] => [
    [`limits/${at}/dayPart`, { days: DAY_NAMES, from: "16:00", to: "22:00" }],
    [`limits/${at}/exemptWithin`, "PT2H"],
    [`limits/${at}/countsLateCancelled`, true],
    [`limits/${at}/countsNoShow`, false],
  ]),
  ["chain/maxInRow", rules.lengths?.minNights ?? 1],
  ["chain/minGapBetweenOwn", "PT1H"],
  ["chain/notWhile", "…"],
  ["recurring", "managers"],
];

function whoCandidates({ checkIn, waitlist }: BookingRules, groups: readonly string[]): readonly Candidate[] {
  const [group] = groups;
  return [
    ["checkIn", { from: "PT15M", within: "PT30M", by: ["app"] }],
    ...(checkIn ? ([["checkIn/noShows", { max: 3, days: 90, pause: "P30D" }]] as const) : []),
    ...(group === undefined ? [] : ([["mayBook", [group]]] as const)),
    ["sees", "household"],
    ["approval", "always"],
    ["waitlist", { offerFor: "PT2H" }],
    ...(waitlist
      ? ([
          ["waitlist/allAtOnceWithin", "P1D"],
          ["waitlist/quiet", { from: "22:00", to: "07:00" }],
        ] as const)
      : []),
    ["houseRules", { text: { en: "…", sv: "…" }, version: 1, mustAccept: true }],
  ];
}

/** A week three months ahead, for which wishes are taken for a month from now on. */
function drawCandidates({ draw }: BookingRules, today: Local): readonly Candidate[] {
  const day = (ahead: number): string => localDateText(addDays(today, ahead));
  const moments = { opens: `${day(0)}T00:00`, closes: `${day(30)}T18:00` };
  const period = { name: "…", from: day(90), to: day(97), ...moments };
  return draw
    ? [[`draw/periods/${draw.periods.length}`, period]]
    : [["draw", { periods: [period], weight: "yearsSinceLast", wishes: 3 }]];
}

/** The rules for another way of booking: what only the former knew goes, what the new one cannot do without comes. */
export function withMode(rules: BookingRules, mode: BookingRules["mode"]): BookingRules {
  if (mode === rules.mode) return rules;
  const { slotPlans: _plans, open: _open, nights: _nights, lengths: _lengths, ...rest } = rules;
  const limits = rest.limits?.filter(({ of }) => of !== "nights");
  const kept = { ...rest, mode, ...(limits && { limits }) };
  if (mode === "free") return kept;
  if (mode === "nights") return { ...kept, nights: { checkIn: "15:00", checkOut: "12:00" } };
  const passes = [7, 10, 13, 16, 19].map((hour) => ({ from: clock(hour), to: clock(hour + 3) }));
  return { ...kept, slotPlans: [{ days: DAY_NAMES, passes }] };
}

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
