import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import type { BookableRecord, BookingRecord, BookingWaitRecord } from "@snart/calendar/jmap/booking.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchGroups } from "../../api/account/admin-api.ts";
import { fetchBoards, fetchBookables, fetchBookings, fetchWaits } from "../../api/items/booking-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { clockNow } from "../../i18n/clock.ts";
import { machineZone } from "../../i18n/viewer-zone.ts";
import { useIsOnline } from "../../ui/use-is-online.ts";
import { dateText, householdsOf, LOOK_AHEAD_DAYS, withOwn, type SeenSlot } from "./model.ts";

/** What is looked at: the next days of every thing, or one thing from a day (number) on; null: each that is booked by the hour. */
export type Looked =
  | "all"
  | { readonly bookableId: string | null; readonly first: number; readonly days: number };

/** All that is known of things and bookings, and when it was so. */
interface KnownBookings {
  readonly bookables: readonly BookableRecord[];
  readonly bookings: readonly BookingRecord[];
  readonly waits: readonly BookingWaitRecord[];
  readonly boards: ReadonlyMap<string, readonly SeenSlot[]>;
  readonly groups: readonly GroupRecord[];
  /** ms UTC */
  readonly at: number;
}

export interface Bookings {
  /** undefined: it is being fetched for the first time */
  readonly known: KnownBookings | undefined;
  readonly problem: ApiProblem | undefined;
  /** nothing can be booked: the network or the server is away */
  readonly isOffline: boolean;
  /** those that the reader is in, and books for */
  readonly households: readonly GroupRecord[];
  readonly reload: () => Promise<void>;
}

/** Others book meanwhile. */
const AGAIN_MS = 60_000;

/** The zone of a thing's clocks. */
export const zoneOf = ({ rules }: Pick<BookableRecord, "rules">) =>
  ianaZone(rules?.timeZone ?? "") ?? machineZone();

interface Boards {
  readonly boards: ReadonlyMap<string, readonly SeenSlot[]>;
  /** They could not be fetched: they are not known, and that is said. */
  readonly problem: ApiProblem | undefined;
}

async function boardsOf(
  accountId: string,
  bookables: readonly BookableRecord[],
  own: Pick<KnownBookings, "bookings" | "waits">,
  looked: Looked,
): Promise<Boards> {
  const wanted = bookables.filter(({ id, rules }) => {
    if (!rules || looked === "all") return Boolean(rules);
    return looked.bookableId === null ? rules.mode === "free" : looked.bookableId === id;
  });
  const [first, days] = looked === "all" ? [null, LOOK_AHEAD_DAYS] : [dateText(looked.first), looked.days];
  const ids = wanted.map(({ id }) => id);
  const given = await fetchBoards(accountId, ids, first, days);
  if (!given.ok) return { boards: new Map(), problem: given.problem };
  const boards = [...given.value].map(([id, slots]) => [id, withOwn(slots, own, id)] as const);
  return { boards: new Map(boards), problem: undefined };
}

/** What can be booked and what is; fetched when the page opens, when somebody comes back to it, and each minute. */
export function useBookings(accountId: string, looked: Looked): Bookings {
  const [known, setKnown] = useState<KnownBookings & { readonly of: string }>();
  const [problem, setProblem] = useState<ApiProblem>();
  const isOnline = useIsOnline();
  const of = JSON.stringify(looked);
  const reload = useCallback(async () => {
    const [bookables, bookings, waits, groups] = await Promise.all([
      fetchBookables(accountId),
      fetchBookings(accountId),
      fetchWaits(accountId),
      fetchGroups(accountId),
    ]);
    const trouble = [bookables, bookings, waits, groups].find(({ ok }) => !ok);
    setProblem(trouble && !trouble.ok ? trouble.problem : undefined);
    if (!bookables.ok || !bookings.ok || !waits.ok || !groups.ok) return;
    const own = { bookings: bookings.value, waits: waits.value };
    const given = await boardsOf(accountId, bookables.value, own, JSON.parse(of) as Looked);
    setProblem(given.problem);
    const { boards } = given;
    setKnown({ bookables: bookables.value, ...own, boards, groups: groups.value, at: clockNow(), of });
  }, [accountId, of]);
  useEffect(() => {
    const first = setTimeout(() => void reload());
    const again = (): void => {
      if (document.visibilityState === "visible") void reload();
    };
    const timer = setInterval(again, AGAIN_MS);
    document.addEventListener("visibilitychange", again);
    addEventListener("online", again);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      removeEventListener("online", again);
    };
  }, [reload]);
  // What is known of another week stays away until this one's times have come.
  const shown = known?.of === of ? known : known && { ...known, boards: new Map() };
  return {
    known: shown,
    problem,
    isOffline: !isOnline || problem?.kind === "unreachable",
    households: shown ? householdsOf(shown.groups, accountId) : [],
    reload,
  };
}
