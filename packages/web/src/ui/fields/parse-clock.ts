/**
 * Reads a time of day as people write it: "9", "930", "9:30", "19.30", "1930", "0:15", "9:30 am", "7 em". Minutes, or
 * undefined. Both clocks are read, whichever is shown.
 */
export function parseClock(text: string): number | undefined {
  const [, digits = "", half] = /^(.*?)\s*(?:([apfe])\.?m\.?)?$/i.exec(text.trim()) ?? [];
  const match = /^(\d{1,2})(?:[:.\s](\d{2}))?$/.exec(digits) ?? /^(\d{1,2})(\d{2})$/.exec(digits);
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (minute > 59) return undefined;
  if (half === undefined) return hour <= 23 ? hour * 60 + minute : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return ((hour % 12) + (/[pe]/i.test(half) ? 12 : 0)) * 60 + minute;
}

/** "09:30" */
export const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
