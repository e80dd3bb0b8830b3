import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { profile, updateProfile } from "../../app/accounts/profile.ts";
import { createCalendar } from "../../app/calendars/create-calendar.ts";
import { deleteCalendar } from "../../app/calendars/delete-calendar.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { calendarListChanges } from "../../app/objects/seen-changes.ts";
import type { CalendarId, ComponentType, Principal } from "../../app/types.ts";
import type { Answer, MethodContext } from "../method.ts";
import { flag, idText } from "../standard/arguments.ts";
import type { ReadChanges } from "../standard/changes.ts";
import { recordType } from "../standard/record-type.ts";
import type { Done } from "../standard/set-method.ts";
import { realId, type SetOutcome } from "../standard/set.ts";
import { named, type JmapRecord } from "../standard/source.ts";
import { modseqState } from "../standard/state.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import type { MethodError, SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { calendarChangesOf, newCalendarOf } from "./calendar-input.ts";
import { calendarRecord } from "./calendar-record.ts";
import { visibleCalendars, type VisibleCalendar } from "./visible-calendars.ts";

/** The context of a write of a calendar or task list. */
type CalendarCall = MethodContext & { readonly account: Principal };

/** Creates a calendar whole or not at all. @param components its components (default: all) */
export async function createWhole(
  call: CalendarCall,
  given: JsonObject,
  components?: readonly ComponentType[],
): Done<JmapRecord> {
  const { app, actor, account } = call;
  const input = newCalendarOf(given);
  if (!input.ok) return input;
  const fields = { ...input.value.calendar, ...(components && { components }) };
  const created = await createCalendar(app, actor, account.id, fields);
  if (!created.ok)
    // The account is accessible, so "not found" can only mean that it belongs to somebody else.
    return created.problem.code === "not-found" ? failed<SetError>({ type: "forbidden" }) : created;
  const { id } = created.value.calendar;
  const { view, shares } = input.value;
  if (view || shares.size > 0) {
    const completed = await updateCalendar(app, actor, id, { ...(view && { view }), shares });
    if (!completed.ok) return completed;
  }
  const found = await calendarOf(call, id);
  const { shareWith, ...record } = found.ok ? found.value.record : calendarRecord(created.value, false);
  const unsent = Object.entries(record).filter(([name]) => given[name] === undefined);
  const isAsAsked =
    given.shareWith !== undefined && sameJson(shareWith as JsonValue, given.shareWith as JsonValue);
  return ok({ id, ...Object.fromEntries(unsent), ...(isAsAsked ? {} : { shareWith }) });
}

async function calendarOf(call: CalendarCall, id: string): Promise<Result<VisibleCalendar, SetError>> {
  const calendars = await visibleCalendars(call, call.account);
  const found = calendars.ok ? calendars.value.find(({ record }) => record.id === id) : undefined;
  return found ? ok(found) : failed({ type: "notFound" });
}

/** Changes a calendar, and returns what differs from the request. */
export async function change(call: CalendarCall, id: string, patch: JsonObject): Done<Answer | null> {
  const found = await calendarOf(call, id);
  const changes = found.ok ? calendarChangesOf(found.value.record, found.value.grant, patch) : found;
  if (!changes.ok) return changes;
  if (!changes.value) return ok(null);
  const updated = await updateCalendar(call.app, call.actor, id as CalendarId, changes.value);
  return updated.ok ? ok(await unasked(call, id, patch)) : updated;
}

/** What differs from the request: rights, and the owner's values where a sharee has removed their own with null. */
async function unasked(call: CalendarCall, id: string, patch: JsonObject): Promise<Answer | null> {
  const paths = Object.keys(patch);
  const back = paths.filter((name) => patch[name] === null && INHERITED.has(name));
  const isShared = paths.some((path) => path.startsWith("shareWith"));
  const found = back.length > 0 || isShared ? await calendarOf(call, id) : undefined;
  if (!found?.ok) return null;
  const { record } = found.value;
  const shares = isShared ? sharesAsStored(record, patch) : null;
  const stored = record as unknown as JsonObject;
  const inherited = back.filter((name) => (stored[name] ?? null) !== null);
  if (inherited.length === 0) return shares;
  return { ...shares, ...Object.fromEntries(inherited.map((name) => [name, stored[name]])) };
}

const INHERITED: ReadonlySet<string> = new Set(["name", "color", "timeZone"]);

/** Rights are stored as a level; if that differs from the request, the client is told. */
function sharesAsStored({ shareWith }: CalendarRecord, patch: JsonObject): Answer | null {
  const asked = Object.entries(patch).every(([path, rights]) => {
    const [property, principalId, right] = path.split("/");
    if (property !== "shareWith") return true;
    const stored = principalId === undefined ? shareWith : (shareWith?.[principalId] ?? null);
    const value = right === undefined ? stored : (stored as JsonObject | null)?.[right];
    return sameJson((value ?? null) as JsonValue, rights as JsonValue);
  });
  return asked ? null : { shareWith };
}

/** Destroys a calendar. */
export async function destroy(call: CalendarCall, id: string, withEvents: boolean): Done<unknown> {
  const found = await calendarOf(call, id);
  return found.ok ? deleteCalendar(call.app, call.actor, id as CalendarId, { withEvents }) : found;
}

/**
 * Makes a calendar the default one; if that is not permitted, nothing happens and nothing is reported (Calendar/set).
 */
async function setDefault(call: CalendarCall, outcome: SetOutcome, id: string | undefined): Promise<void> {
  const { app, actor, account } = call;
  const calendars = await visibleCalendars(call, account);
  if (!calendars.ok || id === undefined || account.id !== actor.principalId) return;
  const next = calendars.value.find(({ record }) => record.id === id);
  const former = calendars.value.find(({ record }) => record.isDefault);
  const own = await profile(app, actor);
  if (!next || next === former || !own.ok) return;
  const preferences = { ...own.value.preferences, defaultCalendarId: id };
  if (!(await updateProfile(app, actor, { preferences })).ok) return;
  tellDefault(outcome, next.record.id, true);
  if (former) tellDefault(outcome, former.record.id, false);
}

/** Where the default calendar was destroyed, another is the default now: the client is told. */
async function tellNewDefault(
  call: CalendarCall & { readonly known: ReadonlyMap<string, CalendarRecord | undefined> },
  outcome: SetOutcome,
): Promise<void> {
  const wasDefault = outcome.destroyed.some((id) => call.known.get(id)?.isDefault);
  const calendars = wasDefault ? await visibleCalendars(call, call.account) : undefined;
  const next = calendars?.ok ? calendars.value.find(({ record }) => record.isDefault) : undefined;
  if (!next) return;
  tellDefault(outcome, next.record.id, true);
}

function tellDefault(outcome: SetOutcome, id: string, isNowDefault: boolean): void {
  const created = [...outcome.created].find(([, record]) => record["id"] === id);
  if (created) outcome.created.set(created[0], { ...created[1], isDefault: isNowDefault });
  else outcome.updated.set(id, { ...outcome.updated.get(id), isDefault: isNowDefault });
}

/** The changed calendars of an account, task lists included. */
export const calendarChanges: ReadChanges = ({ app, actor }, account, since, limit, within) =>
  calendarListChanges(app, actor, account.id, since, limit, within);

/** The state first: changes in between are then requested again, and never missed. */
async function read(
  context: MethodContext,
  account: Principal,
): Promise<Result<{ readonly state: string; readonly items: readonly CalendarRecord[] }, MethodError>> {
  const state = await modseqState(context, account);
  if (!state.ok) return state;
  const found = await visibleCalendars(context, account);
  return found.ok ? ok({ state: state.value, items: found.value.map(({ record }) => record) }) : found;
}

/** Calendar (JMAP Calendars). */
export const calendars = recordType({
  name: "Calendar",
  capability: CALENDARS,
  properties: named<CalendarRecord>(
    "id",
    "name",
    "description",
    "color",
    "sortOrder",
    "isSubscribed",
    "isVisible",
    "isDefault",
    "includeInAvailability",
    "defaultAlertsWithTime",
    "defaultAlertsWithoutTime",
    "isMuted",
    "ownerAddress",
    "ownerFormerAddresses",
    "timeZone",
    "shareWith",
    "myRights",
    "snart:itemTypes",
    "snart:isOfBookable",
  ),
  read,
  state: modseqState,
  changes: calendarChanges,
  set: {
    arguments: { onDestroyRemoveEvents: flag(false), onSuccessSetIsDefault: v.nullish(idText) },
    create: (call, given) => createWhole(call, given),
    update: change,
    destroy: (call, id) => destroy(call, id, call.args.onDestroyRemoveEvents),
    afterwards: tellNewDefault,
    async onSuccess(call, outcome) {
      const { onSuccessSetIsDefault: wanted } = call.args;
      if (typeof wanted === "string") await setDefault(call, outcome, realId(call.createdIds, wanted));
    },
  },
});
