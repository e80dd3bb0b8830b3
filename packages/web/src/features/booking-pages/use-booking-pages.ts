import { useCallback, useEffect, useState } from "react";
import { fetchBookingPages, type BookingPages } from "../../api/items/booking-page-api.ts";
import type { ApiProblem, Asked } from "../../api/problem.ts";
import { clockNow } from "../../i18n/clock.ts";
import { useIsOnline } from "../../ui/use-is-online.ts";

export interface OwnPages {
  /** undefined until they have been fetched; what was known stays while the network is away */
  readonly known: (BookingPages & { /** when it was so; ms UTC */ readonly at: number }) | undefined;
  readonly problem: ApiProblem | undefined;
  /** nothing can be changed: the network or the server is away */
  readonly isOffline: boolean;
  /** whether something is being sent */
  readonly isBusy: boolean;
  /** Sends a change, and shows what is there afterwards; what is in the way is said on the page. */
  readonly change: (send: () => Asked<unknown>) => Asked<unknown>;
  /** The same for a form that says itself what is in the way. */
  readonly changeInForm: (send: () => Asked<unknown>) => Asked<unknown>;
  /** Looks again. */
  readonly load: () => Promise<void>;
}

/** The booking pages of an account, fetched when the screen opens, when somebody comes back to it, and after each change. */
export function useBookingPages(accountId: string): OwnPages {
  const [known, setKnown] = useState<OwnPages["known"]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const isOnline = useIsOnline();
  const load = useCallback(async () => {
    const given = await fetchBookingPages(accountId);
    if (given.ok) setKnown({ ...given.value, at: clockNow() });
    setProblem(given.ok ? undefined : given.problem);
  }, [accountId]);
  useEffect(() => {
    const soon = setTimeout(() => void load());
    const again = (): void => void (document.visibilityState === "visible" && load());
    document.addEventListener("visibilitychange", again);
    window.addEventListener("online", again);
    return () => {
      clearTimeout(soon);
      document.removeEventListener("visibilitychange", again);
      window.removeEventListener("online", again);
    };
  }, [load]);
  const changeInForm = async (send: () => Asked<unknown>): Asked<unknown> => {
    setBusy(true);
    const done = await send();
    if (done.ok) await load();
    setBusy(false);
    return done;
  };
  const change = async (send: () => Asked<unknown>): Asked<unknown> => {
    const done = await changeInForm(send);
    if (done.ok) return done;
    // Somebody else may have changed what is shown here.
    await load();
    setProblem(done.problem);
    return done;
  };
  const isOffline = !isOnline || problem?.kind === "unreachable";
  return { known, problem, isOffline, isBusy, change, changeInForm, load };
}
