import { dayOf } from "../../time/local.ts";
import { dayNameOf } from "../day-kinds.ts";
import type { LengthUnit, Reason } from "../reason.ts";
import type { Sentence, SentenceContext } from "./context.ts";
import { quotaSentence } from "./quota-sentence.ts";
import {
  clockWords,
  dateWords,
  endClockWords,
  momentWords,
  soonWords,
  untilWords,
  weekdaysWord,
  weekdaysWords,
  whenWords,
} from "./when-words.ts";

/** Hours where they are whole: "4 hours", not "240 minutes". */
function inHours(
  unit: LengthUnit,
  ...numbers: readonly number[]
): { readonly unit: LengthUnit | "hours"; readonly numbers: readonly number[] } {
  const isWhole = unit === "minutes" && numbers.every((number) => number % 60 === 0);
  return isWhole ? { unit: "hours", numbers: numbers.map((number) => number / 60) } : { unit, numbers };
}

/** What a reason says, with its numbers, moments and how soon they are. */
export function reasonSentence(reason: Reason, context: SentenceContext): Sentence {
  const { whom, name = "", mode } = context;
  const party = { whom, name };
  switch (reason.kind) {
    case "declinesAlways":
    case "notATime":
    case "rulesNotAccepted":
      return { key: `booking.reason.${reason.kind}`, args: {} };
    case "unknown":
      return unknownSentence(reason, context);
    case "notAllowed":
      if (reason.why === "outsideRules")
        return { key: "booking.reason.onlyManagers", args: { what: "outside" } };
      return { key: "booking.reason.notAllowed", args: { groups: groupWords(reason.groups, context) } };
    case "noSeries":
      return reason.who === "managers"
        ? { key: "booking.reason.onlyManagers", args: { what: "series" } }
        : { key: "booking.reason.noSeries", args: {} };
    case "paused":
      return {
        key: "booking.reason.paused",
        args: { ...party, until: dateWords(context, reason.until), soon: soonWords(context, reason.until) },
      };
    case "closed":
    case "offGrid":
    case "wrongDay":
    case "maintenance":
      return timeSentence(reason, context);
    case "byLot":
    case "notYet":
    case "tooLate":
      return horizonSentence(reason, context);
    case "tooShort":
    case "tooLong":
      return lengthSentence(reason, context);
    case "taken":
      return {
        key: "booking.reason.taken",
        args: { mode, until: untilWords(context, reason.until, context.start) },
      };
    case "held":
      return {
        key: "booking.reason.held",
        args: { when: whenWords(context, reason.until), soon: soonWords(context, reason.until) },
      };
    case "quota":
      return quotaSentence(reason, context);
    case "adjacent":
      return { key: "booking.reason.adjacent", args: { unit: reason.unit, most: reason.most } };
    case "tooClose": {
      const { unit, numbers } = inHours("minutes", reason.minutes);
      return { key: "booking.reason.tooClose", args: { unit, count: numbers[0] ?? 0 } };
    }
    case "elsewhere":
      return {
        key: "booking.reason.elsewhere",
        args: { ...party, until: untilWords(context, reason.until, context.start) },
      };
  }
}

const groupWords = (
  groups: readonly string[],
  { language, groupName = (id) => id }: SentenceContext,
): string => new Intl.ListFormat(language, { type: "conjunction" }).format(groups.map(groupName));

type Of<K extends Reason["kind"]> = Extract<Reason, { kind: K }>;

function unknownSentence({ source, health, since }: Of<"unknown">, context: SentenceContext): Sentence {
  return {
    key: "booking.reason.unknown",
    args: {
      source: context.sourceName?.(source) ?? source,
      health: since === undefined && health === "stale" ? "unreadable" : health,
      since: since === undefined ? "" : untilWords(context, since, context.now),
    },
  };
}

function timeSentence(
  reason: Of<"closed" | "offGrid" | "wrongDay" | "maintenance">,
  context: SentenceContext,
): Sentence {
  const { language, mode } = context;
  switch (reason.kind) {
    case "closed": {
      const { why, next, day } = reason;
      const args = {
        opens: next === undefined ? "never" : "then",
        next: next === undefined ? "" : whenWords(context, next),
        soon: next === undefined ? "" : soonWords(context, next),
      };
      if (why === "hours") return { key: "booking.reason.closedHours", args };
      if (why !== "weekday") return { key: "booking.reason.closedDay", args: { ...args, day: why } };
      return {
        key: "booking.reason.closedWeekday",
        args: { ...args, days: weekdaysWord(dayNameOf(day), language) },
      };
    }
    case "offGrid": {
      const { start, end } = reason.nearest;
      const times = { from: clockWords(context, start), to: endClockWords(context, end) };
      if (mode === "nights") return { key: "booking.reason.stayTimes", args: times };
      const days = weekdaysWord(dayNameOf(dayOf(context.zone.toLocal(start))), language);
      if (reason.isBefore) return { key: "booking.reason.firstSlot", args: { days, at: times.from } };
      return { key: "booking.reason.nearestSlot", args: { ...times, day: dateWords(context, start) } };
    }
    case "wrongDay":
      return {
        key: "booking.reason.wrongDay",
        args: { end: reason.end, days: weekdaysWords(reason.days, language) },
      };
    case "maintenance":
      return {
        key: "booking.reason.maintenance",
        args: { why: reason.why, until: untilWords(context, reason.until, context.start) },
      };
  }
}

function horizonSentence(reason: Of<"byLot" | "notYet" | "tooLate">, context: SentenceContext): Sentence {
  switch (reason.kind) {
    case "byLot": {
      const hasOpened = reason.opens <= context.now;
      const [opens, closes] = [momentWords(context, reason.opens), momentWords(context, reason.closes)];
      const soon = soonWords(context, hasOpened ? reason.closes : reason.opens);
      return {
        key: "booking.reason.byLot",
        args: { wishes: reason.isDue ? "due" : hasOpened ? "open" : "ahead", opens, closes, soon },
      };
    }
    case "notYet":
      return {
        key: "booking.reason.notYet",
        args: { when: whenWords(context, reason.opens), soon: soonWords(context, reason.opens) },
      };
    case "tooLate":
      if (reason.isPast) return { key: "booking.reason.past", args: {} };
      return {
        key: "booking.reason.tooLate",
        args: { closed: momentWords(context, reason.closed), soon: soonWords(context, reason.closed) },
      };
  }
}

function lengthSentence(reason: Of<"tooShort" | "tooLong">, context: SentenceContext): Sentence {
  const bound = reason.kind === "tooLong" ? reason.most : reason.least;
  const { unit, numbers } = inHours(reason.unit, bound, reason.wanted);
  const args = { unit, bound: numbers[0] ?? 0, wanted: numbers[1] ?? 0 };
  if (reason.kind === "tooShort") return { key: "booking.reason.tooShort", args };
  const { possible } = reason;
  return {
    key: "booking.reason.tooLong",
    args: {
      ...args,
      later: possible === undefined ? "no" : "yes",
      when: possible === undefined ? "" : momentWords(context, possible),
      soon: possible === undefined ? "" : soonWords(context, possible),
    },
  };
}
