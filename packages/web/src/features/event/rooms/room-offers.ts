import type { RoomDates, RoomOnDate } from "../draft/draft-rooms.ts";
import type { BookableRecord, TriedBookableRecord } from "@snart/calendar/jmap/booking.ts";

/** A room that could be had for an event, and on which of its dates. */
export interface RoomOffer {
  readonly bookable: BookableRecord;
  /** undefined: it is being asked */
  readonly tried: TriedBookableRecord | undefined;
  /** whether it has room for everybody */
  readonly isLargeEnough: boolean;
}

/** On how many of its dates it is free. */
export const freeOf = ({ tried }: RoomOffer): number => (tried ? tried.dates - tried.clashes.length : 0);

export const isFree = ({ tried }: RoomOffer): boolean => tried !== undefined && tried.clashes.length === 0;

/**
 * The rooms in the order in which they suit: free on most dates, then the smallest, then by name; those that are too small come last.
 * @param people how many come, the writer among them
 * @param settled the dates that the series has at another time already, or not at all
 */
export function roomOffers(
  bookables: readonly BookableRecord[],
  tried: readonly TriedBookableRecord[],
  people: number,
  settled: ReadonlySet<string> = new Set(),
): readonly RoomOffer[] {
  const known = new Map(tried.map((one) => [one.bookableId, withoutSettled(one, settled)]));
  return bookables
    .map((bookable) => ({
      bookable,
      tried: known.get(bookable.id),
      isLargeEnough: bookable.capacity === null || bookable.capacity >= people,
    }))
    .toSorted(
      (a, b) =>
        Number(b.isLargeEnough) - Number(a.isLargeEnough) ||
        freeOf(b) - freeOf(a) ||
        (a.bookable.capacity ?? Infinity) - (b.bookable.capacity ?? Infinity) ||
        a.bookable.name.localeCompare(b.bookable.name),
    );
}

/**
 * The rooms in an order that was decided before: what they answer later changes how a row reads, and never where it stands.
 * @param order their ids; rooms that are not among them come last
 */
export function offersInOrder(offers: readonly RoomOffer[], order: readonly string[]): readonly RoomOffer[] {
  const places = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ bookable }: RoomOffer): number => places.get(bookable.id) ?? order.length;
  return offers.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const withoutSettled = (tried: TriedBookableRecord, settled: ReadonlySet<string>): TriedBookableRecord => ({
  ...tried,
  clashes: tried.clashes.filter(({ recurrenceId }) => recurrenceId === null || !settled.has(recurrenceId)),
});

/** The other rooms that are free on one date, in their order. */
export const freeOn = (
  offers: readonly RoomOffer[],
  recurrenceId: string,
  except: string,
): readonly RoomOffer[] =>
  offers.filter(
    ({ bookable, tried, isLargeEnough }) =>
      isLargeEnough &&
      bookable.id !== except &&
      tried !== undefined &&
      !tried.clashes.some((clash) => clash.recurrenceId === recurrenceId),
  );

/**
 * What each clashing date of the chosen one's series gets: the room or time that was chosen, if that is still free, or the next best room,
 * or none.
 * @returns nothing for dates on which the chosen one is free
 */
export function datesFor(
  { bookable, tried }: RoomOffer,
  offers: readonly RoomOffer[],
  chosen: RoomDates,
): RoomDates {
  const dates: Record<string, RoomOnDate | null> = {};
  for (const { recurrenceId, others: times } of tried?.clashes ?? []) {
    if (recurrenceId === null) continue;
    const others = freeOn(offers, recurrenceId, bookable.id);
    const wanted = chosen[recurrenceId];
    const isKept =
      wanted === null ||
      (wanted?.moved
        ? wanted.bookableId === bookable.id && times.some(({ start }) => start === wanted.moved?.at)
        : others.some((one) => one.bookable.id === wanted?.bookableId));
    const [best] = others;
    const next = best ? { bookableId: best.bookable.id, name: best.bookable.name } : null;
    dates[recurrenceId] = isKept && wanted !== undefined ? wanted : next;
  }
  return dates;
}
