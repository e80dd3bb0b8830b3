import type { BookedForRecord } from "@snart/calendar/jmap/booking.ts";

/** For whom somebody can book a thing. */
export interface Parties {
  readonly households: readonly BookedForRecord[];
  /** those that the reader is not in, and books for as a manager, by their numbers */
  readonly others: readonly BookedForRecord[];
}

/** One's own households, and for who manages the thing all the others too, in the order given. */
export function partiesOf(households: readonly BookedForRecord[], all: readonly BookedForRecord[]): Parties {
  const isOwn = (id: string): boolean => households.some((own) => own.id === id);
  return { households, others: all.filter(({ id }) => !isOwn(id)) };
}

/** The name of a household that is not one's own; undefined: it is, or it is the reader. */
export const otherName = ({ others }: Parties, partyId: string | null): string | undefined =>
  others.find(({ id }) => id === partyId)?.name;
