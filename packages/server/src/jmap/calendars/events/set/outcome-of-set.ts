import type { JSEvent, JSTask } from "@snart/calendar/jscalendar/types.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { ChangeEventsOutcome } from "../../../../app/write/change-events.ts";
import type { Principal } from "../../../../app/types.ts";
import type { Answer, MethodContext } from "../../../method.ts";
import { setErrorOf } from "../../../problem.ts";
import type { SetOutcome } from "../../../standard/set.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { EventOperation } from "../event-patch.ts";
import type { EventRecord } from "../../../context/event-record.ts";
import { viewOf } from "../event-view.ts";
import { findEvents, type FoundEvent } from "../find-events.ts";
import type { ItemKind } from "../item-kind.ts";
import { occurrenceRecord } from "../occurrence.ts";
import { differencesFrom, unaskedChanges } from "../unasked-changes.ts";
import { refuse, type Plan, type PlannedUpdate } from "./plan-set.ts";

/** Translates the outcome of stored events into that of the ids that the client named. */
export function fillOutcome(plan: Plan, done: ChangeEventsOutcome, outcome: SetOutcome): void {
  for (const [baseId, update] of plan.updates) {
    const problem = done.notUpdated.get(baseId);
    const after = done.updated.get(baseId);
    for (const operation of update.operations) {
      if (problem) refuse(outcome, operation, setErrorOf(problem));
      else if (operation.patch) outcome.updated.set(operation.id, changesOf(update, after, operation));
      else outcome.destroyed.push(operation.id);
    }
  }
  for (const creationId of plan.created.updated) {
    const id = done.created.get(creationId)?.id;
    if (id !== undefined) outcome.updated.set(id, null);
    else outcome.notUpdated.set(`#${creationId}`, { type: "notFound" });
  }
  for (const creationId of plan.created.destroyed)
    if (!done.created.has(creationId)) outcome.notDestroyed.set(`#${creationId}`, { type: "notFound" });
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
  if (!after || (recurrenceId !== undefined && patch?.excluded === true)) return null;
  const written = after as JSEvent;
  const record: EventRecord = { ...expected, ...written };
  const now = { ...written, ...metadataOf(record) };
  if (recurrenceId === undefined) return unaskedChanges(before, expected, now, patch ?? {});
  const instance = (event: EventRecord): EventRecord => occurrenceRecord(event, recurrenceId, id);
  return unaskedChanges(instance(before), instance(expected), instance(now), patch ?? {});
}

const metadataOf = ({ version, id, calendarIds, isDraft, isOrigin }: EventRecord) => ({
  version,
  id,
  calendarIds,
  isDraft,
  isOrigin,
});

/** The new events as stored. */
export async function createdEvents(
  context: MethodContext,
  account: Principal,
  { created }: ChangeEventsOutcome,
  kind: ItemKind,
): Promise<ReadonlyMap<string, FoundEvent>> {
  const ids = [...created.values()].map(({ id }) => id);
  const found = ids.length > 0 ? await findEvents(context, account, ids, kind) : undefined;
  return found?.ok ? found.value : new Map();
}

/** Answers for each new event with the values that the client did not send. */
export function fillCreated(
  context: MethodContext,
  { given }: Pick<Plan, "given">,
  done: ChangeEventsOutcome,
  created: ReadonlyMap<string, FoundEvent>,
  outcome: SetOutcome,
): void {
  for (const [creationId, { id, uid }] of done.created) {
    context.createdIds.set(creationId, id);
    const event = created.get(id);
    outcome.created.set(creationId, event ? unsent(event, given.get(creationId) ?? {}) : { id, uid });
  }
}

const SHOW_ALL = {
  properties: null,
  overridesFrom: null,
  overridesBefore: null,
  reduceParticipants: false,
  zone: UTC,
  isMe: () => false,
};
function unsent({ record, grant }: FoundEvent, given: JsonObject): Answer {
  return differencesFrom(given, viewOf(record, grant, SHOW_ALL) as JsonObject);
}
