import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { useMemo, useSyncExternalStore } from "react";
import type { EventEntry } from "../store/items/entries.ts";
import { Observable } from "../store/sync/observable.ts";

/** What alone is shown: what has a category, or what a person takes part in. */
export type ShownFilter =
  | { readonly kind: "category"; readonly name: string }
  /** `address` in small letters, as `guestAddress` tells it */
  | { readonly kind: "person"; readonly name: string; readonly address: string };

/** Null shows everything. It lasts as long as the page. */
export const shownFilter = new Observable<ShownFilter | null>(null);

/** The address of somebody who takes part, to be compared. */
export const guestAddress = (address: string): string => address.replace(/^mailto:/i, "").toLowerCase();

/** Whether an event is shown; a series by what is said of the whole of it. */
export function passes({ keywords, participants }: JSEvent, filter: ShownFilter): boolean {
  if (filter.kind === "category") return keywords?.[filter.name] === true;
  return Object.values(participants ?? {}).some(
    (it) => guestAddress(it.calendarAddress ?? it.email ?? "") === filter.address,
  );
}

/** The events that are to be shown; all of them, the same map, without a filter. */
export function useShownEvents(events: ReadonlyMap<string, EventEntry>): ReadonlyMap<string, EventEntry> {
  const filter = useSyncExternalStore(shownFilter.subscribe, shownFilter.get);
  return useMemo(
    () => (filter ? new Map([...events].filter(([, { event }]) => passes(event, filter))) : events),
    [events, filter],
  );
}
