import { ruleFromJs, ruleToJs } from "@snart/calendar/jscalendar/properties/recurrence-rule.ts";
import type { JSEvent, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import {
  readRepeat,
  rebaseRepeat,
  writeRepeat,
  type Repeat,
} from "@snart/calendar/recurrence/editor/rule-editor.ts";
import type { RuleStart } from "@snart/calendar/recurrence/editor/rule-pattern.ts";
import { formatRule } from "@snart/calendar/recurrence/rule.ts";
import { allDay, floating, timed, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { readLocalText } from "../../../store/items/local-text.ts";

/** The repeat of a draft, and the start for which it was chosen: it follows when the start moves to another day. */
export interface DraftRepeat {
  readonly repeat: Repeat;
  readonly at: Local;
  /** whether the person chose it with its end; else it is the series' own, and its end moves with the start */
  readonly isChosen: boolean;
}

/** Returns the repeat of a draft at its present start. */
export const repeatAt = ({ repeat, at, isChosen }: DraftRepeat, start: Local): Repeat =>
  rebaseRepeat(repeat, at, start, !isChosen);

/** Returns the start of a series for its rule; undefined if it is unreadable. */
export function ruleStartOf(event: JSEvent): RuleStart | undefined {
  const start = readLocalText(event.start);
  if (start === undefined) return undefined;
  if (event.showWithoutTime && !event.timeZone) return { start: startOfDay(start), allDay: true };
  const zone = event.timeZone ? ianaZone(event.timeZone) : undefined;
  return { start, ...(zone && { zone }) };
}

/** Returns the repeat of an event or a series, for the editor of an occurrence that starts at `shownAt`. */
export function repeatOfEvent(event: JSEvent, shownAt?: Local): Repeat {
  const start = ruleStartOf(event);
  return event.recurrenceRule && start
    ? repeatFromJs(event.recurrenceRule, start, shownAt)
    : { kind: "none" };
}

function timeOf({ start, zone, allDay: isAllDay }: RuleStart): CalendarTime {
  if (isAllDay) return allDay(startOfDay(start));
  return zone ? timed(start, zone) : floating(start);
}

/** Converts a JSCalendar rule to the form in which the editor shows it. */
export const repeatFromJs = (rule: RecurrenceRule, start: RuleStart, shownAt?: Local): Repeat =>
  readRepeat(ruleFromJs(rule, timeOf(start)), start, shownAt);

/** Returns the rule of a repeat; a kept one has every detail of `original` but the end. */
export function repeatToJs(
  repeat: Repeat,
  start: RuleStart,
  original?: RecurrenceRule | null,
): RecurrenceRule | undefined {
  const written = writeRepeat(repeat, start);
  if (!written) return undefined;
  const rule = ruleToJs(written, timeOf(start));
  if (repeat.kind !== "kept" || !original) return rule;
  const { count: _count, until: _until, ...kept } = original;
  const { count, until } = rule;
  return { ...kept, ...(count !== undefined && { count }), ...(until !== undefined && { until }) };
}

/** Returns whether two repeats make the same rule. */
export function sameRepeat(a: Repeat, b: Repeat, start: RuleStart): boolean {
  const [one, other] = [writeRepeat(a, start), writeRepeat(b, start)];
  return (one && formatRule(one)) === (other && formatRule(other));
}
