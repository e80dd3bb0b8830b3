import { DAY } from "../../time/instant.ts";
import { isoWeek } from "../../time/iso-week.ts";
import { asLocal } from "../../time/local.ts";
import type { QuotaReason } from "../reason.ts";
import type { Sentence, SentenceContext } from "./context.ts";
import { begun, dateWords, monthWords, soonWords, whenWords } from "./when-words.ts";

type Args = Record<string, string | number>;

/** What a limit counts, as the sentence chooses between: minutes as hours, where they are whole. */
function amounts({ limit, used, wanted }: QuotaReason, { mode }: SentenceContext): Args {
  if (limit.of !== "minutes")
    return {
      of: limit.of === "bookings" && mode === "nights" ? "stays" : limit.of,
      used,
      wanted,
      max: limit.max,
    };
  const isWhole = [limit.max, used, wanted].every((minutes) => minutes % 60 === 0);
  const per = isWhole ? 60 : 1;
  return { of: isWhole ? "hours" : "minutes", used: used / per, wanted: wanted / per, max: limit.max / per };
}

/** The sentence of a limit that is reached: how many of how many, of what, when, and when there is room again. */
export function quotaSentence(reason: QuotaReason, context: SentenceContext): Sentence {
  const { limit, frees, day } = reason;
  const { whom, name = "" } = context;
  const args: Args = {
    whom,
    name,
    ...amounts(reason, context),
    more: limit.of === "bookings" ? 0 : (amounts(reason, context)["wanted"] ?? 0),
    over: limit.over === "this" ? "this" : "label",
    label: limit.over,
    part: limit.dayPart ? "some" : "all",
    from: limit.dayPart?.from ?? "",
    to: limit.dayPart?.to ?? "",
    frees: frees === undefined ? "never" : "then",
    soon: frees === undefined ? "" : soonWords(context, frees),
  };
  const start = context.zone.toInstant(asLocal(day * DAY));
  switch (limit.per) {
    case "upcoming":
      return {
        key: "booking.reason.upcoming",
        args: { ...args, when: frees === undefined ? "" : whenWords(context, frees) },
      };
    case "day":
      return { key: "booking.reason.perDay", args: { ...args, day: dateWords(context, start) } };
    case "week": {
      const [week, next] = [isoWeek(asLocal(day * DAY)).week, isoWeek(asLocal((day + 7) * DAY)).week];
      return { key: "booking.reason.perWeek", args: { ...args, week, next } };
    }
    case "month": {
      const next = frees === undefined ? day : context.zone.toLocal(frees) / DAY;
      return {
        key: "booking.reason.perMonth",
        args: { ...args, month: monthWords(context, day), next: begun(monthWords(context, next)) },
      };
    }
    case "year": {
      const year = new Date(day * DAY).getUTCFullYear();
      return { key: "booking.reason.perYear", args: { ...args, year: String(year), next: String(year + 1) } };
    }
    default: {
      const days = Number(/\d+/.exec(limit.per)?.[0]) * (limit.per.endsWith("W") ? 7 : 1);
      return {
        key: "booking.reason.rolling",
        args: { ...args, days, when: frees === undefined ? "" : dateWords(context, frees) },
      };
    }
  }
}
