import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookingRules, DrawPeriod } from "@snart/calendar/booking/rules.ts";
import { number, span, text, time, choice, each, type Known, type Blank } from "./line.ts";

export function cancel(): readonly Known[] {
  const group = "cancel";
  return [
    ["cancel/until", { group, path: "cancel", of: "rules.cancel", blanks: { span: span("cancel/until") } }],
    ["cancel/at", { group, of: "rules.cancelAt", blanks: { at: time("cancel/at") } }],
    ["cancel/regret", { group, of: "rules.regret", blanks: { span: span("cancel/regret") } }],
    ["confirmBy", { group, of: "rules.confirmBy", blanks: { span: span("confirmBy") } }],
  ];
}

export function noShow(rules: BookingRules): readonly Known[] {
  const group = "noShow";
  const { max = 1 } = rules.checkIn?.noShows ?? {};
  return [
    [
      "checkIn",
      {
        group,
        of: "rules.checkIn",
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

export function who(rules: BookingRules): readonly Known[] {
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
    ...each(rules, "draw/periods", (at, period): Known[] => {
      const date = (key: string): Blank => ({ kind: "date", path: `${at}/${key}` });
      const moment = (key: string): Blank => ({ kind: "moment", path: `${at}/${key}` });
      const isNamed = (period as DrawPeriod).name !== undefined;
      const blanks = {
        ...(isNamed && { name: text(`${at}/name`) }),
        from: date("from"),
        to: date("to"),
        opens: moment("opens"),
        closes: moment("closes"),
      };
      // A draw is one of periods: with the last of them it goes.
      const path = rules.draw?.periods.length === 1 ? "draw" : at;
      return [[at, { group, path, of: isNamed ? "rules.drawNamed" : "rules.draw", blanks }]];
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
