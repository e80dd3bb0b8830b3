import { isExcluded, occurrenceOf, overrideOf, plainOccurrence } from "./occurrence.ts";
import type { Item, LocalDateTime, PatchObject } from "./types.ts";

// Several instances of a series that is not known itself, as people have them who are invited to those dates alone. A JSCalendar object
// with a `recurrenceId` has no `recurrenceOverrides` (RFC 8984 §4.3.1), so they are one recurring object without a rule: it begins at the
// time that the series gives the first of them, and each is an override. Components are read and written the other way, with the first
// one as the item and the others as overrides of it.

/**
 * The recurring object of several instances.
 * @param item the first one, with its `recurrenceId`, and the others as overrides of it; anything else stays as it is
 */
export function asDates<T extends Item>(item: T): T;
export function asDates(item: Item): Item {
  const { recurrenceId: first, recurrenceIdTimeZone: _zone, recurrenceOverrides: others, ...lead } = item;
  if (first === undefined || !others || Object.keys(others).length === 0) return item;
  const base = plainOccurrence(lead, first);
  const own = overrideOf(base, first, lead);
  const overrides = Object.entries({ [first]: own, ...others }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...base, recurrenceOverrides: Object.fromEntries(overrides) };
}

/**
 * The reverse: the first instance with the others as overrides of it. An instance that is left out is excluded.
 * @param dates the recurring object, perhaps changed
 * @param first the time that the series gives the first instance
 */
export function asInstances(dates: Item, first: LocalDateTime): Item {
  const { recurrenceOverrides, recurrenceRule, start, timeZone } = dates;
  const all = recurrenceOverrides ?? {};
  const own = all[first];
  const found = occurrenceOf(dates, first, isExcluded(own) ? {} : own);
  // Who moves the object moves its first instance.
  const isMoved = start !== undefined && start !== first && own?.["start"] === undefined;
  const lead: Item = {
    ...found,
    ...(isMoved && { start }),
    recurrenceId: first,
    ...(typeof timeZone === "string" && { recurrenceIdTimeZone: timeZone }),
  };
  const others = Object.entries(all).flatMap(([key, patch]): [LocalDateTime, PatchObject][] => {
    if (key === first) return isExcluded(patch) ? [[key, patch]] : [];
    return [[key, isExcluded(patch) ? patch : overrideOf(lead, key, occurrenceOf(dates, key, patch))]];
  });
  return {
    ...lead,
    ...(recurrenceRule && { recurrenceRule }),
    ...(others.length > 0 && { recurrenceOverrides: Object.fromEntries(others) }),
  };
}
