import { parseNameDays } from "@snart/calendar/almanac/name-days.ts";
import type { NameDays } from "@snart/calendar/almanac/name-days.ts";
import { useAccount } from "../../../store/session.ts";

const none: NameDays = new Map();
let last: { readonly text: string; readonly days: NameDays } | undefined;

/** The person's own list of name days; every column of the grid asks for it, so it is read once. */
export function useNameDays(): NameDays {
  const text = useAccount()?.preferences.nameDays;
  if (!text) return none;
  if (last?.text !== text) last = { text, days: parseNameDays(text) ?? none };
  return last.days;
}
