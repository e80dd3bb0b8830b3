import { parseTimeValue } from "../icalendar/time-property.ts";
import { ianaZone } from "../time/zone.ts";
import type { RuleCase } from "./rule-cases.ts";

/** The engines that ours is compared with: three in unit tests, two in the conformance run. */
export type Engine = "rrule" | "rrule-temporal" | "ical.js" | "dateutil" | "libical";

/** A class of rules about which an engine is known to differ. Examined one by one in docs/disagreements.md. */
export interface Disagreement {
  /** the heading in docs/disagreements.md */
  readonly id: string;
  readonly engine: Engine;
  readonly covers: (rule: RuleCase, theirs: readonly string[]) => boolean;
  /** a rule and a start that show it: once they no longer do, the entry must go */
  readonly example: readonly [rule: string, start: string, zone?: string];
}

const has = (rule: string, ...names: readonly string[]): boolean =>
  names.some((name) => rule.includes(`;${name}=`));
const isEvery = (rule: string, ...frequencies: readonly string[]): boolean =>
  frequencies.some((name) => rule.startsWith(`FREQ=${name}`));
const givesStart = ({ start, ours }: RuleCase): boolean => ours[0] === start;
function startExists({ start, zone: id }: RuleCase): boolean {
  const zone = id === undefined ? undefined : ianaZone(id);
  const local = parseTimeValue(start)?.local;
  return !zone || local === undefined || zone.toLocal(zone.toInstant(local)) === local;
}
/** The same instances, except that the start is not counted among them. */
const isOneMore = (one: RuleCase, theirs: readonly string[]): boolean =>
  has(one.rule, "COUNT") && !givesStart(one) && theirs.slice(0, one.ours.length).join() === one.ours.join();
/** Weeks of the year without any part that names the day. */
const isWholeWeek = ({ rule }: RuleCase): boolean =>
  has(rule, "BYWEEKNO") && !has(rule, "BYDAY", "BYMONTHDAY", "BYYEARDAY");

/** The list may only shrink: a class that no longer occurs fails, and so does a disagreement outside all classes. */
export const DISAGREEMENTS: readonly Disagreement[] = [
  {
    id: "COUNT and a start that the rule does not give",
    engine: "rrule",
    covers: isOneMore,
    example: ["FREQ=WEEKLY;BYDAY=MO;COUNT=3", "20261120T090000"],
  },
  {
    id: "COUNT and a start that the rule does not give",
    engine: "rrule-temporal",
    covers: isOneMore,
    example: ["FREQ=WEEKLY;BYDAY=MO;COUNT=3", "20261120T090000"],
  },
  {
    id: "COUNT and a start that the rule does not give",
    engine: "dateutil",
    covers: isOneMore,
    example: ["FREQ=WEEKLY;BYDAY=MO;COUNT=3", "20261120T090000"],
  },
  {
    id: "COUNT and a start that the rule does not give",
    engine: "libical",
    covers: isOneMore,
    example: ["FREQ=WEEKLY;BYDAY=MO;COUNT=3", "20261120T090000"],
  },
  {
    id: "BYSETPOS in the week of the start",
    engine: "dateutil",
    covers: ({ rule }) => isEvery(rule, "WEEKLY") && has(rule, "BYSETPOS"),
    example: ["FREQ=WEEKLY;BYDAY=TU,TH,SU;BYSETPOS=1", "20260329T023000"],
  },
  {
    id: "BYSETPOS in the week of the start",
    engine: "rrule",
    covers: ({ rule }) => isEvery(rule, "WEEKLY") && has(rule, "BYSETPOS"),
    example: ["FREQ=WEEKLY;BYDAY=TU,TH,SU;BYSETPOS=1", "20260329T023000"],
  },
  {
    id: "BYWEEKNO without BYDAY",
    engine: "dateutil",
    covers: isWholeWeek,
    example: ["FREQ=YEARLY;BYWEEKNO=20", "19970512T090000"],
  },
  {
    id: "BYWEEKNO without BYDAY",
    engine: "rrule",
    covers: isWholeWeek,
    example: ["FREQ=YEARLY;BYWEEKNO=20", "19970512T090000"],
  },
  {
    id: "Numbered weekdays that no month has",
    engine: "dateutil",
    covers: (one, theirs) => has(one.rule, "BYMONTH") && theirs[0] === "refused: list index out of range",
    example: ["FREQ=YEARLY;BYMONTH=9;BYDAY=51WE,-5WE", "19990901T090000"],
  },
  {
    id: "Weeks across the turn of the year",
    engine: "rrule",
    covers: ({ rule }) => has(rule, "BYWEEKNO") && has(rule, "INTERVAL", "BYSETPOS"),
    example: ["FREQ=YEARLY;INTERVAL=4;BYWEEKNO=1;BYDAY=FR,SU,SA,WE,TU;WKST=WE", "20260307T023000"],
  },
  {
    id: "Weeks across the turn of the year",
    engine: "dateutil",
    covers: ({ rule }) => has(rule, "BYWEEKNO") && has(rule, "INTERVAL", "BYSETPOS"),
    example: ["FREQ=YEARLY;INTERVAL=4;BYWEEKNO=1;BYDAY=FR,SU,SA,WE,TU;WKST=WE", "20260307T023000"],
  },
  {
    id: "Weekdays that the year does not have",
    engine: "rrule-temporal",
    covers: ({ rule }) => /BYDAY=[^;]*53/.test(rule) && has(rule, "BYSETPOS"),
    example: ["FREQ=YEARLY;BYDAY=25MO,-53SA,5WE;BYSETPOS=2", "20000424T165900"],
  },
  {
    id: "A start that the clocks skip",
    engine: "rrule-temporal",
    covers: (one) => !startExists(one),
    example: ["FREQ=DAILY", "20260329T023000", "Europe/Stockholm"],
  },
  {
    id: "Numbered weekdays beside days of the month",
    engine: "ical.js",
    covers: ({ rule }) => isEvery(rule, "MONTHLY") && has(rule, "BYMONTHDAY") && /BYDAY=[^;]*\d/.test(rule),
    example: ["FREQ=MONTHLY;INTERVAL=4;BYMONTHDAY=-25,1;BYDAY=-5SU,2SA,-1WE", "20261101T013000"],
  },
  {
    id: "29 February in other years",
    engine: "ical.js",
    covers: ({ rule, start }) => isEvery(rule, "YEARLY") && start.includes("0229T"),
    example: ["FREQ=YEARLY", "20240229T083000"],
  },
  {
    id: "BYSETPOS beyond the set",
    engine: "rrule",
    covers: ({ rule }) => has(rule, "BYSETPOS"),
    example: ["FREQ=MONTHLY;BYMONTHDAY=11,20;BYDAY=MO;BYSETPOS=-2", "20500216T090000"],
  },
  {
    id: "BYDAY beside BYYEARDAY or BYMONTHDAY of a year",
    engine: "rrule-temporal",
    covers: ({ rule }) =>
      (has(rule, "BYYEARDAY") && has(rule, "BYDAY")) ||
      (isEvery(rule, "YEARLY") &&
        has(rule, "BYMONTHDAY") &&
        (/BYDAY=-?\d/.test(rule) || has(rule, "BYWEEKNO"))) ||
      (has(rule, "BYYEARDAY") && has(rule, "BYWEEKNO", "BYMONTHDAY")),
    example: ["FREQ=YEARLY;INTERVAL=2;BYYEARDAY=-355;BYDAY=MO,TU,SU", "20240824T020000"],
  },
  {
    id: "The start is always given",
    engine: "ical.js",
    covers: (one) => !givesStart(one),
    example: ["FREQ=MONTHLY;BYMONTH=1,3,11", "19770523T080000"],
  },
  {
    id: "INTERVAL of months beside BYMONTH",
    engine: "ical.js",
    covers: ({ rule }) => isEvery(rule, "MONTHLY") && has(rule, "INTERVAL") && has(rule, "BYMONTH"),
    example: ["FREQ=MONTHLY;INTERVAL=3;BYMONTH=4,5,7;BYMONTHDAY=21", "19790421T193000"],
  },
  {
    id: "COUNT beside BYMONTH",
    engine: "ical.js",
    covers: ({ rule }) => isEvery(rule, "MONTHLY") && has(rule, "COUNT") && has(rule, "BYMONTH"),
    example: ["FREQ=MONTHLY;BYMONTH=3,5,10;COUNT=15", "19731003T173000"],
  },
  {
    id: "Times of day within a year or month",
    engine: "ical.js",
    covers: ({ rule }) => isEvery(rule, "YEARLY", "MONTHLY") && has(rule, "BYHOUR", "BYMINUTE", "BYSECOND"),
    example: ["FREQ=YEARLY;BYMINUTE=38,53", "20260215T023800"],
  },
  {
    id: "BYSETPOS over less than all instances",
    engine: "ical.js",
    covers: ({ rule }) => has(rule, "BYSETPOS"),
    example: ["FREQ=WEEKLY;BYDAY=WE,TH,FR,SU;BYSETPOS=1", "19840718T210000"],
  },
  {
    id: "BYSETPOS over less than all instances",
    engine: "libical",
    covers: ({ rule }) => has(rule, "BYSETPOS"),
    example: ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH;BYSETPOS=-2", "19730123T185900"],
  },
  {
    id: "BYMONTHDAY of a year",
    engine: "libical",
    covers: ({ rule }) => isEvery(rule, "YEARLY") && has(rule, "BYMONTHDAY") && !has(rule, "BYMONTH"),
    example: ["FREQ=YEARLY;BYMONTHDAY=-9,4,27", "20190323T125900"],
  },
  {
    id: "BYMONTHDAY of a year",
    engine: "ical.js",
    covers: ({ rule }) => isEvery(rule, "YEARLY") && has(rule, "BYMONTHDAY") && !has(rule, "BYMONTH"),
    example: ["FREQ=YEARLY;BYMONTHDAY=-9,4,27", "20190323T125900"],
  },
  {
    id: "Days from the end of the month as a limit",
    engine: "libical",
    covers: ({ rule }) => isEvery(rule, "DAILY", "HOURLY") && /BYMONTHDAY=-/.test(rule),
    example: ["FREQ=DAILY;BYMONTHDAY=-15,11", "20290211T023000"],
  },
  {
    id: "INTERVAL of hours beside BYHOUR",
    engine: "libical",
    covers: ({ rule }) => isEvery(rule, "HOURLY") && has(rule, "INTERVAL") && has(rule, "BYHOUR"),
    example: ["FREQ=HOURLY;INTERVAL=13;BYHOUR=21", "19621029T210000"],
  },
  {
    id: "WKST of a rule with months",
    engine: "libical",
    covers: ({ rule }) =>
      isEvery(rule, "WEEKLY") && has(rule, "INTERVAL") && has(rule, "WKST") && has(rule, "BYMONTH"),
    example: ["FREQ=WEEKLY;INTERVAL=5;BYMONTH=5;BYDAY=MO;WKST=SA", "20200105T051500"],
  },
  {
    id: "Weeks of the year, with less or more",
    engine: "libical",
    covers: ({ rule }) => has(rule, "BYWEEKNO"),
    example: ["FREQ=YEARLY;BYWEEKNO=20", "19970512T090000"],
  },
  {
    id: "Weeks of the year, with less or more",
    engine: "ical.js",
    covers: ({ rule }) => has(rule, "BYWEEKNO"),
    example: ["FREQ=YEARLY;BYWEEKNO=20", "19970512T090000"],
  },
];

/** The disagreements declared for an engine. */
export const declaredFor = (
  engine: Engine,
  one: RuleCase,
  theirs: readonly string[],
): Disagreement | undefined =>
  DISAGREEMENTS.find((each) => each.engine === engine && each.covers(one, theirs));
