import type { JSTask } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { EventRecord } from "../context/event-record.ts";
import type { MethodError } from "../wire/errors.ts";
import { dueOf } from "./task-filter.ts";
import { localInstant } from "./task-get.ts";

interface Comparator {
  readonly property: string;
  readonly isAscending: boolean;
  readonly collation?: string | undefined;
}

type SortKey = string | number | undefined;

/** 1 is the highest priority, 0 is none (RFC 5545 §3.8.1.9). */
const priorityOf = ({ priority = 0 }: EventRecord): SortKey => (priority === 0 ? undefined : priority);

const KEYS: Readonly<Record<string, (task: EventRecord, zone: Zone) => SortKey>> = {
  due: (task, zone) => dueOf(task, zone),
  start: (task, zone) => localInstant(task, (task as unknown as JSTask).start, zone),
  priority: priorityOf,
  title: ({ title = "" }) => title.toLocaleLowerCase("sv"),
  progressUpdated: (task) => (task as unknown as JSTask).progressUpdated,
  created: ({ created }) => created,
  updated: ({ updated }) => updated,
  uid: ({ uid }) => uid,
};

/** An order for tasks; those without the sorted property come last in either direction, then by id. */
export function taskSort(
  comparators: readonly Comparator[],
  zone: Zone,
): Result<(tasks: readonly EventRecord[]) => EventRecord[], MethodError> {
  const unknown = comparators.find(
    ({ property, collation }) => !Object.hasOwn(KEYS, property) || collation !== undefined,
  );
  if (unknown) return failed({ type: "unsupportedSort", description: unknown.property.slice(0, 100) });
  return ok((tasks) => {
    const keyed = tasks.map((task) => ({
      task,
      keys: comparators.map(({ property }) => KEYS[property]?.(task, zone)),
    }));
    keyed.sort((a, b) => {
      for (const [at, { isAscending }] of comparators.entries()) {
        const order = compare(a.keys[at], b.keys[at], isAscending);
        if (order !== 0) return order;
      }
      return compare(a.task.id, b.task.id, true);
    });
    return keyed.map(({ task }) => task);
  });
}

function compare(a: SortKey, b: SortKey, isAscending: boolean): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b === isAscending ? -1 : 1;
}
