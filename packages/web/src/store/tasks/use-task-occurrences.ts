import { useEffect, useState } from "react";
import { useAccount } from "../session.ts";
import type { withTaskOccurrences as WithTasks } from "./task-occurrences.ts";

/** What adds the tasks of a window to its events. */
export type TaskOccurrences = typeof WithTasks;
let withTaskOccurrences: TaskOccurrences | undefined;

/** What finds the tasks of a window, once there are any; null where they are not to stand among events. */
export function useTaskOccurrences(isNeeded: boolean): TaskOccurrences | null {
  const isWanted = useAccount()?.preferences.showTasks !== false && isNeeded;
  const [found, setFound] = useState(() => withTaskOccurrences);
  useEffect(() => {
    if (!isWanted || found) return;
    // Where it can't be fetched there are the events.
    void import("./task-occurrences.ts").then(
      (module) => {
        ({ withTaskOccurrences } = module);
        setFound(() => withTaskOccurrences);
      },
      () => undefined,
    );
  }, [isWanted, found]);
  return isWanted ? (found ?? null) : null;
}
