import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { MessageKey } from "../../../i18n/messages.ts";
import { valueAt } from "./at-path.ts";

/** The part of the rules that a sentence belongs to, in the order in which they are shown. */
export const GROUPS = ["what", "times", "ahead", "number", "cancel", "noShow", "who"] as const;
export type Group = (typeof GROUPS)[number];

/** The words of what can be chosen, each a message that chooses by `value`. */
export type ChoiceWords =
  | "mode"
  | "almanac"
  | "redDays"
  | "measuredTo"
  | "of"
  | "per"
  | "counts"
  | "recurring"
  | "sees"
  | "approval"
  | "weight"
  | "accept";

/** A blank of a sentence: where its value is, and what may stand there. */
export type Blank = { readonly path: string } & (
  | { readonly kind: "number"; readonly least?: number; readonly most: number }
  | { readonly kind: "span" | "time" | "endTime" | "date" | "moment" | "zone" | "groups" | "passes" }
  | { readonly kind: "choice"; readonly words: ChoiceWords; readonly options: readonly string[] }
  | { readonly kind: "flag"; readonly words: ChoiceWords }
  | { readonly kind: "label" }
  | { readonly kind: "days"; readonly isNamed: boolean }
  | { readonly kind: "ways" }
  | { readonly kind: "text" | "longText"; readonly most: number }
);

/** A rule as a sentence with blanks. */
export interface Line {
  /** of the rule in the rules; removing the line removes what is there */
  readonly path: string;
  readonly group: Group;
  readonly of: MessageKey;
  readonly blanks: Readonly<Record<string, Blank>>;
  /** what the words around the blanks depend on */
  readonly count?: number;
  /** the rule cannot be left out */
  readonly isFixed?: boolean;
  /** it is kept and shown, and nothing acts on it yet */
  readonly isIdle?: boolean;
}

type Made = Pick<Line, "group" | "of" | "blanks"> & Partial<Line>;
/** A rule that may be there: its path with its sentence. */
type Known = readonly [path: string, line: Made];

const number = (path: string, most: number, least = 1): Blank => ({ kind: "number", path, most, least });
const span = (path: string): Blank => ({ kind: "span", path });
const time = (path: string): Blank => ({ kind: "time", path });
const endTime = (path: string): Blank => ({ kind: "endTime", path });
const days = (path: string, isNamed = true): Blank => ({ kind: "days", path, isNamed });
const choice = (path: string, words: ChoiceWords, options: readonly string[]): Blank => ({
  kind: "choice",
  path,
  words,
  options,
});
const text = (path: string): Blank => ({ kind: "text", path, most: BOOKING_LIMITS.nameLength });

/** How many entries a list of the rules has. */
const each = (rules: BookingRules, path: string, make: (at: string, entry: unknown) => readonly Known[]) => {
  const list = valueAt(rules, path);
  return Array.isArray(list) ? list.flatMap((entry, at) => make(`${path}/${at}`, entry)) : [];
};

function what(rules: BookingRules): readonly Known[] {
  const modes = ["slots", "free", "nights"];
  const blanks = { units: number("units", BOOKING_LIMITS.units) };
  return [
    ["mode", { group: "what", of: "rules.mode", blanks: { mode: choice("mode", "mode", modes) } }],
    ["units", { group: "what", of: "rules.units", count: rules.units, blanks }],
    ["timeZone", { group: "what", of: "rules.zone", blanks: { zone: { kind: "zone", path: "timeZone" } } }],
    [
      "almanac",
      {
        group: "what",
        of: "rules.almanac",
        blanks: { almanac: choice("almanac", "almanac", ["SE", "GB-ENG", "GB-SCT", "GB-NIR"]) },
      },
    ],
  ];
}

function times(rules: BookingRules): readonly Known[] {
  const group = "times";
  return [
    ...each(rules, "slotPlans", (at): Known[] => [
      [
        at,
        {
          group,
          of: "rules.slots",
          // Without any there is nothing to book.
          isFixed: rules.slotPlans?.length === 1,
          blanks: { days: days(`${at}/days`), passes: { kind: "passes", path: `${at}/passes` } },
        },
      ],
    ]),
    ...each(rules, "open", (at): Known[] => [
      [
        at,
        {
          group,
          of: "rules.open",
          blanks: { days: days(`${at}/days`), from: time(`${at}/from`), to: endTime(`${at}/to`) },
        },
      ],
    ]),
    ...nights(rules),
    [
      "redDays",
      {
        group,
        of: "rules.redDays",
        blanks: { redDays: choice("redDays", "redDays", ["asOwnDay", "asSunday", "closed"]) },
      },
    ],
    ...each(rules, "maintenance", (at, entry): Known[] => [[at, { group, ...maintenance(at, entry) }]]),
    ...lengths(rules),
    ["gap", { group, of: "rules.gap", blanks: { gap: span("gap") } }],
    ["tail", { group, of: "rules.tail", blanks: { tail: span("tail") } }],
  ];
}

function maintenance(at: string, entry: unknown): Pick<Line, "of" | "blanks"> {
  const reason = text(`${at}/reason`);
  if (valueAt(entry, "start") !== undefined) {
    const moment = (key: string): Blank => ({ kind: "moment", path: `${at}/${key}` });
    return { of: "rules.closedOnce", blanks: { start: moment("start"), end: moment("end"), reason } };
  }
  const [from, to] = [time(`${at}/from`), endTime(`${at}/to`)];
  return { of: "rules.closedWeekly", blanks: { days: days(`${at}/days`, false), from, to, reason } };
}

function nights(rules: BookingRules): readonly Known[] {
  const group = "times";
  const arriving = (at: string): readonly Known[] => [
    [`${at}/arrivals`, { group, of: "rules.arrivals", blanks: { arrivals: days(`${at}/arrivals`, false) } }],
    [
      `${at}/departures`,
      { group, of: "rules.departures", blanks: { departures: days(`${at}/departures`, false) } },
    ],
  ];
  return [
    [
      "nights",
      {
        group,
        of: "rules.stay",
        isFixed: true,
        blanks: { checkIn: time("nights/checkIn"), checkOut: time("nights/checkOut") },
      },
    ],
    ...arriving("nights"),
    ...each(rules, "nights/exceptions", (at): readonly Known[] => {
      const date = (key: string): Blank => ({ kind: "date", path: `${at}/${key}` });
      const line: Made = { group, of: "rules.exception", blanks: { from: date("from"), to: date("to") } };
      return [[at, line], ...arriving(at)];
    }),
  ];
}

function lengths({ lengths: { maxPasses, minNights, maxNights } = {} }: BookingRules): readonly Known[] {
  const group = "times";
  const at = (key: string): string => `lengths/${key}`;
  const counted = (key: string, of: MessageKey, most: number, count = 1): Known => [
    at(key),
    { group, of, count, blanks: { number: number(at(key), most) } },
  ];
  return [
    [at("min"), { group, of: "rules.shortest", blanks: { span: span(at("min")) } }],
    [at("max"), { group, of: "rules.longest", blanks: { span: span(at("max")) } }],
    counted("maxPasses", "rules.maxPasses", BOOKING_LIMITS.passesPerDay, maxPasses),
    counted("minNights", "rules.minNights", 366, minNights),
    counted("maxNights", "rules.maxNights", 366, maxNights),
    [at("exemptWithin"), { group, of: "rules.lengthExempt", blanks: { span: span(at("exemptWithin")) } }],
  ];
}

function ahead(): readonly Known[] {
  const group = "ahead";
  return [
    ["opens/before", { group, path: "opens", of: "rules.opens", blanks: { span: span("opens/before") } }],
    [
      "opens/day",
      {
        group,
        path: "opens",
        of: "rules.opensMonthly",
        blanks: { day: number("opens/day", 31), at: time("opens/at") },
      },
    ],
    ["opens/at", { group, of: "rules.opensAt", blanks: { at: time("opens/at") } }],
    [
      "measuredTo",
      {
        group,
        of: "rules.measuredTo",
        blanks: { end: choice("measuredTo", "measuredTo", ["start", "end"]) },
      },
    ],
    ["closesBefore", { group, of: "rules.closesBefore", blanks: { span: span("closesBefore") } }],
  ];
}

const PERIODS = ["upcoming", "day", "week", "month", "year", "rolling:P7D", "rolling:P30D", "rolling:P90D"];

function limits(rules: BookingRules, labels: readonly string[]): readonly Known[] {
  const group = "number";
  const of = rules.mode === "nights" ? ["bookings", "nights", "minutes"] : ["bookings", "minutes"];
  return each(rules, "limits", (at, entry): readonly Known[] => {
    const count = Number(valueAt(entry, "max"));
    const part = `${at}/dayPart`;
    const isOver = valueAt(entry, "over") !== "this" || labels.length > 0;
    const blanks = {
      max: number(`${at}/max`, BOOKING_LIMITS.mostOfALimit),
      of: choice(`${at}/of`, "of", of),
      per: choice(`${at}/per`, "per", PERIODS),
    };
    const late = `${at}/countsLateCancelled`;
    const missed = `${at}/countsNoShow`;
    return [
      [at, { group, of: "rules.limit", count, blanks }],
      ...(isOver ? [overLine(`${at}/over`)] : []),
      [
        part,
        {
          group,
          of: "rules.limitPart",
          blanks: { days: days(`${part}/days`), from: time(`${part}/from`), to: endTime(`${part}/to`) },
        },
      ],
      [
        `${at}/exemptWithin`,
        { group, of: "rules.limitExempt", blanks: { span: span(`${at}/exemptWithin`) } },
      ],
      [
        late,
        { group, of: "rules.limitLate", blanks: { counts: { kind: "flag", words: "counts", path: late } } },
      ],
      [
        missed,
        {
          group,
          of: "rules.limitMissed",
          blanks: { counts: { kind: "flag", words: "counts", path: missed } },
        },
      ],
    ];
  });
}

const overLine = (path: string): Known => [
  path,
  { group: "number", of: "rules.limitOver", isFixed: true, blanks: { over: { kind: "label", path } } },
];

function chain({ chain: { maxInRow = 1 } = {} }: BookingRules): readonly Known[] {
  const group = "number";
  return [
    [
      "chain/maxInRow",
      { group, of: "rules.inRow", count: maxInRow, blanks: { number: number("chain/maxInRow", 366) } },
    ],
    [
      "chain/minGapBetweenOwn",
      { group, of: "rules.ownGap", blanks: { span: span("chain/minGapBetweenOwn") } },
    ],
    ["chain/notWhile", { group, of: "rules.notWhile", blanks: { label: text("chain/notWhile") } }],
    [
      "recurring",
      {
        group,
        of: "rules.recurring",
        blanks: {
          recurring: choice("recurring", "recurring", ["no", "managers", "skipTaken", "allOrNothing"]),
        },
      },
    ],
  ];
}

function cancel(): readonly Known[] {
  const group = "cancel";
  return [
    ["cancel/until", { group, path: "cancel", of: "rules.cancel", blanks: { span: span("cancel/until") } }],
    ["cancel/at", { group, of: "rules.cancelAt", blanks: { at: time("cancel/at") } }],
    ["cancel/regret", { group, of: "rules.regret", blanks: { span: span("cancel/regret") } }],
    ["confirmBy", { group, of: "rules.confirmBy", isIdle: true, blanks: { span: span("confirmBy") } }],
  ];
}

function noShow(rules: BookingRules): readonly Known[] {
  const group = "noShow";
  const { max = 1 } = rules.checkIn?.noShows ?? {};
  return [
    [
      "checkIn",
      {
        group,
        of: "rules.checkIn",
        isIdle: true,
        blanks: { from: span("checkIn/from"), within: span("checkIn/within") },
      },
    ],
    [
      "checkIn/by",
      { group, of: "rules.checkInBy", isFixed: true, blanks: { ways: { kind: "ways", path: "checkIn/by" } } },
    ],
    [
      "checkIn/noShows",
      {
        group,
        of: "rules.noShows",
        isIdle: true,
        count: max,
        blanks: {
          max: number("checkIn/noShows/max", 100),
          days: number("checkIn/noShows/days", BOOKING_LIMITS.rollingDays),
          pause: span("checkIn/noShows/pause"),
        },
      },
    ],
  ];
}

function who(rules: BookingRules): readonly Known[] {
  const group = "who";
  const { version = 1 } = rules.houseRules ?? {};
  const long = (key: string): Blank => ({
    kind: "longText",
    path: `houseRules/text/${key}`,
    most: BOOKING_LIMITS.textLength,
  });
  return [
    ["mayBook", { group, of: "rules.mayBook", blanks: { groups: { kind: "groups", path: "mayBook" } } }],
    [
      "sees",
      { group, of: "rules.sees", blanks: { sees: choice("sees", "sees", ["busy", "household", "names"]) } },
    ],
    [
      "approval",
      {
        group,
        of: "rules.approval",
        blanks: { approval: choice("approval", "approval", ["none", "always", "whenRuleBroken"]) },
      },
    ],
    ...waiting(),
    ...draw(rules),
    [
      "houseRules",
      {
        group,
        of: "rules.houseRules",
        count: version,
        blanks: {
          version: number("houseRules/version", 1_000_000),
          accept: { kind: "flag", words: "accept", path: "houseRules/mustAccept" },
          sv: long("sv"),
          en: long("en"),
        },
      },
    ],
  ];
}

function waiting(): readonly Known[] {
  const group = "who";
  return [
    [
      "waitlist/offerFor",
      {
        group,
        path: "waitlist",
        of: "rules.waitlist",
        isIdle: true,
        blanks: { span: span("waitlist/offerFor") },
      },
    ],
    [
      "waitlist/allAtOnceWithin",
      { group, of: "rules.allAtOnce", blanks: { span: span("waitlist/allAtOnceWithin") } },
    ],
    [
      "waitlist/quiet",
      {
        group,
        of: "rules.quiet",
        blanks: { from: time("waitlist/quiet/from"), to: time("waitlist/quiet/to") },
      },
    ],
  ];
}

function draw(rules: BookingRules): readonly Known[] {
  const group = "who";
  return [
    ...each(rules, "draw/periods", (at): Known[] => {
      const date = (key: string): Blank => ({ kind: "date", path: `${at}/${key}` });
      const moment = (key: string): Blank => ({ kind: "moment", path: `${at}/${key}` });
      const blanks = { from: date("from"), to: date("to"), opens: moment("opens"), closes: moment("closes") };
      // A draw is one of periods: with the last of them it goes.
      const path = rules.draw?.periods.length === 1 ? "draw" : at;
      return [[at, { group, path, of: "rules.draw", isIdle: true, blanks }]];
    }),
    [
      "draw/weight",
      {
        group,
        of: "rules.drawWeight",
        isFixed: true,
        blanks: {
          weight: choice("draw/weight", "weight", ["equal", "yearsSinceLast"]),
          wishes: number("draw/wishes", BOOKING_LIMITS.entries),
        },
      },
    ],
  ];
}

const FIXED: ReadonlySet<string> = new Set(["mode", "units", "timeZone"]);

/**
 * Every rule that is there, as a sentence. A change goes to the path of a blank, so that what no sentence says stays as it is.
 * @param labels of the thing
 */
export function linesOf(rules: BookingRules, labels: readonly string[]): readonly Line[] {
  const known = [
    ...what(rules),
    ...times(rules),
    ...ahead(),
    ...limits(rules, labels),
    ...chain(rules),
    ...cancel(),
    ...noShow(rules),
    ...who(rules),
  ];
  const isMonthly = valueAt(rules, "opens/release") !== undefined;
  return known
    .filter(([path]) => valueAt(rules, path) !== undefined && !(path === "opens/at" && isMonthly))
    .map(([path, line]) => ({ path, isFixed: FIXED.has(path), ...line }));
}
