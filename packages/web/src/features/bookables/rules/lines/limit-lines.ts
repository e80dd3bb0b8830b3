import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { valueAt } from "../at-path.ts";
import { number, span, time, endTime, days, choice, text, each, type Known } from "./line.ts";

export function ahead(): readonly Known[] {
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

export function limits(rules: BookingRules, labels: readonly string[]): readonly Known[] {
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

export function chain({ chain: { maxInRow = 1 } = {} }: BookingRules): readonly Known[] {
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
