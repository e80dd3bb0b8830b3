import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, withProperty, type Component } from "../icalendar/component.ts";
import type { Applied } from "./applied.ts";
import { isStale } from "./apply-request.ts";
import {
  exceptionKeys,
  instanceOf,
  mapComponents,
  overridesByKey,
  withOverrides,
  type InstanceKey,
} from "./instance.ts";
import { withStatus } from "./itip-message.ts";

/**
 * CANCEL (RFC 5546 §3.2.5): a cancelled event stays in the calendar, marked as cancelled, until its owner removes it.
 */
export function applyCancel(message: CalendarObject, stored: CalendarObject | undefined): Applied {
  if (!stored) return { kind: "ignore", reason: "unknown-object" };
  if (isStale(message, stored)) return { kind: "ignore", reason: "stale" };
  const object = message.main ? cancelledWhole(stored, message.main) : cancelledInPart(message, stored);
  return object === stored
    ? { kind: "ignore", reason: "unchanged" }
    : { kind: "store", object, isOnlyAnswers: false };
}

const STAMPS = ["SEQUENCE", "DTSTAMP"] as const;

/** Marks the component as cancelled, with SEQUENCE and time of the message, so that older messages do not undo it. */
const cancelledBy = (component: Component, message: Component): Component =>
  STAMPS.reduce(
    (result, name) => {
      const stamp = firstProperty(message, name);
      return stamp ? withProperty(result, stamp) : result;
    },
    withStatus(component, "CANCELLED"),
  );

const cancelledWhole = (stored: CalendarObject, message: Component): CalendarObject =>
  mapComponents(stored, (component) => cancelledBy(component, message));

function cancelledInPart(message: CalendarObject, stored: CalendarObject): CalendarObject {
  const overrides = new Map<InstanceKey, Component>(overridesByKey(stored));
  const gone = exceptionKeys(stored);
  let isChanged = false;
  for (const [key, component] of overridesByKey(message)) {
    const there = overrides.get(key) ?? (gone.has(key) ? undefined : instanceOf(stored, key));
    if (!there) continue;
    overrides.set(key, cancelledBy(there, component));
    isChanged = true;
  }
  return isChanged ? withOverrides(stored, stored.main, overrides) : stored;
}
