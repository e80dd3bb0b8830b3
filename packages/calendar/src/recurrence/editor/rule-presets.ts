import { fieldsOfLocal, weekday, type Local } from "../../time/local.ts";
import { isLastOfItsKind, nthOfMonth, sameDay, type MonthDay } from "./month-day.ts";
import { parityAt } from "./week-parity.ts";
import { fieldsFor, type Repeat, type RepeatEnd, type RepeatFields } from "./rule-editor.ts";

/** The repeats offered as a single choice. */
const repeatPresets = [
  "none",
  "daily",
  "weekdays",
  "weekly",
  "biweekly",
  "oddWeeks",
  "evenWeeks",
  "monthlyDay",
  "monthlyNth",
  "monthlyLast",
  "yearly",
] as const;
export type RepeatPreset = (typeof repeatPresets)[number];

/**
 * The presets that make sense for a start: odd weeks in an odd week; a fifth Monday is offered as the last one, and "last"
 * only for last ones.
 */
export const presetsFor = (start: Local): RepeatPreset[] =>
  repeatPresets.filter(
    (preset) =>
      (preset !== "oddWeeks" || parityAt(start) === "odd") &&
      (preset !== "evenWeeks" || parityAt(start) === "even") &&
      (preset !== "monthlyLast" || isLastOfItsKind(start)) &&
      (preset !== "monthlyNth" || nthOfMonth(start) <= 4),
  );

/** The repeat that a preset stands for at a start, with its end. */
export function repeatOfPreset(preset: RepeatPreset, start: Local, end: RepeatEnd): Repeat {
  if (preset === "none") return { kind: "none" };
  return { kind: "fields", fields: { ...fieldsFor(start), ...presetFields(preset, start) }, end };
}

function presetFields(preset: Exclude<RepeatPreset, "none">, start: Local): Partial<RepeatFields> {
  const day = weekday(start);
  switch (preset) {
    case "daily":
      return { frequency: "DAILY" };
    case "weekdays":
      return { weekdays: [1, 2, 3, 4, 5] };
    case "weekly":
      return {};
    case "biweekly":
      return { interval: 2 };
    case "oddWeeks":
      return { weeks: "odd" };
    case "evenWeeks":
      return { weeks: "even" };
    case "monthlyDay":
      return { frequency: "MONTHLY" };
    case "monthlyNth":
      return { frequency: "MONTHLY", on: { kind: "weekday", nth: nthOfMonth(start), day } };
    case "monthlyLast":
      return { frequency: "MONTHLY", on: { kind: "weekday", nth: -1, day } };
    case "yearly":
      return { frequency: "YEARLY" };
  }
}

/** The preset that a repeat equals at a start, whatever its end; undefined if none. */
export function presetOf(repeat: Repeat, start: Local): RepeatPreset | undefined {
  if (repeat.kind === "none") return "none";
  if (repeat.kind === "kept") return undefined;
  const { fields } = repeat;
  const own = fieldsOfLocal(start);
  const says = (on: MonthDay): boolean => sameDay(fields.on, on);
  const isOnStart = says({ kind: "date", day: own.day });
  const isWeekday = fields.on.kind === "weekday" && fields.on.day === weekday(start);
  switch (fields.frequency) {
    case "DAILY":
      return fields.interval === 1 ? "daily" : undefined;
    case "WEEKLY":
      return weeklyPreset(fields, start);
    case "MONTHLY":
      if (fields.interval !== 1) return undefined;
      if (isOnStart) return "monthlyDay";
      if (!isWeekday || fields.on.kind !== "weekday") return undefined;
      if (fields.on.nth === -1 && isLastOfItsKind(start)) return "monthlyLast";
      return fields.on.nth === nthOfMonth(start) && fields.on.nth <= 4 ? "monthlyNth" : undefined;
    case "YEARLY":
      return fields.interval === 1 && isOnStart && fields.month === own.month ? "yearly" : undefined;
  }
}

function weeklyPreset({ interval, weekdays, weeks }: RepeatFields, start: Local): RepeatPreset | undefined {
  if (interval === 1 && !weeks && weekdays.join("") === "12345") return "weekdays";
  if (weekdays.length !== 1 || weekdays[0] !== weekday(start)) return undefined;
  if (weeks) return weeks === parityAt(start) ? `${weeks}Weeks` : undefined;
  return interval === 1 ? "weekly" : interval === 2 ? "biweekly" : undefined;
}
