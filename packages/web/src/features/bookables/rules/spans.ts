/** What a length of time is counted in. */
export const UNITS = ["minutes", "hours", "days", "weeks", "months"] as const;
export type SpanUnit = (typeof UNITS)[number];

export interface SpanParts {
  readonly count: number;
  readonly unit: SpanUnit;
}

const LETTERS: Readonly<Record<SpanUnit, readonly [before: string, after: string]>> = {
  minutes: ["PT", "M"],
  hours: ["PT", "H"],
  days: ["P", "D"],
  weeks: ["P", "W"],
  months: ["P", "M"],
};

/** `P14D` as 14 days; undefined for a length of several units, and for what is none. */
export function spanParts(text: string): SpanParts | undefined {
  for (const unit of UNITS) {
    const [before, after] = LETTERS[unit];
    const count = new RegExp(`^${before}(\\d{1,6})${after}$`).exec(text)?.[1];
    if (count !== undefined) return { count: Number(count), unit };
  }
  return undefined;
}

export const spanText = ({ count, unit }: SpanParts): string => LETTERS[unit].join(String(count));
