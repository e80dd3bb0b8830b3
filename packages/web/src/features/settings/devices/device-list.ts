import type { CredentialRecord, CredentialScope } from "@snart/calendar/jmap/account.ts";
import { useCallback, useEffect, useState } from "react";
import {
  createCredential,
  fetchCredentials,
  removeCredential,
  type NewCredential,
} from "../../../api/account/credentials-api.ts";
import type { ApiProblem, Asked } from "../../../api/problem.ts";
import { ok } from "@snart/calendar/result.ts";

export interface DeviceList {
  /** undefined until they have been fetched */
  readonly devices: readonly CredentialRecord[] | undefined;
  readonly problem: ApiProblem | undefined;
  readonly reload: () => void;
  /** Makes an app password; its secret is not kept anywhere. */
  readonly create: (label: string, scope: CredentialScope | null) => Asked<NewCredential>;
  readonly remove: (id: string) => Asked<void>;
}

/** The app passwords of an account, fetched when the page opens and after each change. */
export function useDeviceList(accountId: string): DeviceList {
  const [devices, setDevices] = useState<readonly CredentialRecord[]>();
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

  const create = async (label: string, scope: CredentialScope | null): Asked<NewCredential> => {
    const answer = await createCredential(accountId, label, scope);
    if (answer.ok) await load();
    return answer;
  };
  const remove = async (id: string): Asked<void> => {
    const answer = await removeCredential(accountId, id);
    // A password that is already gone meets the request.
    if (!answer.ok && !(answer.problem.kind === "refused" && answer.problem.code === "notFound"))
      return answer;
    await load();
    return ok(undefined);
  };
  return { devices, problem, reload: () => void load(), create, remove };
}
