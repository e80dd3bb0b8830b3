import type { ManagedCalendar } from "../../../api/calendars/calendars-api.ts";

/** Returns the calendars in their order after one was moved, and those whose stored position has changed. */
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
