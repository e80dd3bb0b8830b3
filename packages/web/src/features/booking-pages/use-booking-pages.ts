import { useCallback, useEffect, useState } from "react";
import { fetchBookingPages, type BookingPages } from "../../api/items/booking-page-api.ts";
import type { ApiProblem, Asked } from "../../api/problem.ts";

export interface OwnPages {
  /** undefined until they have been fetched */
  readonly known: BookingPages | undefined;
  readonly problem: ApiProblem | undefined;
  /** whether something is being sent */
  readonly isBusy: boolean;
  /** Sends a change, and shows what is there afterwards. */
  readonly change: (send: () => Asked<unknown>) => Asked<unknown>;
  /** Looks again. */
  readonly load: () => Promise<void>;
}

/** The booking pages of an account, fetched when the screen opens and after each change. */
export function useBookingPages(accountId: string): OwnPages {
  const [known, setKnown] = useState<BookingPages>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const load = useCallback(async () => {
    const given = await fetchBookingPages(accountId);
    if (given.ok) setKnown(given.value);
    setProblem(given.ok ? undefined : given.problem);
  }, [accountId]);
  useEffect(() => {
    const soon = setTimeout(() => void load());
    return () => clearTimeout(soon);
  }, [load]);
  const change = async (send: () => Asked<unknown>): Asked<unknown> => {
    setBusy(true);
    const done = await send();
    await load();
    if (!done.ok) setProblem(done.problem);
    setBusy(false);
    return done;
  };
  return { known, problem, isBusy, change, load };
}
