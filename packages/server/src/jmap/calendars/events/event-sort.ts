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

/** A stable order for events: by the comparators in turn, then by id. */
export function eventSort(
  comparators: readonly Comparator[],
  zone: Zone,
): Result<(events: readonly EventRecord[]) => EventRecord[], MethodError> {
  const unknown = comparators.find(
    ({ property, collation = "i;octet" }) => !Object.hasOwn(KEYS, property) || !COLLATIONS.has(collation),
  );
  if (unknown)
    return failed({
      type: "unsupportedSort",
      description: `${unknown.property} ${unknown.collation ?? ""}`.trim(),
    });
  return ok((events) => {
    const keyed = events.map((event) => ({
      event,
      keys: comparators.map((comparator) => keyOf(event, comparator, zone)),
    }));
    keyed.sort((a, b) => {
      for (const [at, { isAscending }] of comparators.entries()) {
        const order = compare(a.keys[at] ?? "", b.keys[at] ?? "");
        if (order !== 0) return isAscending ? order : -order;
      }
      return compare(a.event.id, b.event.id);
    });
    return keyed.map(({ event }) => event);
  });
}

function keyOf(event: EventRecord, { property, collation }: Comparator, zone: Zone): SortKey {
  const key = KEYS[property]?.(event, zone) ?? "";
  return collation === "i;unicode-casemap" && typeof key === "string"
    ? key.normalize("NFKD").toUpperCase()
    : key;
}

const compare = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);
