import type { Result } from "@snart/calendar/result.ts";
import { useCallback, useEffect, useState } from "react";
import type { ApiProblem } from "../api/problem.ts";
import { NOTICES_CHANGED } from "./notices-changed.ts";

interface NoticeList<T> {
  readonly list: readonly T[];
  /** Removes some notices at once while the server is asked to; if it refuses, the list is fetched again. */
  readonly settle: (isGone: (notice: T) => boolean, asked: Promise<Result<unknown, ApiProblem>>) => void;
}

/**
 * A person's notices, kept up to date as more arrive and as they are dismissed elsewhere.
 * @param fetchList must stay the same from one drawing to the next
 * @param onRefused is called when something could not be dismissed
 */
export function useNoticeList<T>(
  accountId: string,
  fetchList: (accountId: string) => Promise<Result<readonly T[], ApiProblem>>,
  onRefused: () => void,
): NoticeList<T> {
  const [list, setList] = useState<readonly T[]>([]);
  const look = useCallback(async () => {
    const given = await fetchList(accountId);
    if (given.ok) setList(given.value);
  }, [accountId, fetchList]);
  useEffect(() => {
    const again = (): void => void look();
    again();
    addEventListener(NOTICES_CHANGED, again);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener(NOTICES_CHANGED, again);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look]);
  const settle: NoticeList<T>["settle"] = (isGone, asked) => {
    setList((now) => now.filter((notice) => !isGone(notice)));
    void asked.then((done) => {
      if (done.ok) return undefined;
      onRefused();
      return look();
    });
  };
  return { list, settle };
}
