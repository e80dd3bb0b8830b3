import { useEffect, useState } from "react";
import { fetchPeople, type Person } from "../../../api/calendars/people-api.ts";

/** Returns every person and room that can be invited; null until the server has answered, empty if it can't. */
export function usePeople(accountId: string | undefined): readonly Person[] | null {
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  useEffect(() => {
    if (accountId === undefined) return;
    let isHere = true;
    // Others can still be invited by address.
    void fetchPeople(accountId).then((given) => {
      if (isHere) setPeople(given.ok ? given.value : []);
    });
    return () => void (isHere = false);
  }, [accountId]);
  return people;
}
