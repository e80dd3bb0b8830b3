import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchPolls } from "../../api/items/poll-api.ts";
import type { ApiProblem, Asked } from "../../api/problem.ts";

interface OwnPolls {
  /** undefined until they have been fetched; what was known stays while the network is away */
  readonly polls: readonly PollRecord[] | undefined;
  readonly problem: ApiProblem | undefined;
  /** whether something is being sent */
  readonly isBusy: boolean;
  readonly load: () => Promise<void>;
  /** Sends a change, and shows what is there afterwards. @returns whether it was made */
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** The polls of an account, fetched when the screen opens, when it is looked at again, and after each change. */
export function usePolls(accountId: string): OwnPolls {
  const [polls, setPolls] = useState<readonly PollRecord[]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const load = useCallback(async () => {
    const given = await fetchPolls(accountId);
    if (given.ok) setPolls(given.value);
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
  const change = async (send: () => Asked<unknown>): Promise<boolean> => {
    setBusy(true);
    const done = await send();
    if (done.ok) await load();
    else setProblem(done.problem);
    setBusy(false);
    return done.ok;
  };
  return { polls, problem, isBusy, load, change };
}
