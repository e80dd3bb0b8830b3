import { isDraft } from "@snart/calendar/access/draft.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { JSEvent, JSTask, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { itemFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { patchObject } from "@snart/calendar/jscalendar/update-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ComponentType } from "../../storage/records/calendars.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { ObjectHead, StoredObject } from "../../storage/records/objects.ts";
import { linkBlobs, withAttachmentIds } from "../attachments/link-blobs.ts";
import { attachmentsProblem } from "../attachments/named-attachments.ts";
import { onlyCalendar } from "./create-event.ts";
import { asDraft, keepDraft } from "./keep-draft.ts";
import { formerText } from "./former-text.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { moveStored } from "./move-object.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { prepareObject, type PreparedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { planWrite } from "../scheduling/plan-write.ts";
import type { WriteScope } from "../scope.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { settleSharedWrite } from "./settle-shared-write.ts";
import { withTaskRules } from "../objects/task-rules.ts";
import { storeObject, storeRefusal } from "./store-object.ts";

export interface UpdatedEvent {
  readonly event: JSEvent | JSTask;
  /** Its modseq is the write's own only when something really changed. */
  readonly head: ObjectHead;
}

/**
 * Applies a JSCalendar patch to a stored event or task, touching in the iCalendar text only what the patch names; a patch of
 * `calendarIds` moves it.
 * @returns the event as it is now
 */
export async function updateEvent(
  scope: WriteScope,
  id: ObjectId,
  patch: PatchObject,
  component: ComponentType,
): Promise<Result<UpdatedEvent, Problem>> {
  const current = await scope.tx.objects.byId(id);
  if (current?.accountId !== scope.accountId || current.component !== component)
    return failed({ code: "not-found" });
  const grant = await grantCalendar(scope.tx, scope.actor, current.calendarId, "mayUpdatePrivate");
  if (!grant.ok) return grant;
  const seen = await seenObject(scope.tx, grant.value, current);
  if (!seen) return failed({ code: "not-found" });
  if (!mayReadWhole(grant.value, readStored(current)))
    return failed({ code: "forbidden", right: "mayWriteAll" });
  const { place, content } = splitPatch(patch);
  const publishes = content["isDraft"] === false;
  // Everything that can be refused is tried before anything is written: one event is changed whole or not at all.
  const prepared = await preparePatched(scope, seen, content);
  if (!prepared.ok) return prepared;
  const target = await targetOf(scope, grant.value, place);
  if (!target.ok) return target;
  const write = settleSharedWrite(scope, target.value, current, prepared.value);
  const refusal =
    storeRefusal(target.value, current, write) ?? (await attachmentsProblem(scope, current, write.prepared));
  if (refusal) return failed(refusal);
  const plan = await planWrite(scope, target.value.calendar, current, write.prepared);
  if (!plan.ok) return plan;
  const placed = await placeIn(scope, grant.value, target.value, current);
  if (!placed.ok) return placed;
  const { uri } = placed.value;
  const written = await storeObject(
    scope,
    target.value,
    { uri, current: placed.value, publishes },
    prepared.value,
  );
  if (!written.ok)
    throw new Error(`update of ${id} was refused after it had been checked: ${written.problem.code}`);
  const event = itemFromObject(written.value.prepared.object);
  if (!event.ok) return failed({ code: "invalid-calendar-data", problem: event.problem });
  return ok({ event: event.value, head: written.value.head });
}

/** Where the event is to be, apart from what it is to say. */
function splitPatch(patch: PatchObject): { place: PatchObject; content: PatchObject } {
  const entries = Object.entries(patch);
  const isPlace = ([path]: readonly [string, unknown]): boolean =>
    path === "calendarIds" || path.startsWith("calendarIds/");
  return {
    place: Object.fromEntries(entries.filter(isPlace)),
    content: Object.fromEntries(entries.filter((entry) => !isPlace(entry))),
  };
}

async function preparePatched(
  scope: WriteScope,
  current: StoredObject,
  content: PatchObject,
): Promise<Result<PreparedObject, Problem>> {
  if (Object.keys(content).length === 0) return prepareObject(scope.app, current.icalendar);
  const stored = readStored(current);
  const linked = await linkBlobs(scope, content, current.id);
  if (!linked.ok) return linked;
  const { item, idsByUrl } = linked.value;
  const ruled = stored.type === "VTODO" ? withTaskRules(stored, item, scope.now) : ok(item);
  if (!ruled.ok) return ruled;
  const patched = patchObject(stored, ruled.value, { now: scope.now });
  if (!patched.ok) return failed({ code: "invalid-calendar-data", problem: patched.problem });
  const calendar = withAttachmentIds(patched.value, idsByUrl);
  const isChanged = calendar !== stored.calendar;
  const former = isChanged ? await formerText(scope, current, calendar) : undefined;
  const prepared = prepareObject(scope.app, serialiseICalendar(former ?? calendar));
  if (!prepared.ok) return prepared;
  if (prepared.value.object.uid !== current.uid)
    return failed({ code: "uid-changed", expected: current.uid });
  return ok(
    content["isDraft"] === false && isDraft(stored)
      ? asDraft(prepared.value, false, scope.now)
      : keepDraft(current, prepared.value),
  );
}

/** The calendar that the event is to be in, which may be the one it is in. */
async function targetOf(
  scope: WriteScope,
  source: CalendarGrant,
  place: PatchObject,
): Promise<Result<CalendarGrant, Problem>> {
  const calendarId = targetCalendar(source.calendar.id, place);
  if (!calendarId)
    return failed({ code: "invalid-value", field: "calendarIds", detail: "exactly one calendar is needed" });
  if (calendarId === source.calendar.id) return ok(source);
  const target = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  return target.ok
    ? target
    : failed({ code: "invalid-value", field: "calendarIds", detail: "there is no such calendar" });
}

/** @returns the object as it stands in its calendar */
async function placeIn(
  scope: WriteScope,
  source: CalendarGrant,
  target: CalendarGrant,
  current: StoredObject,
): Promise<Result<StoredObject, Problem>> {
  if (target === source) return ok(current);
  const moved = await moveStored(scope, source, target, current, current.uri);
  if (!moved.ok) return moved;
  const stored = await scope.tx.objects.byId(current.id);
  return stored ? ok(stored) : failed({ code: "not-found" });
}

/** The calendar that remains after patching `{current: true}` with whole or single `calendarIds`. */
function targetCalendar(current: CalendarId, place: PatchObject): CalendarId | undefined {
  let ids: Record<string, boolean> = { [current]: true };
  for (const [path, value] of Object.entries(place)) {
    if (path === "calendarIds") ids = { ...(value as Record<string, boolean> | null) };
    else ids[path.slice("calendarIds/".length)] = value === true;
  }
  return onlyCalendar(ids);
}
