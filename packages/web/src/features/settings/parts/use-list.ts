import type { Result } from "@snart/calendar/result.ts";
import { useCallback, useEffect, useState } from "react";
import type { ApiProblem } from "../../../api/problem.ts";

export interface AdminData<T> {
  /** undefined until it has been fetched */
  readonly data: T | undefined;
  readonly problem: ApiProblem | undefined;
  /** Fetches it again. */
  readonly load: () => Promise<void>;
  /**
   * Runs some work and shows its result.
   * @returns the result of the work; undefined if it was refused
   */
  readonly run: <R>(work: () => Promise<Result<R, ApiProblem>>) => Promise<R | undefined>;
}

/** The data of an administration page, fetched when it opens and after each change. `fetch` must stay the same. */
export function useAdminData<T>(fetch: () => Promise<Result<T, ApiProblem>>): AdminData<T> {
  const [data, setData] = useState<T>();
  const [problem, setProblem] = useState<ApiProblem>();
  const load = useCallback(
    () =>
      fetch().then((given) => {
        setProblem(given.ok ? undefined : given.problem);
        if (given.ok) setData(given.value);
      }),
    [fetch],
  );
  useEffect(() => {
    void load();
  }, [load]);
  const run: AdminData<T>["run"] = async (work) => {
    const done = await work();
    await load();
    if (!done.ok) setProblem(done.problem);
    return done.ok ? done.value : undefined;
  };
  return { data, problem, load, run };
}
