import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";

/** The calendars in the order after one was moved to another place, and those whose place in it is not what they say. */
export function moved(
  calendars: readonly ManagedCalendar[],
  from: number,
  to: number,
): { readonly calendars: readonly ManagedCalendar[]; readonly changed: readonly ManagedCalendar[] } {
  const order = [...calendars];
  const target = Math.max(0, Math.min(order.length - 1, to));
  order.splice(target, 0, ...order.splice(from, 1));
  const placed = order.map((it, sortOrder) => ({ ...it, sortOrder }));
  const before = new Map(calendars.map((it) => [it.id, it.sortOrder]));
  return { calendars: placed, changed: placed.filter((it) => before.get(it.id) !== it.sortOrder) };
}
