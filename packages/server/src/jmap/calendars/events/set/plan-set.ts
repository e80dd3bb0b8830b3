import { applyItemPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { ok, type Failed, type Result } from "@snart/calendar/result.ts";
import type { ObjectId, Principal } from "../../../../app/types.ts";
import type { MethodContext } from "../../../method.ts";
import type { SetOutcome, SetRequest } from "../../../standard/set.ts";
import type { MethodError, SetError } from "../../../wire/errors.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { newEventOf, type InputContext } from "../event-input.ts";
import { foldOperations, type EventOperation } from "../event-patch.ts";
import type { EventRecord } from "../../../context/event-record.ts";
import { tooLarge } from "../event-size.ts";
import { findEvents, type FoundEvent } from "../find-events.ts";
import { eventReference } from "../synthetic-id.ts";

/** The plan of a request, based on the account at one moment. */
export interface Plan {
  readonly create: Map<string, JSEvent>;
  /** What the client gives of each new event, with the patches that the same request has for it. */
  readonly given: ReadonlyMap<string, JsonObject>;
  /** The new events that the same request updates, and those that it destroys, by creation id. */
  readonly created: CreatedHere;
  readonly update: Map<ObjectId, PatchObject>;
  readonly destroy: ObjectId[];
  /** The ids for which the patch of a stored event stands. */
  readonly updates: Map<ObjectId, PlannedUpdate>;
  readonly found: ReadonlyMap<string, FoundEvent>;
}

export interface PlannedUpdate {
  readonly operations: readonly EventOperation[];
  readonly before: EventRecord;
  readonly expected: EventRecord;
}

/** References of a request to the events that it creates itself (RFC 8620 §5.3). */
interface CreatedHere {
  readonly updated: ReadonlySet<string>;
  readonly destroyed: ReadonlySet<string>;
}

const creationIdIn = ({ create }: SetRequest, id: string): string | undefined =>
  id.startsWith("#") && create.has(id.slice(1)) ? id.slice(1) : undefined;

/** The new events as they are once the request's own patches of them are applied, so that guests hear of each once. */
function givenOf(
  request: SetRequest,
  outcome: SetOutcome,
): { readonly given: ReadonlyMap<string, JsonObject>; readonly created: CreatedHere } {
  const given = new Map(request.create);
  const destroyed = new Set(request.destroy().flatMap((id) => creationIdIn(request, id) ?? []));
  const updated = new Set<string>();
  for (const [id, patch] of request.update()) {
    const creationId = creationIdIn(request, id);
    const before = creationId === undefined ? undefined : given.get(creationId);
    if (creationId === undefined || before === undefined) continue;
    const after = applyItemPatch(before as PatchObject, patch as PatchObject);
    if (destroyed.has(creationId)) refuse(outcome, { id, patch }, { type: "willDestroy" });
    else if (!after.ok) refuse(outcome, { id, patch }, { type: "invalidPatch" });
    else {
      given.set(creationId, after.value as JsonObject);
      updated.add(creationId);
    }
  }
  return { given, created: { updated, destroyed } };
}

/** Plans a request; impossible operations are refused in `outcome`. */
export async function planSet(
  context: MethodContext,
  account: Principal,
  request: SetRequest,
  input: InputContext,
  outcome: SetOutcome,
): Promise<Result<Plan, MethodError>> {
  const create = new Map<string, JSEvent>();
  const { given, created } = givenOf(request, outcome);
  for (const [creationId, sent] of given) {
    const event = tooLarge(sent, context.app.limits) ?? newEventOf(sent, context.app.newId(), input);
    if (event.ok) create.set(creationId, event.value);
    else outcome.notCreated.set(creationId, event.problem);
  }
  const { operations, destroy } = sortOperations(request, outcome, (patch) =>
    tooLarge(patch, context.app.limits),
  );
  const found = await findEvents(context, account, [...operations.keys()], input.kind);
  if (!found.ok) return found;
  const plan: Plan = {
    create,
    given,
    created,
    update: new Map(),
    destroy,
    updates: new Map(),
    found: found.value,
  };
  for (const [baseId, wanted] of operations) planUpdate(plan, baseId, wanted, input, outcome);
  return ok(plan);
}

/** Sorts operations into patches by stored event, and removals. */
function sortOperations(
  request: SetRequest,
  outcome: SetOutcome,
  refusal: (patch: JsonObject) => Failed<SetError> | undefined,
): { operations: Map<ObjectId, EventOperation[]>; destroy: ObjectId[] } {
  const operations = new Map<ObjectId, EventOperation[]>();
  const destroy: ObjectId[] = [];
  const add = (id: string, patch: JsonObject | undefined): void => {
    if (creationIdIn(request, id) !== undefined) return;
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

/** Refuses an update or, without a patch, a removal. */
export function refuse(
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
