import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";

/** For whom somebody can book a thing. */
export interface Parties {
  readonly households: readonly GroupRecord[];
  /** those that the reader is not in, and books for as a manager, by their numbers */
  readonly others: readonly GroupRecord[];
}

/** One's own households, and for who manages the thing all the others too. */
export function partiesOf(
  { mayManage }: Pick<BookableRecord, "mayManage">,
  households: readonly GroupRecord[],
  groups: readonly GroupRecord[],
): Parties {
  const isOwn = (id: string): boolean => households.some((own) => own.id === id);
  const others = groups.filter(
    ({ id, householdLabel, status }) => householdLabel !== null && status === "active" && !isOwn(id),
  );
  return { households, others: mayManage ? others.toSorted(byLabel) : [] };
}

const byLabel = (a: GroupRecord, b: GroupRecord): number =>
  (a.householdLabel ?? "").localeCompare(b.householdLabel ?? "", undefined, { numeric: true });

/** The name of a household that is not one's own; undefined: it is, or it is the reader. */
export const otherName = ({ others }: Parties, partyId: string | null): string | undefined =>
  others.find(({ id }) => id === partyId)?.name;
