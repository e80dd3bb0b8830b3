import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { parameterValue, propertiesNamed, type Component, type Property } from "../icalendar/component.ts";
import { unescapeText } from "../icalendar/text.ts";
import { failed, ok, type Result } from "../result.ts";
import { addressKey, attendeeAt, attendeesOf, organizerOf, type IsAddressOf } from "./attendee.ts";
import { exceptionKeys, instanceKey, mapComponents } from "./instance.ts";
import { withLeftOut } from "./left-out.ts";
import { counterparts, mapAttendees } from "./organizer-change.ts";
import { withChangesNamed } from "./own/own-values.ts";
import { withDroppedRestored } from "./own/restore-dropped.ts";
import { spanOf, wholeRecurrenceOf } from "./times-fingerprint.ts";

/** Properties besides the times that only the organizer may change. */
const OF_ORGANIZER = ["SUMMARY", "LOCATION", "STATUS"] as const;

/**
 * Checks an attendee's change of an invitation (RFC 6638 §3.2.2.1): answering, keeping alarms and notes, and leaving
 * instances out are theirs; when, where, what and who else is invited are the organizer's. Other people's answers
 * stay as stored, whatever an older copy says. What an app has only left out is restored.
 * @returns the object to store, or what may not be changed
 */
export function checkAttendeeChange(
  before: CalendarObject,
  written: CalendarObject,
  isMine: IsAddressOf,
): Result<CalendarObject, string> {
  const after = withDroppedRestored(before, written);
  const problem = objectProblem(before, after);
  if (problem !== undefined) return failed(problem);
  const former = counterparts(before);
  const partner = (component: Component): Component | undefined => former(instanceKey(component, after));
  for (const component of [after.main, ...after.overrides]) {
    const there = component && partner(component);
    if (component && !there) return failed("an instance that the organizer did not ask for");
    const wrong = component && there && componentProblem(before, there, after, component, isMine);
    if (wrong !== undefined) return failed(wrong);
  }
  const settled = mapComponents(after, (component) => {
    const there = partner(component);
    return there ? withChangesNamed(withOthersOf(component, there, isMine), there) : component;
  });
  return ok(withLeftOut(before, settled));
}

function objectProblem(before: CalendarObject, after: CalendarObject): string | undefined {
  const [was, is] = [organizerOf(before), organizerOf(after)];
  if (addressKey(was?.value ?? "") !== addressKey(is?.value ?? "")) return "ORGANIZER";
  if ((before.main === undefined) !== (after.main === undefined)) return "which instances there are";
  const exceptions = exceptionKeys(after);
  return [...exceptionKeys(before)].some((key) => !exceptions.has(key)) ? "EXDATE" : undefined;
}

function componentProblem(
  before: CalendarObject,
  former: Component,
  after: CalendarObject,
  component: Component,
  isMine: IsAddressOf,
): string | undefined {
  if (spanOf(former, before) !== spanOf(component, after)) return "the time";
  if (wholeRecurrenceOf(former, before) !== wholeRecurrenceOf(component, after)) return "the repetition";
  const changed = OF_ORGANIZER.find((name) => textOf(former, name) !== textOf(component, name));
  if (changed !== undefined) return changed;
  return othersOf(former, isMine) === othersOf(component, isMine) ? undefined : "who is asked";
}

const textOf = (component: Component, name: string): string =>
  propertiesNamed(component, name)
    .map(({ value }) => unescapeText(value).replace(/\s+/g, " ").trim())
    .join("\n");

/** The other attendees, without my delegates. */
const othersOf = (component: Component, isMine: IsAddressOf): string =>
  attendeesOf(component)
    .filter((attendee) => !isMine(attendee.value) && !isDelegateOf(attendee, isMine))
    .map(({ value }) => addressKey(value))
    .toSorted()
    .join("\n");

/** Whether an attendee is my delegate. */
export const isDelegateOf = (attendee: Property, isMine: IsAddressOf): boolean =>
  attendee.parameters.some(
    ({ name, values }) =>
      name === "DELEGATED-FROM" && values.some((value) => value.split(",").some((part) => isMine(part))),
  );

function withOthersOf(component: Component, former: Component, isMine: IsAddressOf): Component {
  return mapAttendees(component, (attendee) => {
    if (isMine(attendee.value) || isDelegateOf(attendee, isMine)) return attendee;
    const stored = attendeeAt(former, attendee.value);
    const isSame = stored && parameterValue(stored, "PARTSTAT") === parameterValue(attendee, "PARTSTAT");
    return !stored || isSame ? attendee : stored;
  });
}
