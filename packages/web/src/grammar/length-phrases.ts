import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { Groups, TypedText } from "./typed-text.ts";
import { numberOf, phrase } from "./words.ts";

/** How long something lasts, or in how long it begins. */
export interface NamedLength {
  /** milliseconds; whole days count 24 hours each */
  readonly milliseconds: number;
  readonly isDays: boolean;
}

const AMOUNT =
  "(?:(?<count>\\d{1,3}(?:[.,]\\d)?|{number})(?<andHalf> och en halv| and a half)?|(?<half>en halv|half an?|en kvarts?|a quarter of an))";
const UNIT =
  "(?<unit>min(?:ut(?:er)?|utes?|s)?|m|tim(?:mar|me)?|h(?:rs?|ours?)?|halvtimme|kvart|dag(?:ar)?|days?|veck(?:a|or)|weeks?)";
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
  if (/^(?:da)/.test(unit)) return { milliseconds: amount * DAY, isDays: true };
  if (/^(?:ve|we)/.test(unit)) return { milliseconds: 7 * amount * DAY, isDays: true };
  const size = unit.startsWith("m")
    ? MINUTE
    : unit === "halvtimme"
      ? HOUR / 2
      : unit === "kvart"
        ? HOUR / 4
        : HOUR;
  const milliseconds = Math.round((amount * size) / MINUTE) * MINUTE + rest;
  return milliseconds > 0 && milliseconds <= 31 * DAY ? { milliseconds, isDays: false } : undefined;
}

const LASTING = [
  phrase(`(?:i|for|under|during|lasting) ${AMOUNT} ?${UNIT}${REST}`),
  phrase(
    `(?<count>\\d{1,3}(?:[.,]\\d)?) ?(?<unit>min(?:uter|utes|s)?|h(?:rs?|ours?)?|tim(?:mar|me)?)${REST}`,
  ),
];
const BEGINNING = phrase(
  `(?:om|in) ${AMOUNT} ?(?<unit>min(?:ut(?:er)?|utes?|s)?|tim(?:mar|me)?|h(?:rs?|ours?)?|halvtimme|kvart)${REST}`,
);

/** "i 45 min", "for 2 h", "i en och en halv timme", "for three days" */
export function takeLength(text: TypedText): NamedLength | undefined {
  for (const pattern of LASTING) {
    const length = text.take(pattern, "when", lengthOf);
    if (length !== undefined) return length;
  }
  return undefined;
}

/** "om två timmar", "in half an hour": the time until it begins. */
export const takeBeginsIn = (text: TypedText): NamedLength | undefined =>
  text.take(BEGINNING, "when", lengthOf);
