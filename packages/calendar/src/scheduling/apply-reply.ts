import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  parameterValue,
  propertiesNamed,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { formatParameters } from "../icalendar/parameter.ts";
import { textValue } from "../icalendar/text.ts";
import { readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import {
  keyOfTime,
  exceptionKeys,
  instanceOf,
  overridesByKey,
  recurrenceTime,
  withOverrides,
  type InstanceKey,
} from "./instance.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import type { Applied, Delivery } from "./applied.ts";
import { SERVER_PARAMETERS, addressesOf, attendeeAt, componentsOf, partstatOf } from "./attendee.ts";
import { isDelegateOf } from "./attendee-change.ts";
import { ANSWER_STAMP, withAttendeeComment } from "./attendee-comment.ts";
import { askedAt, lineAskedAt } from "./asked-at.ts";
import { sequenceOf } from "./itip-message.ts";
import { mapAttendees } from "./organizer-change.ts";
import { withoutParameters, withParameter } from "./with-parameter.ts";

/**
 * REPLY (RFC 5546 §3.2.3): an attendee's answer changes only that attendee's line, so that simultaneous answers are
 * all kept, in any order. An answer to the series counts for every instance without an answer of its own. The
 * organizer is shown the answer of a person who was not invited, and it is not stored.
 */
export function applyReply(
  message: CalendarObject,
  stored: CalendarObject | undefined,
  { sender, mayBecome }: Delivery,
): Applied {
  if (!stored) return { kind: "ignore", reason: "unknown-object" };
  const known = overridesByKey(stored);
  let state: State = {
    object: stored,
    main: stored.main,
    overrides: known,
    exceptions: exceptionKeys(stored),
  };
  let isKnown = false;
  let isStale = false;
  const [zones, own] = [zonesOf(message), zonesOf(stored)];
  for (const component of componentsOf(message)) {
    const line = attendeeAt(component, sender);
    if (!line) return { kind: "ignore", reason: "not-entitled" };
    const time = recurrenceTime(component, zones);
    const answer = { line, component, sender, mayBecome, zones: (tzid: string) => zones(tzid) ?? own(tzid) };
    const next = answered(state, time && keyOfTime(time), answer);
    isKnown ||= next !== "not-asked";
    isStale ||= next === "stale";
    if (typeof next === "object") state = next;
  }
  if (!isKnown) return { kind: "show" };
  const isSame =
    state.main === stored.main && [...state.overrides].every(([key, one]) => known.get(key) === one);
  if (isSame) return unchanged(isStale);
  return { kind: "store", object: withOverrides(stored, state.main, state.overrides), isOnlyAnswers: true };
}

const unchanged = (isStale: boolean): Applied => ({
  kind: "ignore",
  reason: isStale ? "stale" : "unchanged",
});

interface State {
  readonly object: CalendarObject;
  readonly main: Component | undefined;
  readonly overrides: ReadonlyMap<InstanceKey, Component>;
  readonly exceptions: ReadonlySet<InstanceKey>;
}
interface Answer {
  readonly line: Property;
  readonly component: Component;
  readonly sender: string;
  /** of the message and of the object */
  readonly zones: ZoneLookup;
  readonly mayBecome: Delivery["mayBecome"];
}
type Next = State | "stale" | "not-asked" | "same";

function answered(state: State, key: InstanceKey | undefined, answer: Answer): Next {
  return key === undefined ? answeredForSeries(state, answer) : answeredForInstance(state, key, answer);
}

function answeredForSeries(state: State, answer: Answer): Next {
  const { main } = state;
  if (!main) return "not-asked";
  const former = attendeeAt(main, answer.sender);
  const merged = mergedInto(main, answer);
  if (typeof merged === "string") return merged;
  const overrides = new Map(
    [...state.overrides].map(([key, override]) => {
      const line = attendeeAt(override, answer.sender);
      const follows = line && former && isSameAnswer(line, former) && !isMovedSince(override, answer);
      const next = follows ? mergedInto(override, answer, sequenceOf(override)) : override;
      return [key, typeof next === "string" ? override : next] as const;
    }),
  );
  return { ...state, main: merged, overrides };
}

/**
 * Whether two lines of one person say the same, whenever they were answered. A date that was answered apart, but as the series was,
 * follows the series: nothing tells the two apart in the guest's own copy, from which an answer says which dates do not follow.
 */
const isSameAnswer = (one: Property, other: Property): boolean =>
  lineText(withoutParameters(one, DELIVERY)) === lineText(withoutParameters(other, DELIVERY));
const DELIVERY = [ANSWER_STAMP, "SCHEDULE-STATUS"];

/** Whether the instance has moved to a time that the person who answered the series had not seen. */
const isMovedSince = (override: Component, { component: reply }: Answer): boolean =>
  sequenceOf(reply) < (askedAt(override) ?? 0);

function answeredForInstance(state: State, key: InstanceKey, answer: Answer): Next {
  if (state.exceptions.has(key)) return "stale";
  const override =
    state.overrides.get(key) ?? instanceOf({ ...state.object, main: state.main, overrides: [] }, key);
  if (!override) return "not-asked";
  const merged = mergedInto(override, answer);
  return typeof merged === "string"
    ? merged
    : { ...state, overrides: new Map([...state.overrides, [key, merged]]) };
}

const lineText = ({ parameters }: Property): string => formatParameters([...parameters]);

/**
 * The component with the answer.
 * @param sequence the SEQUENCE that was answered; absent: the message's own
 */
function mergedInto(
  component: Component,
  { line, component: reply, sender, zones, mayBecome }: Answer,
  sequence = sequenceOf(reply),
): Component | "stale" | "not-asked" | "same" {
  const there = attendeeAt(component, sender);
  if (!there) return "not-asked";
  const stamp = textValue(reply, "DTSTAMP")?.trim() ?? "";
  // RFC 5546 §2.1.5: an answer to a former time doesn't count for this one, and a later answer stands.
  const isSameTime = startOf(reply, zones) === startOf(component, zones);
  const isFormer =
    sequence < (lineAskedAt(there) ?? 0) ||
    sequence < (askedAt(component) ?? (isSameTime ? 0 : sequenceOf(component)));
  if (isFormer || stamp < (parameterValue(there, ANSWER_STAMP) ?? "")) return "stale";
  const [from, to] = [partstatOf(there), partstatOf(line)];
  if (from !== to && !mayBecome(from, to)) return "same";
  const status = requestStatusOf(reply);
  const merged = mapAttendees(component, (one) =>
    one === there ? withAnswer(one, line, stamp, status) : one,
  );
  const comment = firstProperty(reply, "COMMENT")?.value;
  return withAttendeeComment(withDelegates(merged, reply, line), comment, sender, stamp);
}

function startOf(component: Component, zones: ZoneLookup): number | undefined {
  const property = firstProperty(component, "DTSTART");
  const time = property && readTime(property, zones);
  return time && keyOfTime(time);
}

/** The code with which the attendee's server has taken the message (RFC 5546 §3.6), to be shown as the delivery's (RFC 6638 §3.2.9). */
const requestStatusOf = (reply: Component): string =>
  /^\s*([1-5](?:\.\d{1,2}){1,2})(?:;|\s*$)/.exec(firstProperty(reply, "REQUEST-STATUS")?.value ?? "")?.[1] ??
  "2.0";

function withAnswer(there: Property, line: Property, stamp: string, status: string): Property {
  const delegates = line.parameters.find(({ name }) => name === "DELEGATED-TO");
  const bare = withoutParameters(there, ["DELEGATED-TO", "RSVP"]);
  const delegated = delegates ? { ...bare, parameters: [...bare.parameters, delegates] } : bare;
  const answered = [
    ["PARTSTAT", partstatOf(line)],
    ["SCHEDULE-STATUS", status],
    [ANSWER_STAMP, stamp === "" ? undefined : stamp],
  ].reduce((result, [name = "", value]) => withParameter(result, name, value), delegated);
  return lineText(answered) === lineText(there) ? there : answered;
}

/** A delegate is added as the delegator's guest (RFC 5546 §3.2.2.3): both lines must say so. */
function withDelegates(component: Component, reply: Component, line: Property): Component {
  if (partstatOf(line) !== "DELEGATED") return component;
  const named = addressesOf(
    line.parameters.flatMap(({ name, values }) => (name === "DELEGATED-TO" ? values : [])),
  );
  const isSender = addressesOf([line.value]);
  const fresh = propertiesNamed(reply, "ATTENDEE").filter(
    (one) => named(one.value) && isDelegateOf(one, isSender) && !attendeeAt(component, one.value),
  );
  if (fresh.length === 0 || fresh.length > MOST_DELEGATES) return component;
  const added = fresh.map((one) => withoutParameters(one, SERVER_PARAMETERS));
  return { ...component, properties: [...component.properties, ...added] };
}

/** An invitation is delegated to one or two people, not to a list of addresses. */
const MOST_DELEGATES = 5;
