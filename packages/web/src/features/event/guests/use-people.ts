import { useEffect, useState } from "react";
import { fetchPeople, type Person } from "../../../api/calendars/people-api.ts";

/** Everybody and every room that can be asked; null until the server has said, nobody when it can't. */
export function usePeople(accountId: string | undefined): readonly Person[] | null {
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  useEffect(() => {
    if (accountId === undefined) return;
    let isHere = true;
    // Whoever is outside can be asked by address all the same.
    void fetchPeople(accountId).then((given) => {
      if (isHere) setPeople(given.ok ? given.value : []);
    });
    return () => void (isHere = false);
  }, [accountId]);
  return people;
}
