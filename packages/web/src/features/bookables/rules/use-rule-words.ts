import { DAY_NAMES } from "@snart/calendar/booking/day-kinds.ts";
import { weekdaysWord } from "@snart/calendar/booking/sentence/when-words.ts";
import type { BookingRules, DayKind, DayName, Pass } from "@snart/calendar/booking/rules.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import { readLocalText } from "../../../store/items/local-text.ts";
import type { Formats } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { listOf } from "../../../i18n/list-of.ts";
import {
  useLanguage,
  useMessages,
  type Language,
  type MessageKey,
  type Messages,
} from "../../../i18n/messages.ts";
import { zoneCity } from "../../../i18n/time-zones.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { clockText } from "../clock-text.ts";
import { valueAt } from "./at-path.ts";
import type { Blank, ChoiceWords, Line } from "./lines/line.ts";
import { spanParts } from "./spans.ts";

/** What groups are called. */
export type GroupNames = ReadonlyMap<string, string>;

export interface RuleWords {
  /** a whole sentence, without controls */
  readonly sentence: (line: Line, rules: BookingRules) => string;
  /** what stands in a blank */
  readonly value: (blank: Blank, value: unknown, count: number) => string;
  readonly choice: (words: ChoiceWords, value: string, count: number) => string;
  readonly kind: (kind: DayKind) => string;
  readonly kinds: (kinds: readonly DayKind[]) => string;
  readonly way: (way: string) => string;
  readonly over: (over: string) => string;
}

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** The words of rules, in the language on screen. */
export function useRuleWords(groups: GroupNames): RuleWords {
  const t = useMessages();
  const language = useLanguage();
  const formats = useFormats("UTC");
  const small = smallWords(t, language);
  const value = valueWords({ t, language, formats, groups, small });
  const sentence = ({ of, blanks, count = 1 }: Line, rules: BookingRules): string => {
    const args = Object.entries(blanks).map(([name, blank]) => [
      name,
      value(blank, valueAt(rules, blank.path), count),
    ]);
    return t(of, { ...Object.fromEntries(args), count });
  };
  return { sentence, value, ...small };
}

type SmallWords = Pick<RuleWords, "choice" | "kind" | "kinds" | "way" | "over">;

/** Of what can be chosen. */
function smallWords(t: Messages, language: Language): SmallWords {
  const kind = (it: DayKind): string =>
    isDayName(it) ? weekdaysWord(it, language) : t("rules.kind", { kind: it });
  return {
    kind,
    kinds: (all) => {
      const known = shortly(all);
      return known ? t(known.key, {}) : listOf(all.map(kind), language);
    },
    choice: (words, value, count) => {
      if (words !== "per") return t(`rules.word.${words}` as MessageKey, { value: plain(value), count });
      const days = Number(/\d+/.exec(value)?.[0] ?? 0) * (value.endsWith("W") ? 7 : 1);
      return t("rules.per", { per: value.startsWith("rolling") ? "rolling" : value, days });
    },
    over: (it) => t("rules.over", { over: it === "this" ? "this" : "label", label: isolated(it) }),
    way: (it) => t("rules.way", { way: it }),
  };
}

interface ValueContext {
  readonly t: Messages;
  readonly language: Language;
  /** of the zone "UTC" */
  readonly formats: Formats;
  readonly groups: GroupNames;
  readonly small: SmallWords;
}

/** Of what stands in a blank. */
function valueWords({ t, language, formats, groups, small }: ValueContext): RuleWords["value"] {
  const listing = (words: readonly string[]): string => listOf(words, language);
  return (blank, given, count) => {
    const text = typeof given === "string" ? given : "";
    switch (blank.kind) {
      case "number":
        return String(given);
      case "span": {
        const parts = spanParts(text);
        return parts ? t("rules.span", { ...parts }) : text;
      }
      case "time":
      case "endTime":
        return text;
      case "date":
      case "moment":
        return momentWords(text, formats);
      case "zone":
        return zoneCity(text, t);
      case "choice":
        return small.choice(blank.words, text, count);
      case "flag":
        return small.choice(blank.words, String(given), count);
      case "label":
        return small.over(text);
      case "days":
        return small.kinds(listed<DayKind>(given));
      case "passes":
        return listing(listed<Pass>(given).map((pass) => passWords(pass, formats)));
      case "ways":
        return listing(listed<string>(given).map(small.way));
      case "groups":
        return listing(
          listed<string>(given).map((id) => isolated(groups.get(id) ?? t("bookables.anotherGroup"))),
        );
      case "text":
      case "longText":
        return isolated(text);
    }
  };
}

const passWords = ({ from, to }: Pass, formats: Formats): string =>
  clockText(minutes(from) * MINUTE, minutes(to) * MINUTE, formats);

function momentWords(text: string, { shortDayAndYear, time }: Formats): string {
  const at = readLocalText(text);
  if (at === undefined) return text;
  return text.includes("T") ? `${shortDayAndYear(at)} ${time(at)}` : shortDayAndYear(at);
}

const isDayName = (kind: DayKind): kind is DayName => DAY_NAMES.includes(kind as DayName);

const listed = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : []);

/** A name of a case in the catalogue has letters alone. */
const plain = (value: string): string => value.replaceAll(/[^a-zA-Z]/g, "");

const SHORT: readonly { readonly days: string; readonly key: MessageKey }[] = [
  { days: "mo tu we th fr sa su", key: "rules.allDays" },
  { days: "mo tu we th fr", key: "rules.weekdays" },
  { days: "sa su", key: "rules.weekends" },
];

/** Days that have a name together. */
const shortly = (kinds: readonly DayKind[]) => {
  const sorted = DAY_NAMES.filter((day) => kinds.includes(day));
  return sorted.length === kinds.length ? SHORT.find(({ days }) => days === sorted.join(" ")) : undefined;
};
