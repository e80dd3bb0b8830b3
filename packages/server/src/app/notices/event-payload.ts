import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import { isNoNews } from "@snart/calendar/access/what-changed.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import { mayMakeObject } from "../objects/object-rights.ts";
import { shownTo } from "../objects/seen-objects.ts";
import type { ChangedBy } from "../scheduling-action.ts";
import type { Told } from "./event-recipients.ts";

/** The contents of a CalendarEventNotification (JMAP Calendars). */
export interface EventNotificationPayload {
  readonly changedBy: ChangedBy;
  readonly type: "created" | "updated" | "destroyed";
  /** Before the change, or as it was created. */
  readonly event: JSEvent;
  /** If the event still exists and is a draft; absent: no. */
  readonly isDraft?: true;
  readonly eventPatch?: PatchObject;
  /** The comment in the message that caused the change; absent: none. */
  readonly comment?: string;
  /** The calendar in which it was changed. */
  readonly calendarId?: CalendarId;
  /** The organizer's or guest's action, for its recipient; absent: somebody changed the calendar. */
  readonly news?: SchedulingAction;
  /** The id of the proposed time that waits for an answer. */
  readonly proposalId?: string;
}

/** People read notifications; a longer one leaves out description and guests. */
const LONGEST = 65_536;

/**
 * What each person is told of a change: nothing, if nothing changed that they see. A calendar may be shared with
 * hundreds: those who see the same share one payload.
 */
export function payloadsOf(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
): (told: Told) => Contents | undefined {
  const known = new Map<string, Contents | undefined>();
  return (told) => {
    const isNamed = [before, after].some((object) => object && isNamedIn(object, told));
    const makes = [before, after].map((object) => object && mayMakeObject(told, object));
    const kind = JSON.stringify([told.isOwner, told.scope, makes, isNamed ? told.person.id : null]);
    if (!known.has(kind)) {
      const [old, next] = [before, after].map((object) => object && shownTo(told, object));
      const isNews = told.isOwner || !old || !next || !isNoNews(old, next);
      known.set(kind, isNews ? payloadOf(old, next) : undefined);
    }
    return known.get(kind);
  };
}

/** Whether somebody stands in an event in some way, and so may see more of it than others. */
const isNamedIn = (object: CalendarObject, { isMine }: Told): boolean =>
  componentsOf(object).some(
    ({ properties, components }) =>
      properties.some(({ name, value }) => NAMES.has(name) && isMine(value)) ||
      components.some((inner) => isMine(firstProperty(inner, "CALENDAR-ADDRESS")?.value ?? "")),
  );
const NAMES: ReadonlySet<string> = new Set(["ATTENDEE", "ORGANIZER"]);

type Contents = Pick<EventNotificationPayload, "type" | "event" | "eventPatch">;

/** What a change was, as an event before and after; undefined: of no event. */
export function payloadOf(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
): Contents | undefined {
  const old = eventOf(before);
  const next = eventOf(after);
  const event = old ?? next;
  if (!event) return undefined;
  const type = !old ? "created" : next ? "updated" : "destroyed";
  const eventPatch = old && next ? patchBetween(old, next) : undefined;
  const whole = { type, event, ...(eventPatch && { eventPatch }) } as const;
  return JSON.stringify(whole).length <= LONGEST ? whole : { type, event: shortened(event) };
}

/** Tasks and journals are not events. */
function eventOf(object: CalendarObject | undefined): JSEvent | undefined {
  const read = object?.type === "VEVENT" ? eventFromObject(object) : undefined;
  return read?.ok ? read.value : undefined;
}

function patchBetween(before: JSEvent, after: JSEvent): PatchObject {
  const [old, next] = [before, after] as unknown as readonly Readonly<Record<string, JsonValue>>[];
  if (!old || !next) return {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const changed = names.filter((name) => !sameJson(old[name], next[name]));
  return Object.fromEntries(changed.map((name) => [name, next[name] ?? null]));
}

function shortened(event: JSEvent): JSEvent {
  const { uid, title = "", start, timeZone = null } = event;
  return { "@type": "Event", uid, title: title.slice(0, 1_000), start, timeZone } as JSEvent;
}
