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
  /** whether everybody's answer is among what is known */
  readonly isWhole: boolean;
  /** whether what is known is of the times that are asked about now */
  readonly isCurrent: boolean;
}

type Told = Pick<FreeBusyKnown, "known" | "isFailed"> & {
  readonly of: string;
  readonly from: number;
  readonly to: number;
};

const UNKNOWN: Told = { known: null, isFailed: false, of: "", from: 0, to: 0 };

/** Returns people's busy times; the last known ones stay until new ones arrive. */
export function useFreeBusy({ accountId, ids, from, to, exceptUid }: FreeBusyAsked): FreeBusyKnown {
  const [state, setState] = useState(UNKNOWN);
  const all = ids.join(" ");
  useEffect(() => {
    if (accountId === undefined || all === "") return;
    let isHere = true;
    void fetchFreeBusy(accountId, all.split(" "), { from, to }, exceptUid).then((given) => {
      if (!isHere) return;
      setState((last) =>
        given.ok ? { known: given.value, isFailed: false, of: all, from, to } : { ...last, isFailed: true },
      );
    });
    return () => void (isHere = false);
  }, [accountId, all, from, to, exceptUid]);
  const answered = new Set(state.of.split(" "));
  return {
    known: state.known,
    isFailed: state.isFailed,
    isWhole: ids.every((id) => answered.has(id)),
    isCurrent: state.from === from && state.to === to,
  };
}
