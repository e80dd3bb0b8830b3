import { useCallback, useEffect, useState } from "react";
import type { Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { fetchSharing, type Sharing } from "../../../api/calendars/sharing-api.ts";

export interface SharingData {
  /** undefined until it has been fetched */
  readonly sharing: Sharing | undefined;
  readonly problem: ApiProblem | undefined;
  /**
   * Runs some work and shows its result.
   * @returns whether it succeeded
   */
  readonly run: (work: () => Promise<Result<unknown, ApiProblem>>) => Promise<boolean>;
}

/** The shares of each calendar, fetched when the page opens and after each change. */
export function useSharing(accountId: string): SharingData {
  const [sharing, setSharing] = useState<Sharing>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    () =>
      fetchSharing(accountId).then((given) => {
        setProblem(given.ok ? undefined : given.problem);
        if (given.ok) setSharing(given.value);
      }),
    [accountId],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const run: SharingData["run"] = async (work) => {
    const done = await work();
    await load();
    if (!done.ok) setProblem(done.problem);
    return done.ok;
  };
  return { sharing, problem, run };
}
