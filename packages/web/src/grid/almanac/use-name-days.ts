import { parseNameDays, type NameDays } from "@snart/calendar/almanac/name-days.ts";
import { useAccount } from "../../store/session.ts";

/** The last parsed list and its text: every column of the grid asks for it. */
const read = new Map<string, NameDays>();

/** Returns the person's own list of name days. */
export const useNameDays = (): NameDays => nameDaysIn(useAccount()?.preferences.nameDays ?? "");

function nameDaysIn(text: string): NameDays {
  const known = read.get(text);
  if (known) return known;
  const days = parseNameDays(text) ?? new Map<string, string>();
  read.clear();
  read.set(text, days);
  return days;
}
