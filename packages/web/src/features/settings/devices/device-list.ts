import { useCallback, useEffect, useState } from "react";
import {
  createCredential,
  fetchCredentials,
  removeCredential,
  type Credential,
  type NewCredential,
} from "../../../api/account/account-api.ts";
import type { ApiProblem } from "../../../api/problem.ts";
import { ok, type Result } from "@snart/calendar/result.ts";

export interface DeviceList {
  /** undefined until they have been fetched */
  readonly devices: readonly Credential[] | undefined;
  readonly problem: ApiProblem | undefined;
  /** Makes an app password; its secret is not kept anywhere. */
  readonly create: (label: string) => Promise<Result<NewCredential, ApiProblem>>;
  readonly remove: (id: string) => Promise<Result<void, ApiProblem>>;
}

/** The app passwords of an account, fetched when the page opens and after each change. */
export function useDeviceList(accountId: string): DeviceList {
  const [devices, setDevices] = useState<readonly Credential[]>();
  const [problem, setProblem] = useState<ApiProblem>();

  const load = useCallback(
    () =>
      fetchCredentials(accountId).then((answer) => {
        setProblem(answer.ok ? undefined : answer.problem);
        if (answer.ok) setDevices(answer.value);
      }),
    [accountId],
  );
  useEffect(() => {
    void load();
  }, [load]);

  const create = async (label: string): Promise<Result<NewCredential, ApiProblem>> => {
    const answer = await createCredential(accountId, label);
    if (answer.ok) await load();
    return answer;
  };
  const remove = async (id: string): Promise<Result<void, ApiProblem>> => {
    const answer = await removeCredential(accountId, id);
    // One that is gone already is what was wanted.
    if (!answer.ok && !(answer.problem.kind === "refused" && answer.problem.code === "notFound"))
      return answer;
    await load();
    return ok(undefined);
  };
  return { devices, problem, create, remove };
}
