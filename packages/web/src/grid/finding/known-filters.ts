import { sortedByName } from "../../i18n/format.ts";
import type { EventEntry } from "../../store/items/entries.ts";
import { bareAddress, isAddressOf } from "../../store/items/former-addresses.ts";
import type { ShownFilter } from "../shown-filter.ts";

/** The most filters offered: people can't choose from more. */
const MOST = 40;

/**
 * Returns the possible filters: categories, then participants, each by name; of many, the most frequent. It leaves out the
 * viewer, who takes part in most events.
 */
export function knownFilters(events: Iterable<EventEntry>, address: string): readonly ShownFilter[] {
  const counts = new Map<string, { readonly filter: ShownFilter; count: number }>();
  const count = (key: string, filter: () => ShownFilter): void => {
    const known = counts.get(key) ?? { filter: filter(), count: 0 };
    known.count++;
    counts.set(key, known);
  };
  for (const { event } of events) {
    for (const name of Object.keys(event.keywords ?? {}))
      count(`c ${name}`, () => ({ kind: "category", name }));
    for (const it of Object.values(event.participants ?? {})) {
      const own = bareAddress(it.calendarAddress ?? it.email ?? "");
      if (own === "" || isAddressOf(address, own)) continue;
      count(`p ${own}`, () => ({ kind: "person", name: it.name || own, address: own }));
    }
  }
  const all = [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ filter }) => filter);
  return (["category", "person"] as const).flatMap((kind) =>
    sortedByName(all.filter((it) => it.kind === kind).slice(0, MOST), ({ name }) => name),
  );
}

/** The names of the places of events, by name; of many, the most frequent. */
export function knownPlaces(events: Iterable<EventEntry>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { event } of events)
    for (const { name = "" } of Object.values(event.locations ?? {}))
      if (name.trim() !== "") counts.set(name.trim(), (counts.get(name.trim()) ?? 0) + 1);
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST);
  return sortedByName(frequent, ([name]) => name).map(([name]) => name);
}

/** Returns the key that distinguishes filters. */
export const filterId = (filter: ShownFilter): string =>
  `${filter.kind} ${filter.kind === "person" ? filter.address : filter.name}`;
