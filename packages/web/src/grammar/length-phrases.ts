import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { Groups, Row } from "./rows.ts";
import { numberOf, phrase } from "./words.ts";

/** How long something lasts, or in how long it begins. */
export interface NamedLength {
  /** milliseconds; whole days count 24 hours each, months 30 days */
  readonly milliseconds: number;
  readonly isDays: boolean;
  /** in a repeat, so many months are so many months */
  readonly months?: number;
}

const AMOUNT =
  "(?:(?<count>\\d{1,3}(?:[.,]\\d)?|{number})(?<andHalf> och en halv| and a half|½)?|(?<half>en halv|half an?|en kvarts?|a quarter of an))";
const SHORT = "min(?:ut(?:er)?|utes?|s|\\.)?|tim(?:mar|me|\\.)?|h(?:rs?|ours?)?|halvtimme|kvart(?:ar)?";
const UNIT = `(?<unit>${SHORT}|m|dag(?:ar)?|dygn|days?|veck(?:a|or)|weeks?|månad(?:er)?|months?)`;
const REST = "(?: ?(?:och |and )?(?<rest>\\d{1,2}) ?min(?:uter|utes|s)?)?";

function amountOf({ count, andHalf, half }: Groups): number {
  if (half !== undefined) return /kvart|quarter/i.test(half) ? 0.25 : 0.5;
  return numberOf((count ?? "").replace(",", ".")) + (andHalf === undefined ? 0 : 0.5);
}

function lengthOf(groups: Groups): NamedLength | undefined {
  const amount = amountOf(groups);
  if (!(amount > 0)) return undefined;
  const unit = (groups["unit"] ?? "").toLowerCase();
  const rest = Number(groups["rest"] ?? 0) * MINUTE;
  if (/^(?:da|dy)/.test(unit)) return { milliseconds: amount * DAY, isDays: true };
  if (/^(?:ve|we)/.test(unit)) return { milliseconds: 7 * amount * DAY, isDays: true };
  if (/^mo|^må/.test(unit)) return { milliseconds: 30 * amount * DAY, isDays: true, months: amount };
  const size = unit.startsWith("m")
    ? MINUTE
    : unit === "halvtimme"
      ? HOUR / 2
      : unit.startsWith("kvart")
        ? HOUR / 4
        : HOUR;
  const milliseconds = Math.round((amount * size) / MINUTE) * MINUTE + rest;
  return milliseconds > 0 && milliseconds <= 31 * DAY ? { milliseconds, isDays: false } : undefined;
}

/** "i 45 min", "for 2 h", "i en och en halv timme", "for three days" */
export const LENGTH_ROWS: readonly Row<NamedLength>[] = [
  {
    pattern: phrase(`(?:i|for|under|during|lasting|lasts|de närmaste|the next) ${AMOUNT} ?${UNIT}${REST}`),
    read: lengthOf,
  },
  {
    pattern: phrase(
      `(?<count>\\d{1,3}(?:[.,]\\d)?) ?-?(?<unit>min(?:uter|utes|ute|s|\\.)?|h(?:rs?|ours?)?|tim(?:mar|me|\\.)?)${REST}`,
    ),
    read: lengthOf,
  },
  {
    pattern: phrase("(?:for |i )?(?:an hour and a half|en och en halv timme|en timme och en halv)"),
    read: () => ({ milliseconds: 1.5 * HOUR, isDays: false }),
  },
  { pattern: phrase("(?<count>\\d)(?<unit>h)(?<rest>[0-5]\\d)"), read: lengthOf },
  {
    pattern: phrase("(?<count>\\d{1,3}|{number})(?:-| )(?<unit>timmars|minuters|hour|minute|min)"),
    read: lengthOf,
  },
  {
    pattern: phrase(
      "(?<half>half an) (?<unit>hour)|(?<count>en|one|två|two|tre|three) (?<unit2>timmar|timme|hours?|halvtimme|kvart)",
    ),
    read: (groups) => lengthOf({ ...groups, unit: groups["unit"] ?? groups["unit2"] }),
  },
];

/** "om två timmar", "in half an hour": the time until it begins. */
export const BEGINS_IN_ROWS: readonly Row<NamedLength>[] = [
  { pattern: phrase(`(?:om|in) ${AMOUNT} ?(?<unit>${SHORT})${REST}`), read: lengthOf },
];

const REMIND =
  "(?:(?:och |and )?(?:påminn(?:else|elsen)?(?: mig)?|med påminnelse|remind(?:er)?(?: me)?|(?:with (?:a )?)reminder|alert(?: me)?|larm|notify me),?)";

/** Minutes before the start: "påminn mig 30 min före", "remind me 1 h before". */
export const REMINDER_ROWS: readonly Row<number>[] = [
  {
    pattern: phrase(
      `${REMIND} ${AMOUNT} ?${UNIT}(?: (?:före|innan|before|tidigare|earlier|in advance|ahead))?`,
    ),
    read: (groups) => {
      const length = lengthOf(groups);
      return length && Math.round(length.milliseconds / MINUTE);
    },
  },
  {
    pattern: phrase(`${REMIND} (?:dagen före|dagen innan|the day before|a day before)`),
    read: () => DAY / MINUTE,
  },
  {
    pattern: phrase("(?:kan du )?(?:påminn mig|påminnelse|remind me)(?: om)?(?: att| to| about|:)?"),
    read: () => 0,
  },
];
