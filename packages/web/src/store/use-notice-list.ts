import type { Result } from "@snart/calendar/result.ts";
import { useCallback, useEffect, useState } from "react";
import type { ApiProblem } from "../api/problem.ts";
import type { StateChange } from "../api/push.ts";
import { NOTICES_CHANGED } from "./notices-changed.ts";

interface NoticeList<T> {
  readonly list: readonly T[];
  /** the server was last asked in vain: what is listed may not be all */
  readonly isUnread: boolean;
  /** Removes some notices at once while the server is asked to; if it refuses, the list is fetched again. */
  readonly remove: (isGone: (notice: T) => boolean, asked: Promise<Result<unknown, ApiProblem>>) => void;
}

/**
 * A person's notices, kept up to date as more arrive and as they are dismissed elsewhere.
 * @param fetchList must stay the same from one drawing to the next; `changed` is what was announced, absent if anything may
 * have changed
 * @param onRefused is called when something could not be dismissed
 * @param isOfThem whether an announcement may be of these notices; must stay the same as well
 */
export function useNoticeList<T>(
  fetchList: (changed?: StateChange) => Promise<Result<readonly T[], ApiProblem>>,
  onRefused: () => void,
  isOfThem?: (changed: StateChange) => boolean,
): NoticeList<T> {
  const [list, setList] = useState<readonly T[]>([]);
  const [isUnread, setUnread] = useState(false);
  const look = useCallback(
    async (changed?: StateChange) => {
      const given = await fetchList(changed);
      setUnread(!given.ok);
      if (given.ok) setList(given.value);
    },
    [fetchList],
  );
  useEffect(() => {
    const again = (): void => void look();
    const announced = ({ detail }: CustomEventInit<StateChange>): void => {
      if (!detail || (isOfThem?.(detail) ?? true)) void look(detail ?? undefined);
    };
    const heard = (event: Event): void => announced(event as CustomEvent<StateChange>);
    again();
    addEventListener(NOTICES_CHANGED, heard);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      removeEventListener(NOTICES_CHANGED, heard);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look, isOfThem]);
  const remove: NoticeList<T>["remove"] = (isGone, asked) => {
    setList((now) => now.filter((notice) => !isGone(notice)));
    void asked.then((done) => {
      if (done.ok) return undefined;
      onRefused();
      return look();
    });
  };
  return { list, isUnread, remove };
}
