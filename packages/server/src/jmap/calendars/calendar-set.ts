import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { createCalendar } from "../../app/calendars/create-calendar.ts";
import { deleteCalendar } from "../../app/calendars/delete-calendar.ts";
import type { Problem } from "../../app/problems.ts";
import { updateProfile, profile } from "../../app/accounts/profile.ts";
import type { CalendarId, ComponentType, Modseq, Principal } from "../../app/types.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { accountMethod, type Answer, type Method, type MethodContext, type MethodResult } from "../method.ts";
import { accountErrorOf, setErrorOf } from "../problem.ts";
import { flag, idText, setArguments } from "../standard/arguments.ts";
import { realId, SetOutcome, setRequest } from "../standard/set.ts";
import { modseqOf, stateOf } from "../standard/state.ts";
import { CALENDARS, type Capability } from "../wire/capabilities.ts";
import type { SetError } from "../wire/errors.ts";
import type { JsonObject } from "../wire/json.ts";
import { calendarChangesOf, newCalendarOf } from "./calendar-input.ts";
import { calendarRecord } from "./calendar-record.ts";
import { visibleCalendars, type VisibleCalendar } from "./visible-calendars.ts";

const schema = v.strictObject({
  ...setArguments,
  onDestroyRemoveEvents: flag(false),
  onSuccessSetIsDefault: v.nullish(idText),
});

/** Calendar/set (JMAP Calendars). */
export const calendarSet = setCalendars(CALENDARS);

/** The /set of calendars or task lists; `components` is what new ones hold (default: everything). */
export function setCalendars(capability: Capability, components?: readonly ComponentType[]): Method {
  return accountMethod(capability, schema, (context, account, args) =>
    setAll(context, account, args, components),
  );
}

async function setAll(
  context: MethodContext,
  account: Principal,
  args: v.InferOutput<typeof schema>,
  components: readonly ComponentType[] | undefined,
): Promise<MethodResult> {
  const { app, actor } = context;
  const request = setRequest(context, args, app.limits.maxObjectsInSet);
  if (!request.ok) return request;
  const before = await accountState(app, actor, account.id);
  if (!before.ok) return failed(accountErrorOf(before.problem));
  const { ifInState } = args;
  if (typeof ifInState === "string" && modseqOf(ifInState) !== before.value)
    return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  const expectation: Expectation = { modseq: typeof ifInState === "string" ? before.value : undefined };
  const call: Call = { context, account, outcome, expectation, components };
  const { create, update, destroy } = request.value;
  for (const [creationId, given] of create) await createOne(call, creationId, given);
  for (const [id, patch] of update()) await updateOne(call, id, patch);
  for (const id of destroy()) await destroyOne(call, id, args.onDestroyRemoveEvents);
  if (expectation.wasWrong) return failed({ type: "stateMismatch" });
  if (typeof args.onSuccessSetIsDefault === "string" && outcome.isComplete) {
    await setDefault(context, account, outcome, realId(context.createdIds, args.onSuccessSetIsDefault));
  }
  const after = await accountState(app, actor, account.id);
  return ok(
    outcome.answer(account.id, stateOf(before.value), stateOf(after.ok ? after.value : before.value)),
  );
}

/**
 * The state that the client knows (`ifInState`). The first write sees to it that it still is; what follows is part of the
 * same call, so after that any will do. When it was wrong, all writes are refused and the call has done nothing.
 */
interface Expectation {
  modseq: Modseq | undefined;
  wasWrong?: true;
}

/** One call of the method. */
interface Call {
  readonly context: MethodContext;
  readonly account: Principal;
  readonly outcome: SetOutcome;
  readonly expectation: Expectation;
  readonly components: readonly ComponentType[] | undefined;
}

function expected<T>(expectation: Expectation, written: Result<T, Problem>): Result<T, Problem> {
  if (written.ok) expectation.modseq = undefined;
  else if (written.problem.code === "state-mismatch") expectation.wasWrong = true;
  return written;
}

async function createOne(call: Call, creationId: string, given: JsonObject): Promise<void> {
  const { context, account, outcome, expectation, components } = call;
  const { app, actor, createdIds } = context;
  const input = newCalendarOf(given);
  if (!input.ok) return void outcome.notCreated.set(creationId, input.problem);
  const fields = { ...input.value.calendar, ...(components && { components }) };
  const created = expected(
    expectation,
    await createCalendar(app, actor, account.id, fields, expectation.modseq),
  );
  if (!created.ok) {
    // The account is known to be reached, so "not found" can only mean that it is somebody else's.
    const error: SetError =
      created.problem.code === "not-found" ? { type: "forbidden" } : setErrorOf(created.problem);
    return void outcome.notCreated.set(creationId, error);
  }
  const { id } = created.value.calendar;
  createdIds.set(creationId, id);
  const { view, shares } = input.value;
  if (view || shares.size > 0) {
    const completed = await updateCalendar(app, actor, id, { ...(view && { view }), shares });
    if (!completed.ok) return undoCreation(call, creationId, id, setErrorOf(completed.problem));
  }
  const found = await calendarOf(context, account, id);
  const { shareWith, ...record } = found.ok ? found.value.record : calendarRecord(created.value, false);
  const unsent = Object.entries(record).filter(([name]) => given[name] === undefined);
  const isAsAsked =
    given.shareWith !== undefined && sameJson(shareWith as JsonValue, given.shareWith as JsonValue);
  const shared = isAsAsked ? {} : { shareWith };
  outcome.created.set(creationId, { ...Object.fromEntries(unsent), ...shared });
}

/** A calendar is made whole or not at all. */
async function undoCreation(
  { context, outcome }: Call,
  creationId: string,
  id: CalendarId,
  error: SetError,
): Promise<void> {
  context.createdIds.delete(creationId);
  await deleteCalendar(context.app, context.actor, id, { withEvents: true });
  outcome.notCreated.set(creationId, error);
}

async function calendarOf(
  context: MethodContext,
  account: Principal,
  id: string,
): Promise<Result<VisibleCalendar, SetError>> {
  const calendars = await visibleCalendars(context, account);
  const found = calendars.ok ? calendars.value.find(({ record }) => record.id === id) : undefined;
  return found ? ok(found) : failed({ type: "notFound" });
}

async function updateOne(
  { context, account, outcome, expectation }: Call,
  id: string,
  patch: JsonObject,
): Promise<void> {
  const { app, actor } = context;
  const found = await calendarOf(context, account, id);
  const changes = found.ok ? calendarChangesOf(found.value.record, found.value.grant, patch) : found;
  if (!changes.ok) return void outcome.notUpdated.set(id, changes.problem);
  if (changes.value) {
    const { modseq } = expectation;
    const written = await updateCalendar(app, actor, id as CalendarId, changes.value, modseq);
    const updated = expected(expectation, written);
    if (!updated.ok) return void outcome.notUpdated.set(id, setErrorOf(updated.problem));
  }
  outcome.updated.set(id, changes.value ? await unasked(context, account, id, patch) : null);
}

/** What is not as it was sent: rights, and what of the owner's stands in place of what a sharee has taken back by null. */
async function unasked(
  context: MethodContext,
  account: Principal,
  id: string,
  patch: JsonObject,
): Promise<Answer | null> {
  const paths = Object.keys(patch);
  const back = paths.filter((name) => patch[name] === null && INHERITED.has(name));
  const shares = paths.some((path) => path.startsWith("shareWith"))
    ? await sharesAsStored(context, account, id, patch)
    : null;
  if (back.length === 0) return shares;
  const found = await calendarOf(context, account, id);
  const record: JsonObject = found.ok ? (found.value.record as unknown as JsonObject) : {};
  const inherited = back.filter((name) => (record[name] ?? null) !== null);
  if (inherited.length === 0) return shares;
  return { ...shares, ...Object.fromEntries(inherited.map((name) => [name, record[name]])) };
}

const INHERITED: ReadonlySet<string> = new Set(["name", "color", "timeZone"]);

/** Rights are kept as the level they come to; where that is not what was asked, the client is told. */
async function sharesAsStored(
  context: MethodContext,
  account: Principal,
  id: string,
  patch: JsonObject,
): Promise<Answer | null> {
  const found = await calendarOf(context, account, id);
  if (!found.ok) return null;
  const { shareWith } = found.value.record;
  const asked = Object.entries(patch).every(([path, rights]) => {
    const [property, principalId, right] = path.split("/");
    if (property !== "shareWith") return true;
    const stored = principalId === undefined ? shareWith : (shareWith?.[principalId] ?? null);
    const value = right === undefined ? stored : (stored as JsonObject | null)?.[right];
    return sameJson((value ?? null) as JsonValue, rights as JsonValue);
  });
  return asked ? null : { shareWith };
}

async function destroyOne(
  { context, account, outcome, expectation }: Call,
  id: string,
  withEvents: boolean,
): Promise<void> {
  const { app, actor } = context;
  const found = await calendarOf(context, account, id);
  if (!found.ok) return void outcome.notDestroyed.set(id, found.problem);
  const options = { withEvents, ifInState: expectation.modseq };
  const deleted = expected(expectation, await deleteCalendar(app, actor, id as CalendarId, options));
  if (deleted.ok) outcome.destroyed.push(id);
  else outcome.notDestroyed.set(id, setErrorOf(deleted.problem));
}

/** Makes a calendar the default one; where that may not be, nothing happens and nothing is said (Calendar/set). */
async function setDefault(
  context: MethodContext,
  account: Principal,
  outcome: SetOutcome,
  id: string | undefined,
): Promise<void> {
  const { app, actor } = context;
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok || id === undefined || account.id !== actor.principalId) return;
  const next = calendars.value.find(({ record }) => record.id === id);
  const former = calendars.value.find(({ record }) => record.isDefault);
  const own = await profile(app, actor);
  if (!next || next === former || !own.ok) return;
  const preferences = { ...own.value.preferences, defaultCalendarId: id };
  if (!(await updateProfile(app, actor, { preferences })).ok) return;
  for (const [calendar, value] of [[next, true], ...(former ? [[former, false] as const] : [])] as const) {
    // An empty change of view: other clients learn of it by Calendar/changes.
    await updateCalendar(app, actor, calendar.grant.calendar.id, { view: {} });
    tellDefault(outcome, calendar.record.id, value);
  }
}

function tellDefault(outcome: SetOutcome, id: string, isNowDefault: boolean): void {
  const created = [...outcome.created].find(([, record]) => record["id"] === id);
  if (created) outcome.created.set(created[0], { ...created[1], isDefault: isNowDefault });
  else outcome.updated.set(id, { ...outcome.updated.get(id), isDefault: isNowDefault });
}
