import { isStanding } from "@snart/calendar/booking/facts.ts";
import type { BookableRecord, BookingRecord } from "@snart/calendar/jmap/booking.ts";

/** How many coming bookings a party has left of a thing. */
export interface Quota {
  readonly max: number;
  /** 0 and more */
  readonly left: number;
  /** when the first of those that count is over, ms UTC; undefined: none counts */
  readonly returns: number | undefined;
}

interface Known {
  readonly bookables: readonly BookableRecord[];
  readonly bookings: readonly BookingRecord[];
}

/**
 * The tightest limit on coming bookings; undefined: there is none that says a plain number. A limit that holds for a part of the day, or not
 * for what is booked late, is told among the rules alone: whether it holds depends on the time that one asks for.
 * @param partyId the household or person that books
 */
export function quotaOf(
  bookable: BookableRecord,
  { bookables, bookings }: Known,
  partyId: string,
  now: number,
): Quota | undefined {
  const quotas = (bookable.rules?.limits ?? []).flatMap((limit): Quota[] => {
    const isPlain = limit.per === "upcoming" && limit.of === "bookings";
    if (!isPlain || limit.dayPart !== undefined || limit.exemptWithin !== undefined) return [];
    const { max, over } = limit;
    const isOver = (id: string): boolean =>
      over === "this" ? id === bookable.id : bookables.some((it) => it.id === id && it.labels.includes(over));
    const ends = bookings
      .filter(
        (it) => (it.partyId ?? it.bookedById) === partyId && isStanding(it.state) && isOver(it.bookableId),
      )
      .map(({ end }) => Date.parse(end))
      .filter((end) => end > now);
    const returns = ends.length === 0 ? undefined : Math.min(...ends);
    return [{ max, left: Math.max(0, max - ends.length), returns }];
  });
  return quotas.toSorted((a, b) => a.left - b.left)[0];
}
