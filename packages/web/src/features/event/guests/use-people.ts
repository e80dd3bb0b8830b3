import { useEffect, useState } from "react";
import { fetchPeople } from "../../../api/people-api.ts";
import type { Person } from "../../../api/people-api.ts";

const NOBODY: readonly Person[] = [];

/** Everybody and every room that can be asked; nobody until the server has said, or when it can't. */
export function usePeople(accountId: string | undefined): readonly Person[] {
  const [people, setPeople] = useState(NOBODY);
  useEffect(() => {
    if (accountId === undefined) return;
    let isHere = true;
    // Whoever is outside can be asked by address all the same.
    void fetchPeople(accountId).then((given) => {
      if (isHere && given.ok) setPeople(given.value);
    });
    return () => void (isHere = false);
  }, [accountId]);
  return people;
}
