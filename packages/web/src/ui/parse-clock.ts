/** Reads a time of day as people write it: "9", "930", "9:30", "19.30", "1930", "0:15". Minutes, or undefined. */
export function parseClock(text: string): number | undefined {
  const trimmed = text.trim();
  const match = /^(\d{1,2})(?:[:.\s](\d{2}))?$/.exec(trimmed) ?? /^(\d{1,2})(\d{2})$/.exec(trimmed);
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  return hour <= 23 && minute <= 59 ? hour * 60 + minute : undefined;
}

/** "09:30" */
export const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
