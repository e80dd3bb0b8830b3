import { MINUTE, type Instant } from "../../time/instant.ts";

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits in small letters. */
export type Sha256 = (text: string) => string;

/** A time in whole cells of the thing; `end` is exclusive. */
export interface DrawTime {
  readonly start: Instant;
  readonly end: Instant;
}

export interface DrawWish extends DrawTime {
  /** whether the rules let the applicant have it; what others have of it is in `taken` */
  readonly isAllowed: boolean;
}

/** A household or a person who takes part. */
export interface DrawApplicant {
  /** its place among the labels of all applicants, from 1 */
  readonly number: number;
  /** lots that it has, from 1 */
  readonly weight: number;
  /** the dearest first */
  readonly wishes: readonly DrawWish[];
}

/** Everything that a draw depends on but its seed. */
export interface DrawEntries {
  /** how many equal things there are */
  readonly units: number;
  /** minutes kept free between two bookings */
  readonly gapMinutes: number;
  /** what is booked already */
  readonly taken: readonly (DrawTime & { readonly unit: number })[];
  readonly applicants: readonly DrawApplicant[];
}

/** What an applicant got. */
export interface DrawShare {
  readonly number: number;
  /** which of its wishes, from 1; null: none */
  readonly wish: number | null;
  readonly unit: number | null;
}

/** The most lots that one applicant has. */
export const MOST_LOTS = 100;

/**
 * The order in which the applicants choose (docs/draw.md). Each has as many lots as its weight; a lot's number is a hash of the seed, of
 * the applicant's number and of which of its lots it is. Who has the lowest lot chooses first: so among those who are left everybody is
 * next by as much chance as their weight is of all weights.
 */
export function drawOrder(
  seed: string,
  applicants: readonly Pick<DrawApplicant, "number" | "weight">[],
  sha256: Sha256,
): readonly number[] {
  const lowest = applicants.map(({ number, weight }) => {
    const lots = Array.from({ length: weight }, (_, at) => sha256(`${seed} ${number} ${at + 1}`));
    return { number, lot: lots.reduce((least, lot) => (lot < least ? lot : least), "g") };
  });
  return lowest.toSorted((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ number }) => number);
}

/** Whether nothing stands in the way of a time on one of the things. */
export function isFreeOn(
  { gapMinutes, taken }: Pick<DrawEntries, "gapMinutes" | "taken">,
  unit: number,
  { start, end }: DrawTime,
): boolean {
  const gap = gapMinutes * MINUTE;
  return taken.every((other) => other.unit !== unit || other.start >= end + gap || other.end + gap <= start);
}

/** Gives each applicant in that order the first of its wishes that can still be had, on the first thing that is free. */
export function handOut(entries: DrawEntries, order: readonly number[]): readonly DrawShare[] {
  const { units, gapMinutes, applicants } = entries;
  const taken = [...entries.taken];
  const byNumber = new Map(applicants.map((applicant) => [applicant.number, applicant]));
  return order.map((number): DrawShare => {
    for (const [at, wish] of (byNumber.get(number)?.wishes ?? []).entries())
      for (let unit = 0; wish.isAllowed && unit < units; unit++) {
        if (!isFreeOn({ gapMinutes, taken }, unit, wish)) continue;
        taken.push({ ...wish, unit });
        return { number, wish: at + 1, unit };
      }
    return { number, wish: null, unit: null };
  });
}

/**
 * The weight of a party in a draw of this year: the years since it got something, and of one that never did one more than the years since
 * it first took part. At least 1, for who is new and for who had something lately.
 */
export function drawWeight(
  year: number,
  { lastWon, firstTried }: { readonly lastWon: number | undefined; readonly firstTried: number | undefined },
): number {
  const years = lastWon !== undefined ? year - lastWon : firstTried !== undefined ? year - firstTried + 1 : 1;
  return Math.min(MOST_LOTS, Math.max(1, years));
}
