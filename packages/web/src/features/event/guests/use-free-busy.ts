import { useEffect, useState } from "react";
import { fetchFreeBusy, type FreeBusy } from "../../../api/calendars/availability-api.ts";

interface FreeBusyAsked {
  readonly accountId: string | undefined;
  /** the ids of the invited people and rooms of the server */
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  /** the event that is being planned */
  readonly exceptUid: string | null;
}

interface FreeBusyKnown {
  /** null until it is known */
  readonly known: ReadonlyMap<string, FreeBusy> | null;
  readonly isFailed: boolean;
}

const UNKNOWN: FreeBusyKnown = { known: null, isFailed: false };

/** Returns people's busy times; the last known ones stay until new ones arrive. */
export function useFreeBusy({ accountId, ids, from, to, exceptUid }: FreeBusyAsked): FreeBusyKnown {
  const [state, setState] = useState(UNKNOWN);
  const all = ids.join(" ");
  useEffect(() => {
    if (accountId === undefined || all === "") return;
    let isHere = true;
    void fetchFreeBusy(accountId, all.split(" "), { from, to }, exceptUid).then((given) => {
      if (!isHere) return;
      setState(({ known }) =>
        given.ok ? { known: given.value, isFailed: false } : { known, isFailed: true },
      );
    });
    return () => void (isHere = false);
  }, [accountId, all, from, to, exceptUid]);
  return state;
}
