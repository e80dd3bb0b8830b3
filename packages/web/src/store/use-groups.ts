import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { useEffect, useState } from "react";
import { fetchGroups } from "../api/account/admin-api.ts";

/** Returns the groups that the viewer is in, or may administer; null until the server has answered, none if it can't. */
export function useGroups(accountId: string | undefined): readonly GroupRecord[] | null {
  const [groups, setGroups] = useState<readonly GroupRecord[] | null>(null);
  useEffect(() => {
    if (accountId === undefined) return;
    let isHere = true;
    void fetchGroups(accountId).then((given) => {
      if (isHere) setGroups(given.ok ? given.value : []);
    });
    return () => void (isHere = false);
  }, [accountId]);
  return groups;
}
