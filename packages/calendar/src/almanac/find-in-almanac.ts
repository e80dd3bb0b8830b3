import { civilDate } from "../time/civil.ts";
import { dayNumber, type AlmanacDate } from "./almanac-date.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";
import { redDays } from "./red-days.ts";
import { squeezeDays, type ClosedKinds, type SqueezeDays } from "./squeeze-days.ts";

/** An answer of the almanac to a search: a named day, or working days between days off. */
export type AlmanacHit =
  | { readonly kind: "named"; readonly day: AlmanacDay }
  | { readonly kind: "squeeze"; readonly days: SqueezeDays };

interface AlmanacQuestion {
  readonly today: AlmanacDate;
  readonly region: AlmanacRegion;
  /** the kinds of named days that the person has off */
  readonly closed: ClosedKinds;
}

/** Longer searches find nothing. */
const LONGEST = 60;
/** Shorter beginnings match too many names. */
const SHORTEST = 3;

const SQUEEZE = /^(?:kläm(?:dag(?:ar(?:na)?)?)?|squeeze(?: days?)?|bridge days?)$/u;
const FREE = /^(?:röda? dagar|röd dag|helgdag(?:ar)?|red days?|bank holidays?|public holidays?)$/u;

/**
 * Searches the almanac in either language: "klämdagar 2027", "Easter", "midsommar 2030", "bank holidays". With a year
 * it gives the matches of that year, without one those within a year from today. Sorted by date; empty for other
 * words.
 */
export function findInAlmanac(words: string, question: AlmanacQuestion): readonly AlmanacHit[] {
  const asked = words.trim().toLocaleLowerCase("sv").replaceAll(/\s+/g, " ");
  if (asked.length > LONGEST) return [];
  const [, about = "", inYear] = /^(.*?)(?: ((?:19|20|21)\d\d))?$/.exec(asked) ?? [];
  if (about.length < SHORTEST) return [];
  const from = inYear === undefined ? dayNumber(question.today) : -Infinity;
  const until = inYear === undefined ? from + 365 : Infinity;
  const { year } = question.today;
  const years = inYear === undefined ? [year, year + 1] : [Number(inYear)];
  return years
    .flatMap((it) => hitsOfYear(about, it, question))
    .filter((hit) => endOf(hit) >= from && endOf(hit) < until);
}

function hitsOfYear(about: string, year: number, question: AlmanacQuestion): readonly AlmanacHit[] {
  const { region, closed } = question;
  if (SQUEEZE.test(about))
    return squeezeDays(year, region, closed).map((days) => ({ kind: "squeeze", days }));
  const isAsked = FREE.test(about)
    ? ({ kind }: AlmanacDay) => kind === "red"
    : ({ names }: AlmanacDay) => isNamed(names.en, about) || isNamed(names.sv, about);
  return redDays(year, region)
    .filter(isAsked)
    .map((day) => ({ kind: "named", day }));
}

/** Whether a name, or one of its words, begins with the search; apostrophes and the like are ignored. */
function isNamed(name: string, about: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[’'.]/g, "");
  const [whole, asked] = [plain(name.toLocaleLowerCase("sv")), plain(about)];
  return whole.startsWith(asked) || whole.includes(` ${asked}`);
}

const endOf = (hit: AlmanacHit): number => dayNumber(hit.kind === "named" ? hit.day.date : hit.days.last);

/** The squeeze days that a date belongs to; undefined if it is not one. */
export function squeezeOf(
  day: AlmanacDate,
  region: AlmanacRegion,
  closed: ClosedKinds,
): SqueezeDays | undefined {
  const number = dayNumber(day);
  const { year } = civilDate(number);
  return squeezeDays(year, region, closed).find(
    ({ first, last }) => dayNumber(first) <= number && number <= dayNumber(last),
  );
}
