import type { MessageKey } from "../../../../i18n/messages.ts";
import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { valueAt } from "../at-path.ts";
import {
  number,
  span,
  time,
  endTime,
  days,
  choice,
  text,
  each,
  type Line,
  type Known,
  type Blank,
  type Made,
} from "./line.ts";

export function what(rules: BookingRules): readonly Known[] {
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

export function times(rules: BookingRules): readonly Known[] {
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
