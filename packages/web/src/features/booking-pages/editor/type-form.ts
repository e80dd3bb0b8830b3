import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { TypeChanges } from "./type-record.ts";

export type WordsKey = "en" | "sv";

/** An event type while it is edited, as each part of its form knows it. */
export interface TypeForm {
  readonly record: PageEventTypeRecord;
  /** those that guests can read the page in */
  readonly languages: readonly WordsKey[];
  readonly set: (changes: TypeChanges) => void;
  readonly say: (words: Partial<Pick<PageEventTypeRecord, "title" | "description">>) => void;
  /** Words for what is wrong at a path or below it; null: nothing. */
  readonly wrong: (path: string) => string | null;
  /** The same of that very path. */
  readonly wrongItself: (path: string) => string | null;
}

/** The keys of texts for the languages of a page. */
export const wordsKeys = (languages: readonly string[]): readonly WordsKey[] =>
  languages.length === 1 ? [languages[0] === "sv" ? "sv" : "en"] : ["en", "sv"];

/** Words for what is wrong with a field, and what would be right. */
export function useProblemWords(): (problem: RuleProblem) => string {
  const t = useMessages();
  return ({ code, path, limit = 0 }) => {
    if (code === "out-of-range" && path.endsWith("/choices"))
      return t("bookingPages.problem", { code: "fewchoices", limit });
    if (code === "missing" && path === "hosts")
      return t("bookingPages.problem", { code: "bothroles", limit });
    if (code === "too-many" && path === "start/every")
      return t("bookingPages.problem", { code: "manystarts", limit });
    if (code === "out-of-range" && limit >= HOUR)
      return t("bookingPages.problem", { code: "outofrange", limit: limit / HOUR });
    // A name of a case in the catalogue has letters alone.
    return t("bookingPages.problem", { code: code.replaceAll("-", ""), limit });
  };
}
