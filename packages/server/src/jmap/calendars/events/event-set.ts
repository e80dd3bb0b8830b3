import type { JSEvent, JSTask, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Failed, Result } from "@snart/calendar/result.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../../app/changes.ts";
import { changeEvents } from "../../../app/objects/change-events.ts";
import type { ChangeEventsOutcome } from "../../../app/objects/change-events.ts";
import { zoneNameOf } from "../../../app/grants.ts";
import { profile } from "../../../app/accounts/profile.ts";
import type { Modseq, ObjectId, Principal } from "../../../app/types.ts";
import { accountMethod } from "../../method.ts";
import type { Answer, Method, MethodContext } from "../../method.ts";
import { accountErrorOf, setErrorOf } from "../../problem.ts";
import { flag, setArguments } from "../../standard/arguments.ts";
import { SetOutcome, setRequest } from "../../standard/set.ts";
import type { SetRequest } from "../../standard/set.ts";
import { modseqOf, stateOf } from "../../standard/state.ts";
import type { MethodError, SetError } from "../../wire/errors.ts";
import type { JsonObject } from "../../wire/json.ts";
import { newEventOf } from "./event-input.ts";
import type { InputContext } from "./event-input.ts";
import { foldOperations } from "./event-patch.ts";
import type { EventOperation } from "./event-patch.ts";
import { addressOf } from "./event-record.ts";
import type { EventRecord } from "./event-record.ts";
import { tooLarge } from "./event-size.ts";
import { viewOf } from "./event-view.ts";
import { findEvents } from "./find-events.ts";
import type { FoundEvent } from "./find-events.ts";
import { EVENTS } from "./item-kind.ts";
import type { ItemKind } from "./item-kind.ts";
import { occurrenceRecord } from "./occurrence.ts";
import { eventReference } from "./synthetic-id.ts";
import { differencesFrom, unaskedChanges } from "./unasked-changes.ts";
import { setsUtc } from "./utc-times.ts";
import { visibleCalendars } from "../visible-calendars.ts";

const schema = v.strictObject({ ...setArguments, sendSchedulingMessages: flag(false) });

/** How often a set is worked out anew because others wrote in between. */
const ATTEMPTS = 20;

/** CalendarEvent/set (JMAP Calendars). */
export const eventSet = itemSet(EVENTS);

/** The /set of events or tasks. */
export function itemSet(kind: ItemKind): Method {
  return accountMethod(kind.capability, schema, async (context, account, args) => {
    const request = setRequest(context, args, context.app.limits.maxObjectsInSet);
    if (!request.ok) return request;
    const expected = typeof args.ifInState === "string" ? modseqOf(args.ifInState) : null;
    if (expected === undefined) return failed({ type: "stateMismatch" });
    const input = await inputContext(context, account, kind);
    if (!input.ok) return input;
    const wish = { expected, sends: args.sendSchedulingMessages };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const result = await attemptSet(context, account, request.value, input.value, wish);
      if (result.ok || result.problem.type !== "stateMismatch" || expected !== null) return result;
    }
    return failed({ type: "serverUnavailable", description: "others keep changing this account" });
  });
}

async function inputContext(
  context: MethodContext,
  account: Principal,
  kind: ItemKind,
): Promise<Result<InputContext, MethodError>> {
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const byId = new Map(calendars.value.map(({ grant }) => [grant.calendar.id as string, grant]));
  const me = await profile(context.app, context.actor);
  return ok({
    kind,
    limits: context.app.limits,
    createdIds: context.createdIds,
    address: addressOf(account) ?? (me.ok ? addressOf(me.value) : undefined),
    calendarZone: (id) => {
      const grant = byId.get(id);
      return grant ? zoneNameOf(grant) : null;
    },
    isForeign: (id) => byId.get(id)?.isOwner === false,
  });
}

/** What is to be done, worked out on the account as it was at one moment. */
interface Plan {
  readonly create: Map<string, JSEvent>;
  readonly update: Map<ObjectId, PatchObject>;
  readonly destroy: ObjectId[];
  /** What the patch of a stored event stands for. */
  readonly updates: Map<ObjectId, PlannedUpdate>;
  readonly found: ReadonlyMap<string, FoundEvent>;
}

interface PlannedUpdate {
  readonly operations: readonly EventOperation[];
  readonly before: EventRecord;
  readonly expected: EventRecord;
}

interface Wish {
  /** the state that the account has to be in */
  readonly expected: Modseq | null;
  /** whether others are told */
  readonly sends: boolean;
}

async function attemptSet(
  context: MethodContext,
  account: Principal,
  request: SetRequest,
  input: InputContext,
  { expected, sends }: Wish,
): Promise<Result<Answer, MethodError>> {
  const { app, actor } = context;
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  if (expected !== null && expected !== state.value) return failed({ type: "stateMismatch" });
  const outcome = new SetOutcome();
  const plan = await planSet(context, account, request, input, outcome);
  if (!plan.ok) return plan;
  const guarded =
    expected !== null ||
    [...plan.value.updates.values()].some(({ operations }) => dependsOnCurrent(operations));
  const { create, update, destroy } = plan.value;
  const guard = guarded ? { ifInState: state.value } : {};
  const { component } = input.kind;
  const { origin } = context;
  const changes = { component, create, update, destroy, sendSchedulingMessages: sends, origin, ...guard };
  const done = await changeEvents(app, actor, account.id, changes);
  if (!done.ok) return failed(accountErrorOf(done.problem));
  settle(plan.value, done.value, outcome);
  const created = await createdEvents(context, account, done.value, input.kind);
  tellCreated(context, request, done.value, created, outcome);
  return ok(outcome.answer(account.id, stateOf(done.value.oldModseq), stateOf(done.value.newModseq)));
}

/**
 * Whether operations were worked out from the event as it was read, so that nobody may have written since. A plain patch
 * is the client's own: it means the same whatever else has changed.
 */
const dependsOnCurrent = (operations: readonly EventOperation[]): boolean =>
  operations.length > 1 ||
  operations.some(({ recurrenceId, patch }) => recurrenceId !== undefined || !patch || setsUtc(patch));

async function planSet(
  context: MethodContext,
  account: Principal,
  request: SetRequest,
  input: InputContext,
  outcome: SetOutcome,
): Promise<Result<Plan, MethodError>> {
  const create = new Map<string, JSEvent>();
  for (const [creationId, given] of request.create) {
    const event = tooLarge(given, context.app.limits) ?? newEventOf(given, context.app.newId(), input);
    if (event.ok) create.set(creationId, event.value);
    else outcome.notCreated.set(creationId, event.problem);
  }
  const { operations, destroy } = sortOperations(request, outcome, (patch) =>
    tooLarge(patch, context.app.limits),
  );
  const found = await findEvents(context, account, [...operations.keys()], input.kind);
  if (!found.ok) return found;
  const plan: Plan = { create, update: new Map(), destroy, updates: new Map(), found: found.value };
  for (const [baseId, wanted] of operations) planUpdate(plan, baseId, wanted, input, outcome);
  return ok(plan);
}

/** Which stored events are to be patched by which operations, and which are to go. */
function sortOperations(
  request: SetRequest,
  outcome: SetOutcome,
  refusal: (patch: JsonObject) => Failed<SetError> | undefined,
): { operations: Map<ObjectId, EventOperation[]>; destroy: ObjectId[] } {
  const operations = new Map<ObjectId, EventOperation[]>();
  const destroy: ObjectId[] = [];
  const add = (id: string, patch: JsonObject | undefined): void => {
    const reference = eventReference(id);
    if (!reference) return refuse(outcome, { id, patch }, { type: "notFound" });
    const refused = patch && refusal(patch);
    if (refused) return refuse(outcome, { id, patch }, refused.problem);
    const { baseId, recurrenceId } = reference;
    if (!patch && recurrenceId === undefined) return void destroy.push(baseId);
    operations.set(baseId, [...(operations.get(baseId) ?? []), { id, recurrenceId, patch }]);
  };
  for (const [id, patch] of request.update()) add(id, patch);
  for (const id of request.destroy()) add(id, undefined);
  for (const id of destroy) {
    for (const operation of operations.get(id) ?? []) refuse(outcome, operation, { type: "willDestroy" });
    operations.delete(id);
  }
  return { operations, destroy };
}

function refuse(
  outcome: SetOutcome,
  { id, patch }: Pick<EventOperation, "id" | "patch">,
  error: SetError,
): void {
  (patch ? outcome.notUpdated : outcome.notDestroyed).set(id, error);
}

function planUpdate(
  plan: Plan,
  baseId: ObjectId,
  wanted: readonly EventOperation[],
  input: InputContext,
  outcome: SetOutcome,
): void {
  const event = plan.found.get(baseId);
  if (!event) {
    for (const operation of wanted) refuse(outcome, operation, { type: "notFound" });
    return;
  }
  const { patch, refused, accepted, expected } = foldOperations(event.record, wanted, input);
  for (const operation of wanted) {
    const error = refused.get(operation.id);
    if (error) refuse(outcome, operation, error);
  }
  if (accepted.length === 0) return;
  const refusal = tooLarge(expected as unknown as JsonObject, input.limits);
  if (refusal) {
    for (const operation of accepted) refuse(outcome, operation, refusal.problem);
    return;
  }
  plan.update.set(baseId, patch);
  plan.updates.set(baseId, { operations: accepted, before: event.record, expected });
}

/** Turns what happened to stored events into what happened to the ids that the client named. */
function settle(plan: Plan, done: ChangeEventsOutcome, outcome: SetOutcome): void {
  for (const [baseId, update] of plan.updates) {
    const problem = done.notUpdated.get(baseId);
    const after = done.updated.get(baseId);
    for (const operation of update.operations) {
      if (problem) refuse(outcome, operation, setErrorOf(problem));
      else if (operation.patch) outcome.updated.set(operation.id, changesOf(update, after, operation));
      else outcome.destroyed.push(operation.id);
    }
  }
  outcome.destroyed.push(...done.destroyed);
  for (const [id, problem] of done.notDestroyed) outcome.notDestroyed.set(id, setErrorOf(problem));
  for (const [id, problem] of done.notCreated) outcome.notCreated.set(id, setErrorOf(problem));
}

function changesOf(
  update: PlannedUpdate,
  after: JSEvent | JSTask | undefined,
  { id, recurrenceId, patch }: EventOperation,
): Answer | null {
  const { before, expected } = update;
  if (!after) return null;
  const written = after as JSEvent;
  const record: EventRecord = { ...expected, ...written };
  const now = { ...written, ...metadataOf(record) };
  if (recurrenceId === undefined) return unaskedChanges(before, expected, now, patch ?? {});
  const instance = (event: EventRecord): EventRecord => occurrenceRecord(event, recurrenceId, id);
  return unaskedChanges(instance(before), instance(expected), instance(now), patch ?? {});
}

const metadataOf = ({ id, calendarIds, isDraft, isOrigin }: EventRecord) => ({
  id,
  calendarIds,
  isDraft,
  isOrigin,
});

async function createdEvents(
  context: MethodContext,
  account: Principal,
  { created }: ChangeEventsOutcome,
  kind: ItemKind,
): Promise<ReadonlyMap<string, FoundEvent>> {
  const ids = [...created.values()].map(({ id }) => id);
  const found = ids.length > 0 ? await findEvents(context, account, ids, kind) : undefined;
  return found?.ok ? found.value : new Map();
}

/** Answers for each new event with what the client did not send. */
function tellCreated(
  context: MethodContext,
  request: SetRequest,
  done: ChangeEventsOutcome,
  created: ReadonlyMap<string, FoundEvent>,
  outcome: SetOutcome,
): void {
  for (const [creationId, { id, uid }] of done.created) {
    context.createdIds.set(creationId, id);
    const event = created.get(id);
    outcome.created.set(
      creationId,
      event ? unsent(event, request.create.get(creationId) ?? {}) : { id, uid },
    );
  }
}

const SHOW_ALL = {
  properties: null,
  overridesFrom: null,
  overridesBefore: null,
  reduceParticipants: false,
  zone: UTC,
  address: undefined,
};
function unsent({ record, grant }: FoundEvent, given: JsonObject): Answer {
  return differencesFrom(given, viewOf(record, grant.isOwner, SHOW_ALL) as JsonObject);
}
