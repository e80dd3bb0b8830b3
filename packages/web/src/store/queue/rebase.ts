import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { applyChange } from "./change.ts";
import { valueAt } from "./conflict.ts";
import type { PendingChange } from "./queue-entry.ts";

/** A server's answer for an event that it has made or changed, by property. */
type Answer = Readonly<Record<string, unknown>>;

/** An event with the properties of the server's answer; null removes a property. */
export const withAnswer = (event: JSEvent, answer: Answer): JSEvent =>
  Object.fromEntries(
    Object.entries({ ...event, ...answer }).filter(([, value]) => value !== null),
  ) as unknown as JSEvent;

/**
 * Returns a waiting change based on another one's result, rebased on the server's form of that result: a value that
 * the server has written in its own form was changed by nobody else.
 */
export function rebased(waiting: PendingChange, done: PendingChange, answer: Answer): PendingChange {
  const { before } = waiting;
  const led = applyChange(done.before ?? undefined, done.change);
  if (waiting.change.key !== done.change.key || !before || !led) return waiting;
  const taken = Object.entries(answer).filter(([name]) =>
    sameJson(valueAt(before, name), valueAt(led, name)),
  );
  return { ...waiting, before: withAnswer(before, Object.fromEntries(taken)) };
}
