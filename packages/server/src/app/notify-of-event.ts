import { isDraft } from "@snart/calendar/access/draft.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { CalendarGrant } from "./grants.ts";
import { changedByOf, MOST_NOTIFICATIONS } from "./notifications.ts";
import type { ChangedBy } from "./notifications.ts";
import { isPublic } from "./objects/object-rights.ts";
import type { WriteScope } from "./scope.ts";

/** What a CalendarEventNotification says (JMAP Calendars). */
export interface EventNotificationPayload {
  readonly changedBy: ChangedBy;
  readonly type: "created" | "updated" | "destroyed";
  /** Before the change, or as it was made. */
  readonly event: JSEvent;
  /** Of one that is still there; absent: no. */
  readonly isDraft?: true;
  readonly eventPatch?: PatchObject;
}

interface EventChange {
  readonly id: string;
  /** Read only when there is somebody to be told. */
  readonly before: () => CalendarObject | undefined;
  readonly after: CalendarObject | undefined;
}

/** A notification is read by people; a longer one is told without its text and guests. */
const LONGEST = 65_536;

/**
 * Tells the others who see a calendar that somebody has changed an event in it: its owner, and whoever has subscribed to it.
 * What is private to the owner is told to nobody else. Not of what is brought in from a file, nor of a whole calendar's end.
 */
export async function notifyOfEvent(
  scope: WriteScope,
  { calendar }: CalendarGrant,
  change: EventChange,
): Promise<void> {
  const { tx, app, actor, accountId, modseq, now } = scope;
  if (!scope.scheduling || scope.scheduling.delivery) return;
  const { owner, others } = await recipientsOf(scope, calendar.id);
  if (owner.length + others.length === 0) return;
  const before = change.before();
  const said = payloadOf(before, change.after);
  if (!said) return;
  const told = { ...said, ...(change.after && isDraft(change.after) && { isDraft: true as const }) };
  const isShown = [before, change.after].every((object) => !object || (isPublic(object) && !isDraft(object)));
  const type = "CalendarEventNotification" as const;
  for (const recipientId of isShown ? [...owner, ...others] : owner) {
    const of = { accountId, recipientId, type };
    await tx.notifications.insert({
      ...of,
      id: app.newId(),
      aboutId: change.id,
      modseq,
      createdAt: now,
      payload: { ...told, changedBy: await changedByOf(tx, actor) } satisfies EventNotificationPayload,
    });
    await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
  }
}

async function recipientsOf(
  { tx, actor, accountId }: WriteScope,
  calendarId: CalendarGrant["calendar"]["id"],
): Promise<{ readonly owner: readonly PrincipalId[]; readonly others: readonly PrincipalId[] }> {
  const isOthers =
    accountId !== actor.principalId && (await tx.principals.byId(accountId))?.kind === "person";
  const others: PrincipalId[] = [];
  for (const { principalId, level } of await tx.calendars.sharesOf(calendarId)) {
    if (level === "freeBusy" || principalId === actor.principalId) continue;
    const seen = await tx.calendars.accessible(principalId, calendarId);
    if (seen?.view.isSubscribed === true) others.push(principalId);
  }
  return { owner: isOthers ? [accountId] : [], others };
}

function payloadOf(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
): Omit<EventNotificationPayload, "changedBy"> | undefined {
  const old = eventOf(before);
  const next = eventOf(after);
  const event = old ?? next;
  if (!event) return undefined;
  const type = !old ? "created" : next ? "updated" : "destroyed";
  const eventPatch = old && next ? patchBetween(old, next) : undefined;
  const whole = { type, event, ...(eventPatch && { eventPatch }) } as const;
  return JSON.stringify(whole).length <= LONGEST ? whole : { type, event: shortened(event) };
}

/** Tasks and journals are no events. */
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
