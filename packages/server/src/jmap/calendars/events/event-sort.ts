import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { MethodError } from "../../wire/errors.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { utcTimes } from "./utc-times.ts";

interface Comparator {
  readonly property: string;
  readonly isAscending: boolean;
  readonly collation?: string | undefined;
}

type SortKey = string | number;

const KEYS: Readonly<Record<string, (event: EventRecord, zone: Zone) => SortKey>> = {
  start: (event, zone) => utcTimes(event, zone)?.start ?? 0,
  uid: (event) => event.uid,
  recurrenceId: (event) => event.recurrenceId ?? "",
  created: (event) => event.created ?? "",
  updated: (event) => event.updated ?? "",
};
const COLLATIONS: ReadonlySet<string> = new Set(["i;octet", "i;unicode-casemap"]);

/** What is kept of a found event: whole events of a long answer would not fit into memory. */
export interface SortedEvent {
  readonly id: string;
  readonly keys: readonly SortKey[];
}

export interface EventOrder {
  keep(event: EventRecord): SortedEvent;
  /** @returns the ids in order */
  sort(events: readonly SortedEvent[]): readonly string[];
}

/** A stable order for events: by the comparators in turn, then by id. */
export function eventSort(comparators: readonly Comparator[], zone: Zone): Result<EventOrder, MethodError> {
  const unknown = comparators.find(
    ({ property, collation = "i;octet" }) => !Object.hasOwn(KEYS, property) || !COLLATIONS.has(collation),
  );
  if (unknown)
    return failed({
      type: "unsupportedSort",
      description: `${unknown.property} ${unknown.collation ?? ""}`.trim(),
    });
  const compareEvents = (a: SortedEvent, b: SortedEvent): number => {
    for (const [at, { isAscending }] of comparators.entries()) {
      const order = compare(a.keys[at] ?? "", b.keys[at] ?? "");
      if (order !== 0) return isAscending ? order : -order;
    }
    return compare(a.id, b.id);
  };
  return ok({
    keep: (event) => ({
      id: event.id,
      keys: comparators.map((comparator) => keyOf(event, comparator, zone)),
    }),
    sort: (events) => events.toSorted(compareEvents).map(({ id }) => id),
  });
}

function keyOf(event: EventRecord, { property, collation }: Comparator, zone: Zone): SortKey {
  const key = KEYS[property]?.(event, zone) ?? "";
  return collation === "i;unicode-casemap" && typeof key === "string"
    ? key.normalize("NFKD").toUpperCase()
    : key;
}

const compare = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);
