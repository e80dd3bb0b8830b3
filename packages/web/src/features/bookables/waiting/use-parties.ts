import type { BookableRecord, BookedForRecord } from "@snart/calendar/jmap/booking.ts";
import { useEffect, useState } from "react";
import { fetchHouseholdsFor } from "../../../api/items/booking-api.ts";
import { partiesOf, type Parties } from "./parties.ts";

const NOBODY: readonly BookedForRecord[] = [];

/** For whom the reader can book a thing; the households of others are asked for where the reader manages it, and come a little later. */
export function useParties(
  accountId: string,
  { id, mayManage }: Pick<BookableRecord, "id" | "mayManage">,
  households: readonly BookedForRecord[],
): Parties {
  const [all, setAll] = useState<readonly BookedForRecord[]>(NOBODY);
  useEffect(() => {
    if (!mayManage) return undefined;
    let isHere = true;
    void fetchHouseholdsFor(accountId, id).then((given) => {
      if (isHere && given.ok) setAll(given.value);
    });
    return () => void (isHere = false);
  }, [accountId, id, mayManage]);
  return partiesOf(households, all);
}
