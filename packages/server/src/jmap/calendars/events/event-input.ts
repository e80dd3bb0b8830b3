import type { Limits } from "../../../app/limits.ts";
import { isAddressOf } from "../../../app/principal-address.ts";
import type { Identity } from "../../../app/scheduling/identities.ts";
import { findingsOf } from "@snart/calendar/jscalendar/check-item.ts";
import { pathTokens } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { realId } from "../../standard/set.ts";
import { invalidByFindings } from "../../problem.ts";
import { invalidProperties, type SetError } from "../../wire/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../wire/json.ts";
import type { ItemKind } from "./item-kind.ts";
import { withLocalTimes } from "./utc-times.ts";

/** The context that the server adds to the client's input. */
export interface InputContext {
  readonly kind: ItemKind;
  readonly limits: Limits;
  readonly createdIds: ReadonlyMap<string, string>;
  /** As whom the user may invite from a calendar, the default first; empty: they don't see it. */
  readonly identities: (calendarId: string) => readonly Identity[];
  /** The zones of visible calendars. */
  readonly calendarZone: (calendarId: string) => string | null;
  /** Whether a calendar belongs to another account: its writers have their own alerts there. */
  readonly isForeign: (calendarId: string) => boolean;
}

/**
 * Set by the server; a client must not send them on create (RFC 8620 §5.3). A single instance comes from its organizer
 * alone: one that a client makes would be an event like any other, and not the date of the series that it names.
 */
const SERVER_SET = [
  "id",
  "baseEventId",
  "isOrigin",
  "snart:isOthers",
  "snart:warnings",
  "recurrenceId",
  "recurrenceIdTimeZone",
];
/** Stored objects have no iTIP METHOD. */
const REFUSED = (name: string, value: Json): boolean =>
  name === "method" || SERVER_SET.includes(name) || (name === "isDraft" && typeof value !== "boolean");

/**
 * A new event from a client's CalendarEvent/set: nulls left out, references resolved, UTC times made local. `newUid`
 * is used if it has no uid.
 */
export function newEventOf(
  given: JsonObject,
  newUid: string,
  context: InputContext,
): Result<JSEvent, SetError> {
  const entries = Object.entries(given).filter(([, value]) => value !== null);
  const refused = entries.filter(([name, value]) => REFUSED(name, value)).map(([name]) => name);
  if (refused.length > 0) return failed(invalidProperties(refused, "cannot be set by a client"));
  const sent = Object.fromEntries(entries);
  if (hasUtcInOverrides(sent))
    return failed(invalidProperties(["recurrenceOverrides"], "no UTC times in overrides"));
  const { type, required } = context.kind;
  if (sent["@type"] !== undefined && sent["@type"] !== type)
    return failed(invalidProperties(["@type"], `must be ${type}`));
  const findings = findingsOf(sent);
  if (findings.length > 0) return failed(invalidByFindings(findings));
  const calendarIds = resolvedCalendarIds(sent.calendarIds ?? null, context.createdIds);
  if (!calendarIds.ok) return calendarIds;
  const [calendarId = ""] = Object.keys(calendarIds.value);
  const said = withoutUnsaid(sent, context.isForeign(calendarId));
  const event = withLocalTimes(said, undefined, context.calendarZone(calendarId));
  if (!event.ok) return event;
  const missing = required.filter((name) => typeof event.value[name] !== "string");
  if (missing.length > 0) return failed(invalidProperties(missing, "an event needs a start"));
  const complete = {
    "@type": type,
    uid: newUid,
    ...event.value,
    ...organizer(event.value, context.identities(calendarId)),
    calendarIds: calendarIds.value,
  };
  return ok(complete as unknown as JSEvent);
}

/** UTC times have no meaning in overrides (CalendarEvent/set); `sent` may be an event or a patch. */
export function hasUtcInOverrides(sent: JsonObject): boolean {
  return Object.entries(sent).some(([path, value]) => {
    if (path !== "recurrenceOverrides" && !path.startsWith("recurrenceOverrides/")) return false;
    if (/\/utc(?:Start|End)$/.test(path)) return true;
    const patches = path === "recurrenceOverrides" && isJsonObject(value) ? Object.values(value) : [value];
    return patches.some(
      (patch) => isJsonObject(patch) && (Object.hasOwn(patch, "utcStart") || Object.hasOwn(patch, "utcEnd")),
    );
  });
}

/**
 * `useDefaultAlerts: false` is the default, and is only stored in another's calendar, where it silences the sharee's
 * defaults.
 */
const withoutUnsaid = (event: JsonObject, isForeign: boolean): JsonObject =>
  event.useDefaultAlerts === false && !isForeign
    ? Object.fromEntries(Object.entries(event).filter(([name]) => name !== "useDefaultAlerts"))
    : event;

/** `{id: true}` for exactly one calendar, with `#creationId` replaced by its id. */
export function resolvedCalendarIds(
  value: Json,
  createdIds: ReadonlyMap<string, string>,
): Result<Readonly<Record<string, true>>, SetError> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [first, ...more] = entries;
  if (!first || more.length > 0)
    return failed(invalidProperties(["calendarIds"], "an event is in exactly one calendar"));
  const id = realId(createdIds, first[0]);
  if (first[1] !== true || id === undefined || !/^[A-Za-z0-9_-]{1,255}$/.test(id)) {
    return failed(invalidProperties(["calendarIds"], "must be a calendar's id with the value true"));
  }
  return ok({ [id]: true });
}

/**
 * A client that adds participants organizes the event, unless it says otherwise (CalendarEvent/set): as the default
 * identity in that calendar. Whoever organizes it for another is named as its sender. All dates of a series have one
 * organizer, also where only one date has participants.
 * @param given an event, or a patch of it or of one occurrence
 */
export function organizer(given: JsonObject, identities: readonly Identity[], current?: JSEvent): JsonObject {
  const added = participantsIn(given);
  const named = given.organizerCalendarAddress ?? current?.organizerCalendarAddress;
  if (added.length === 0 || hasGuests(current)) return {};
  const said = named ?? ownerAmong(added);
  const [identity] = identities.filter((one) => said === undefined || isOf(one, said));
  if (!identity) return {};
  const { calendarAddress, sentBy } = identity;
  const isUnsaid = (given.sentBy ?? current?.sentBy) === undefined;
  return {
    ...(named === undefined && { organizerCalendarAddress: calendarAddress }),
    ...(sentBy !== undefined && isUnsaid && { sentBy }),
  };
}

/** The participants that an event or a patch gives, for the whole series or for single dates. */
function participantsIn(given: JsonObject): readonly Json[] {
  return Object.entries(given).flatMap(([path, value]): readonly Json[] => {
    const [first = "", second, ...inner] = pathTokens(path);
    if (first === "participants") {
      if (inner.length > 0 || !isJsonObject(value)) return [];
      return second === undefined ? Object.values(value) : [value];
    }
    if (first !== "recurrenceOverrides") return [];
    if (inner.length > 0) return participantsIn({ [inner.join("/")]: value });
    if (!isJsonObject(value)) return [];
    const patches = second === undefined ? Object.values(value) : [value];
    return patches.flatMap((patch) => (isJsonObject(patch) ? participantsIn(patch) : []));
  });
}

/** Whether it was settled before who organizes an event: without an organizer, guests of single dates were never invited. */
function hasGuests(event: JSEvent | undefined): boolean {
  const { participants = {}, recurrenceOverrides = {}, organizerCalendarAddress } = event ?? {};
  if (Object.keys(participants).length > 0) return true;
  return (
    organizerCalendarAddress !== undefined &&
    participantsIn({ recurrenceOverrides } as unknown as JsonObject).length > 0
  );
}

/** The address of the participant with the role of the organizer. */
function ownerAmong(participants: readonly Json[]): Json | undefined {
  const owner = participants.find(
    (one) => isJsonObject(one) && isJsonObject(one.roles ?? null) && (one.roles as JsonObject).owner === true,
  );
  return owner && (owner as JsonObject).calendarAddress;
}

const isOf = ({ principal }: Identity, address: Json): boolean =>
  typeof address === "string" && isAddressOf(principal)(address);
