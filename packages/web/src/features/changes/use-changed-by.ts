import { useEffect, useState } from "react";
import { fetchVersions } from "../../api/items/history-api.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { idOfKey } from "../../store/items/entries.ts";

/** Who changed an event last on the server, and when (ms UTC). */
interface ChangedBy {
  readonly name: string;
  readonly at: number;
}

/** Returns who changed an event last; null until it is known, and where it was the viewer, in another place. */
export function useChangedBy(key: string): ChangedBy | null {
  const { primaryAccountId } = useCalendarSnapshot();
  const [by, setBy] = useState<ChangedBy | null>(null);
  useEffect(() => {
    let isLeft = false;
    void fetchVersions(idOfKey(key)).then((found) => {
      const [last] = found.ok ? found.value : [];
      if (isLeft || !last?.by.name || last.by.principalId === primaryAccountId) return;
      setBy({ name: last.by.name, at: Date.parse(last.at) });
    });
    return () => {
      isLeft = true;
    };
  }, [key, primaryAccountId]);
  return by;
}
