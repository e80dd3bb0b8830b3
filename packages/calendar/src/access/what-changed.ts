import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { parameterValue, withComponents, type Component, type Property } from "../icalendar/component.ts";
import { formatParameters } from "../icalendar/parameter.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import {
  addressKey,
  attendeesOf,
  componentsOf,
  findAttendee,
  type IsAddressOf,
} from "../scheduling/attendee.ts";
import { exceptionKeys, instanceKey, overridesByKey } from "../scheduling/instance.ts";
import { counterparts } from "../scheduling/organizer-change.ts";
import { spanOf, wholeRecurrenceOf } from "../scheduling/times-fingerprint.ts";
import { saysFlag } from "../scheduling/hidden-guests.ts";
import { isOwnComment } from "./own-comment.ts";
import { withoutOwnParts, type OwnScope } from "./own-parts.ts";

/**
 * The right that a change of an object needs (JMAP Calendars, `CalendarRights`): `own` changes only per-user
 * properties, `answer` also changes the writer's participation, `more` changes something else.
 */
export type WhatChanged = "own" | "answer" | "more";

/**
 * Looks at what a write changes.
 * @param isMine whether an address is the writer's
 * @param scope the parts that are the writer's own
 */
export function whatChanged(
  before: CalendarObject,
  after: CalendarObject,
  isMine: IsAddressOf,
  scope: OwnScope = "all",
): WhatChanged {
  if (before.uid !== after.uid || before.type !== after.type) return "more";
  if ((before.main === undefined) !== (after.main === undefined)) return "more";
  if (!isSameSet(exceptionKeys(before), exceptionKeys(after))) return "more";
  const overrides = overridesByKey(after);
  if (overrides.size !== after.overrides.length) return "more";
  if ([...overridesByKey(before).keys()].some((key) => !overrides.has(key))) return "more";
  const former = counterparts(before);
  let found: WhatChanged = "own";
  for (const component of componentsOf(after)) {
    const key = instanceKey(component, after);
    const was = former(key);
    const isNew = key !== undefined && !overridesByKey(before).has(key);
    const change = was ? changeOf({ before, was, after, component, scope }, isMine) : "more";
    // A new override changes the series for everybody, unless it is there to hold the writer's answer.
    if (change === "more" || (isNew && change === "own")) return "more";
    if (change === "answer") found = "answer";
  }
  return found;
}

interface Pair {
  readonly before: CalendarObject;
  readonly was: Component;
  readonly after: CalendarObject;
  readonly component: Component;
  readonly scope: OwnScope;
}

const isSameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && a.isSubsetOf(b);

function changeOf({ before, was, after, component, scope }: Pair, isMine: IsAddressOf): WhatChanged {
  const [then, now] = [withoutOwnParts(was, scope), withoutOwnParts(component, scope)];
  if (timesOf(before, then) !== timesOf(after, now)) return "more";
  if (contentOf(then, isMine) !== contentOf(now, isMine)) return "more";
  const comments = [then, now].map((one) => one.properties.filter(isOwnComment(one, isMine)).map(lineOf));
  const change = isSameList(comments[0] ?? [], comments[1] ?? []) ? "own" : "answer";
  const [asked, asking] = [attendeesOf(then), attendeesOf(now)];
  if (isSameList(asked.map(lineOf), asking.map(lineOf))) return change;
  const [those, these] = [asked, asking].map((all) => all.map((one) => questionOf(one, isMine)));
  const known = new Set(asked.map(({ value }) => addressKey(value)));
  const added = asking.filter(({ value }) => !known.has(addressKey(value)));
  const stayed = asking.flatMap((one, at) => (added.includes(one) ? [] : [these?.[at] ?? ""]));
  if (!isSameList(those ?? [], stayed)) return "more";
  return added.every((one) => mayAdd(before, then, one, isMine)) ? "answer" : "more";
}

/** Whether an object says nothing new: what each person has for themselves, and stamps, are alone different. */
export const isNoNews = (before: CalendarObject, after: CalendarObject, scope?: OwnScope): boolean =>
  whatChanged(before, after, () => false, scope) === "own";

/** Whether a component says the same as another to everybody: they differ in own parts and stamps alone. */
export function saysSameForAll(
  [before, was]: readonly [CalendarObject, Component],
  [after, is]: readonly [CalendarObject, Component],
  scope: OwnScope,
): boolean {
  const [then, now] = [withoutOwnParts(was, scope), withoutOwnParts(is, scope)];
  const isNobody = (): boolean => false;
  return (
    timesOf(before, then) === timesOf(after, now) &&
    contentOf(then, isNobody) === contentOf(now, isNobody) &&
    isSameList(attendeesOf(then).map(lineOf), attendeesOf(now).map(lineOf))
  );
}

const timesOf = (object: CalendarObject, component: Component): string =>
  `${spanOf(component, object)} ${wholeRecurrenceOf(component, object)}`;

/** Clients and servers maintain these, or they are compared separately. */
const NOT_CONTENT: ReadonlySet<string> = new Set([
  "ATTENDEE",
  "CREATED",
  "DTEND",
  "DTSTAMP",
  "DTSTART",
  "DUE",
  "DURATION",
  "EXDATE",
  "EXRULE",
  "LAST-MODIFIED",
  "RDATE",
  "RECURRENCE-ID",
  "RRULE",
  "SEQUENCE",
]);

function contentOf(component: Component, isMine: IsAddressOf): string {
  const { properties, components } = component;
  const isComment = isOwnComment(component, isMine);
  return [
    ...properties.flatMap((property) =>
      NOT_CONTENT.has(property.name) || isComment(property) ? [] : [lineOf(property)],
    ),
    ...components.map((inner) => serialiseICalendar(inner)),
  ]
    .toSorted()
    .join("\n");
}

const lineOf = ({ name, parameters, value }: Property): string =>
  `${name}${formatParameters(parameters)}:${value.trim()}`;

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join("\n") === b.toSorted().join("\n");

/** The parameters that hold an answer and its delivery. */
const OF_ANSWER = /^(?:PARTSTAT|RSVP|SCHEDULE-(?:AGENT|STATUS|FORCE-SEND)|X-.*)$/;

/** An attendee's address and parameters, without the answer if the attendee is the writer. */
const questionOf = (attendee: Property, isMine: IsAddressOf): string =>
  isMine(attendee.value)
    ? lineOf({ ...attendee, parameters: attendee.parameters.filter(({ name }) => !OF_ANSWER.test(name)) })
    : lineOf(attendee);

/** Whether the event lets the writer add this attendee, as an ordinary guest (`mayInviteSelf`, `mayInviteOthers`). */
function mayAdd(object: CalendarObject, component: Component, added: Property, isMine: IsAddressOf): boolean {
  const role = parameterValue(added, "ROLE")?.toUpperCase() ?? "REQ-PARTICIPANT";
  if (role !== "REQ-PARTICIPANT" && role !== "OPT-PARTICIPANT") return false;
  if (isMine(added.value)) return saysFlag(object, "mayInviteSelf");
  return saysFlag(object, "mayInviteOthers") && findAttendee(component, isMine) !== undefined;
}

/**
 * The stored text with only the answer of the new one: the caller has found that the remaining differences don't
 * change the meaning.
 */
export function withAnswer(before: CalendarObject, after: CalendarObject, isMine: IsAddressOf): Component {
  const overrides = overridesByKey(before);
  const written = componentsOf(after).map((component) => {
    const key = instanceKey(component, after);
    const there = key === undefined ? before.main : overrides.get(key);
    return there ? withAttendees(there, component, isMine) : withoutOwnParts(component);
  });
  const others = before.calendar.components.filter(({ name }) => name !== before.type);
  return withComponents(before.calendar, [...others, ...written]);
}

/** Properties that change with every write, and so with an answer. */
const STAMPS: ReadonlySet<string> = new Set(["DTSTAMP", "LAST-MODIFIED"]);

function withAttendees(there: Component, component: Component, isMine: IsAddressOf): Component {
  const answers = ({ name }: Property): boolean => name === "ATTENDEE" || STAMPS.has(name);
  const [was, is] = [isOwnComment(there, isMine), isOwnComment(component, isMine)];
  const kept = there.properties.filter((property) => !answers(property) && !was(property));
  const brought = component.properties.filter((property) => answers(property) || is(property));
  return { ...there, properties: [...kept, ...brought] };
}
