import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { ok } from "@snart/calendar/result.ts";
import { useCallback, useEffect, useState } from "react";
import { fetchPolls } from "../../api/items/poll-api.ts";
import { fetchGroups } from "../../api/account/admin-api.ts";
import type { ApiProblem, Asked } from "../../api/problem.ts";

/** A poll with the account in which it is seen: one's own, or a group's that one manages. */
export interface ListedPoll extends PollRecord {
  readonly accountId: string;
}

interface OwnPolls {
  /** undefined until they have been fetched; what was known stays while the network is away */
  readonly polls: readonly ListedPoll[] | undefined;
  readonly problem: ApiProblem | undefined;
  /** whether something is being sent */
  readonly isBusy: boolean;
  readonly load: () => Promise<void>;
  /** Sends a change, and shows what is there afterwards. @returns whether it was made */
  readonly change: (send: () => Asked<unknown>) => Promise<boolean>;
}

/** The polls of a person and of the groups that they manage, newest first; fetched when the screen opens, when it is looked at again, and after each change. */
export function usePolls(accountId: string): OwnPolls {
  const [polls, setPolls] = useState<readonly ListedPoll[]>();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isBusy, setBusy] = useState(false);
  const load = useCallback(async () => {
    const given = await fetchAll(accountId);
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

/** A poll of a group in which one is asked as well is the group's, as one decides there. */
async function fetchAll(accountId: string): Asked<readonly ListedPoll[]> {
  const groups = await fetchGroups(accountId);
  if (!groups.ok) return groups;
  const accounts = [
    ...groups.value.filter(({ mayManage, status }) => mayManage && status === "active").map(({ id }) => id),
    accountId,
  ];
  const found = new Map<string, ListedPoll>();
  const all = await Promise.all(accounts.map((id) => fetchPolls(id)));
  for (const [at, polls] of all.entries()) {
    const id = accounts[at] ?? accountId;
    // A group that one may administer and is not in shows nothing here.
    if (!polls.ok && id === accountId) return polls;
    for (const poll of polls.ok ? polls.value : [])
      if (!found.has(poll.id)) found.set(poll.id, { ...poll, accountId: id });
  }
  return ok([...found.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)));
}
