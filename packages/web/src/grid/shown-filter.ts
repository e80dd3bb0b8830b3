import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { useMemo, useSyncExternalStore } from "react";
import { bareAddress } from "../store/items/former-addresses.ts";
import type { EventEntry } from "../store/items/entries.ts";
import { Observable } from "../store/sync/observable.ts";

/** The filter of the view: events and tasks with a category, or those in which a person takes part. */
export type ShownFilter =
  | { readonly kind: "category"; readonly name: string }
  /** `address` in lower case, as `bareAddress` returns it */
  | { readonly kind: "person"; readonly name: string; readonly address: string };

/** Null shows everything. It lasts as long as the page. */
export const shownFilter = new Observable<ShownFilter | null>(null);

/** Whether an event or a task passes the filter. A series is judged by its own properties, not by its overrides. */
export function passes({ keywords, participants }: JSEvent, filter: ShownFilter): boolean {
  if (filter.kind === "category") return keywords?.[filter.name] === true;
  return Object.values(participants ?? {}).some(
    (it) => bareAddress(it.calendarAddress ?? it.email ?? "") === filter.address,
  );
}

/** The events, or tasks, that pass the filter. Without a filter it returns the same map. */
export function useShownEvents(events: ReadonlyMap<string, EventEntry>): ReadonlyMap<string, EventEntry> {
  const filter = useSyncExternalStore(shownFilter.subscribe, shownFilter.get);
  return useMemo(
    () => (filter ? new Map([...events].filter(([, { event }]) => passes(event, filter))) : events),
    [events, filter],
  );
}
