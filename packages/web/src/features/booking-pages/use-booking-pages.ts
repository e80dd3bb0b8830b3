import { useCallback, useEffect, useState } from "react";
import { fetchBookingPages, type BookingPages } from "../../api/items/booking-page-api.ts";
import type { ApiProblem, Asked } from "../../api/problem.ts";

interface OwnPages {
  /** undefined until they have been fetched */
  readonly known: BookingPages | undefined;
  readonly problem: ApiProblem | undefined;
  /** whether something is being sent */
  readonly isBusy: boolean;
  /** Sends a change, and shows what is there afterwards. @returns whether it was made */
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
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
  const change = async (send: () => Asked<unknown>): Promise<boolean> => {
    setBusy(true);
    const done = await send();
    await load();
    if (!done.ok) setProblem(done.problem);
    setBusy(false);
    return done.ok;
  };
  return { known, problem, isBusy, change };
}
