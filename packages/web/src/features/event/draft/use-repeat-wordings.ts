import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { nthOfMonth, type MonthDay } from "@snart/calendar/recurrence/editor/month-day.ts";
import {
  writeRepeat,
  type Repeat,
  type RepeatFields,
  type RepeatFrequency,
} from "@snart/calendar/recurrence/editor/rule-editor.ts";
import type { RuleStart } from "@snart/calendar/recurrence/editor/rule-pattern.ts";
import type { RepeatPreset } from "@snart/calendar/recurrence/editor/rule-presets.ts";
import { ruleText } from "@snart/calendar/recurrence/sentence/rule-text.ts";
import { addDays, fieldsOfLocal, localFromFields, type Local } from "@snart/calendar/time/local.ts";
import { firstInLine } from "../../../i18n/format.ts";
import { useLanguage, useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { repeatOfEvent, ruleStartOf } from "./draft-repeat.ts";

/** Returns a function that words a preset at a local start. */
export function usePresetText(): (preset: RepeatPreset, start: Local) => string {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (preset, start) =>
    t(`repeat.${preset}`, {
      weekday: formats.weekday(start),
      day: fieldsOfLocal(start).day,
      nth: String(nthOfMonth(start)),
      date: formats.date(start),
    });
}

const MONDAY = localFromFields(2026, 11, 23);
/** A year with every date, also 29 February. */
const LEAP_YEAR = 2028;

/** Returns a function that words a day of the month, or of the one month of a year. */
export function useMonthDayText(): (on: MonthDay, fields: RepeatFields) => string {
  const t = useMessages();
  const formats = useFormats("UTC");
  return (on, { frequency, month }) => {
    if (on.kind === "lastDay") return t("repeat.onLastDay");
    if (on.kind === "date") {
      return frequency === "YEARLY"
        ? t("repeat.onDate", { date: formats.date(localFromFields(LEAP_YEAR, month, on.day)) })
        : t("repeat.onDay", { day: on.day });
    }
    const said = { nth: nthKey(on.nth), weekday: formats.weekday(addDays(MONDAY, on.day - 1)) };
    return frequency === "YEARLY"
      ? t("repeat.onNthOf", { ...said, month: formats.month(localFromFields(LEAP_YEAR, month, 1)) })
      : t("repeat.onNth", said);
  };
}

const nthKey = (nth: number): string => (nth === -1 ? "last" : nth < 0 ? "before" : `n${nth}`);

/**
 * The case of `repeat.every` for an interval: Swedish says "varje" of one, and "var 2:a", "var 3:e" and "vart 2:a" (of
 * years) of more. English has one form. Made here, as the plural rules of two languages weigh more than all of it.
 */
export function everyCase(interval: number, frequency: RepeatFrequency): string {
  if (interval === 1) return "one";
  const isTeen = interval % 100 === 11 || interval % 100 === 12;
  const ending = !isTeen && (interval % 10 === 1 || interval % 10 === 2) ? "A" : "E";
  return `${frequency === "YEARLY" ? "vart" : "var"}${ending}`;
}

/** Returns a function that words a repeat within a sentence: “every other Tuesday”; undefined if no words can. */
export function useRepeatWords(): (repeat: Repeat, start: RuleStart) => string | undefined {
  const language = useLanguage();
  return (repeat, start) => {
    const rule = writeRepeat(repeat, start);
    return rule && ruleText(rule, start, language);
  };
}

/** Returns a function that words the rule of a series within a sentence; undefined if it has none, or no words can. */
export function useRuleWords(): (event: JSEvent) => string | undefined {
  const words = useRepeatWords();
  return (event) => {
    const start = ruleStartOf(event);
    return start && event.recurrenceRule ? words(repeatOfEvent(event), start) : undefined;
  };
}

/** Returns a function that words a repeat as a whole sentence; if no words can, the sentence says so. */
export function useRepeatSentence(): (repeat: Repeat, start: RuleStart) => string {
  const t = useMessages();
  const language = useLanguage();
  const words = useRepeatWords();
  return (repeat, start) => {
    if (repeat.kind === "none") return t("repeat.none");
    return firstInLine(words(repeat, start) ?? t("repeat.unsaid"), language);
  };
}

/** Returns a function that words the repeat of a series. */
export function useRepeatText(): (event: JSEvent) => string {
  const t = useMessages();
  const sentence = useRepeatSentence();
  return (event) => {
    const start = ruleStartOf(event);
    // A series may have only added dates, without a rule.
    return start && event.recurrenceRule ? sentence(repeatOfEvent(event), start) : t("event.repeats");
  };
}
