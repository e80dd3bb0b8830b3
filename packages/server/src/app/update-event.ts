import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { patchObject } from "@snart/calendar/jscalendar/update-object.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { CalendarId, ObjectId, StoredObject } from "../storage/port.ts";
import { onlyCalendar } from "./create-event.ts";
import { grantCalendar } from "./grants.ts";
import type { CalendarGrant } from "./grants.ts";
import { moveStored } from "./move-object.ts";
import { mayReadObject } from "./object-rights.ts";
import { prepareObject } from "./prepare-object.ts";
import type { Problem } from "./problems.ts";
import { readStored } from "./read-stored.ts";
import type { WriteScope } from "./scope.ts";
import { storeObject } from "./store-object.ts";

/**
 * Applies a JSCalendar patch to a stored event, touching in the iCalendar text only what the patch names; a patch of
 * `calendarIds` moves it.
 * @returns the event as it is now
 */
export async function updateEvent(scope: WriteScope, id: ObjectId, patch: PatchObject): Promise<Result<JSEvent, Problem>> {
  const current = await scope.tx.objects.byId(id);
  if (!current || current.accountId !== scope.accountId) return failed({ code: "not-found" });
  const grant = await grantCalendar(scope.tx, scope.actor, current.calendarId, "mayWriteOwn");
  if (!grant.ok) return grant;
  if (!mayReadObject(grant.value, readStored(current))) return failed({ code: "not-found" });
  const { place, content } = splitPatch(patch);
  const written = Object.keys(content).length === 0 ? ok(undefined) : await patchStored(scope, grant.value, current, content);
  if (!written.ok) return written;
  const moved = await moveTo(scope, grant.value, id, place);
  if (!moved.ok) return moved;
  const now = await scope.tx.objects.byId(id);
  if (!now) throw new Error(`object ${id} vanished inside its own transaction`);
  const event = eventFromObject(readStored(now));
  return event.ok ? ok(event.value) : failed({ code: "invalid-calendar-data", problem: event.problem });
}

/** Where the event is to be, apart from what it is to say. */
function splitPatch(patch: PatchObject): { place: PatchObject; content: PatchObject } {
  const entries = Object.entries(patch);
  const isPlace = ([path]: readonly [string, unknown]): boolean => path === "calendarIds" || path.startsWith("calendarIds/");
  return {
    place: Object.fromEntries(entries.filter(isPlace)),
    content: Object.fromEntries(entries.filter((entry) => !isPlace(entry))),
  };
}

async function patchStored(
  scope: WriteScope,
  grant: CalendarGrant,
  current: StoredObject,
  content: PatchObject,
): Promise<Result<unknown, Problem>> {
  const patched = patchObject(readStored(current), content, { now: scope.now });
  if (!patched.ok) return failed({ code: "invalid-calendar-data", problem: patched.problem });
  const prepared = prepareObject(scope.app, serialiseICalendar(patched.value));
  return prepared.ok ? storeObject(scope, grant, { uri: current.uri, current }, prepared.value) : prepared;
}

async function moveTo(
  scope: WriteScope,
  source: CalendarGrant,
  id: ObjectId,
  place: PatchObject,
): Promise<Result<unknown, Problem>> {
  if (Object.keys(place).length === 0) return ok(undefined);
  const calendarId = targetCalendar(source.calendar.id, place);
  if (!calendarId) return failed({ code: "invalid-value", field: "calendarIds", detail: "exactly one calendar is needed" });
  if (calendarId === source.calendar.id) return ok(undefined);
  const target = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  if (!target.ok) return failed({ code: "invalid-value", field: "calendarIds", detail: "there is no such calendar" });
  const current = await scope.tx.objects.byId(id);
  return current ? moveStored(scope, source, target.value, current, current.uri) : failed({ code: "not-found" });
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
