import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { ownScope, type CalendarGrant } from "../../../app/grants.ts";
import type { Answer } from "../../method.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { hasOwner, isOwnedBy, reduceParticipants } from "./reduce-participants.ts";
import { timeOf, utcProperties } from "./utc-times.ts";

/** How a client wants to see events, and its person. */
export interface EventView {
  /** Null: all stored properties. */
  readonly properties: readonly string[] | null;
  readonly overridesFrom: Instant | null;
  readonly overridesBefore: Instant | null;
  readonly reduceParticipants: boolean;
  /** For floating times. */
  readonly zone: Zone;
  /** Whether an address is the requesting person's. */
  readonly isMe: IsAddressOf;
}

/** Returned only when requested by name. */
const ON_REQUEST: ReadonlySet<string> = new Set(["utcStart", "utcEnd", "iCalendar"]);
/** Null when requested and absent (CalendarEvent/get). */
const NULL_IN_OCCURRENCE = ["recurrenceRule", "recurrenceOverrides"];

/** Default values (RFC 8984 §4), returned when requested by name (CalendarEvent/get). */
const DEFAULTS: readonly (readonly [string, unknown])[] = [
  ["title", ""],
  ["description", ""],
  ["descriptionContentType", "text/plain"],
  ["showWithoutTime", false],
  ["timeZone", null],
  ["duration", "PT0S"],
  ["status", "confirmed"],
  ["sequence", 0],
  ["priority", 0],
  ["freeBusyStatus", "busy"],
  ["privacy", "public"],
  ["useDefaultAlerts", false],
  ["mayInviteSelf", false],
  ["mayInviteOthers", false],
  ["hideAttendees", false],
];

/** An event as CalendarEvent/get returns it. */
export function viewOf(event: EventRecord, grant: CalendarGrant, view: EventView): Answer {
  const { isOwner: isCalendarOwner } = grant;
  const known = isCalendarOwner ? event : withoutProducer(event);
  const shown = ownScope(grant) === undefined ? known : withDefaultAlerts(known, isCalendarOwner);
  const seen = withOverridesBetween(withParticipantsFor(shown, isCalendarOwner, view), view);
  if (view.properties === null) {
    return Object.fromEntries(Object.entries(seen).filter(([name]) => !ON_REQUEST.has(name)));
  }
  const wanted = new Set(["id", ...view.properties]);
  const withUtc =
    wanted.has("utcStart") || wanted.has("utcEnd") ? { ...seen, ...utcProperties(seen, view.zone) } : seen;
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(withUtc)) if (wanted.has(name)) picked[name] = value;
  const isWhole = isCalendarOwner || event.privacy === undefined || event.privacy === "public";
  for (const [name, value] of DEFAULTS) if (isWhole && wanted.has(name)) picked[name] ??= value;
  if (wanted.has("baseEventId")) picked["baseEventId"] ??= null;
  if (event.baseEventId) for (const name of NULL_IN_OCCURRENCE) if (wanted.has(name)) picked[name] = null;
  return picked;
}

/** In the calendar of another or a group a person gets their own default reminders, unless they decide otherwise for an event. */
function withDefaultAlerts(event: EventRecord, isWhole: boolean): EventRecord {
  const isSaid = event.useDefaultAlerts !== undefined || event.alerts !== undefined;
  const isTold = isWhole || event.privacy === undefined || event.privacy === "public";
  return isSaid || !isTold || event["@type"] !== "Event" ? event : { ...event, useDefaultAlerts: true };
}

/** iCalendar text must name its producer; for a private event others may not know it (RFC 8984 §4.4.3). */
function withoutProducer(event: EventRecord): EventRecord {
  if (event.privacy === undefined || event.privacy === "public") return event;
  const { prodId: _prodId, ...rest } = event;
  return rest;
}

/** The event with the participants that the requesting person may see (`hideAttendees`). */
export function withParticipantsFor(
  event: EventRecord,
  isCalendarOwner: boolean,
  view: Pick<EventView, "isMe" | "reduceParticipants">,
): EventRecord {
  const isOwner = isOwnedBy(event, view.isMe) || (isCalendarOwner && !hasOwner(event));
  const isHidden = event.hideAttendees === true && !isOwner;
  return view.reduceParticipants || isHidden ? reduceParticipants(event, view.isMe) : event;
}

function withOverridesBetween(
  event: EventRecord,
  { overridesFrom, overridesBefore, zone }: EventView,
): EventRecord {
  if (!event.recurrenceOverrides || (overridesFrom === null && overridesBefore === null)) return event;
  const isBetween = ([key]: readonly [string, PatchObject]): boolean => {
    const time = timeOf(event, key);
    const at = time ? instantOf(time, zone) : 0;
    return (
      (overridesFrom === null || at >= overridesFrom) && (overridesBefore === null || at < overridesBefore)
    );
  };
  const recurrenceOverrides = Object.fromEntries(Object.entries(event.recurrenceOverrides).filter(isBetween));
  return { ...event, recurrenceOverrides };
}
