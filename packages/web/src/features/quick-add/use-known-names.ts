import { useMemo } from "react";
import type { KnownNames } from "../../grammar/known-names.ts";
import { knownFilters } from "../../grid/finding/known-filters.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { useAccount } from "../../store/session.ts";
import { usePeople } from "../event/model.ts";

/** The people and places that a line of words can name: those of the server, and those of the events that are here. */
export function useKnownNames(accountId: string | undefined): KnownNames {
  const { events } = useCalendarSnapshot();
  const own = useAccount()?.email ?? "";
  const people = usePeople(accountId);
  return useMemo(() => {
    const here = (people ?? []).filter(({ isRoom, isGroup }) => !isRoom && !isGroup);
    const met = knownFilters(events.values(), own).flatMap((it) => (it.kind === "person" ? [it] : []));
    const byAddress = new Map(
      [...met, ...here].flatMap(({ name, ...it }) => {
        const address = "address" in it ? it.address : (it.email ?? "");
        return address === "" || address === own.toLowerCase() ? [] : [[address, { name, address }] as const];
      }),
    );
    const places = new Set(
      [...events.values()].flatMap(({ event }) =>
        Object.values(event.locations ?? {}).flatMap(({ name }) => (name ? [name.trim()] : [])),
      ),
    );
    return { people: [...byAddress.values()], places: [...places] };
  }, [events, own, people]);
}
