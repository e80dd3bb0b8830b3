import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Calendar, ComponentType } from "../../storage/records/calendars.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { ObjectHead, StoredObject } from "../../storage/records/objects.ts";
import { attachmentsProblem, nameAttachments } from "../attachments/named-attachments.ts";
import type { CalendarGrant } from "../grants.ts";
import { keepDraft } from "./keep-draft.ts";
import { notifyOfEvent } from "../notices/notify-of-event.ts";
import { mayBePrivate, mayReadObject, mayReadWhole, mayWriteObject } from "../objects/object-rights.ts";
import { prepareAdjusted, type PreparedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { recordChange } from "../objects/record-change.ts";
import { deferAlarms } from "../alarms/alarm-index.ts";
import { enqueueMessages } from "../scheduling/outgoing.ts";
import { planWrite, type PlannedWrite } from "../scheduling/plan-write.ts";
import type { WriteScope } from "../scope.ts";
import { givePlaces } from "../places/give-places.ts";
import { tellMoves } from "../places/tell-places.ts";
import { searchGrams } from "../objects/search-index.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { settleSharedWrite, type SharedWrite } from "./settle-shared-write.ts";

export interface StoreOutcome {
  readonly created: boolean;
  /** The very same text was there already; nothing was written. */
  readonly unchanged: boolean;
  readonly head: ObjectHead;
  /** What is stored: what was given, with what scheduling has added to it (RFC 6638 §3.2). */
  readonly prepared: PreparedObject;
}

/**
 * The one place where a calendar object is written (docs/architecture.md, decision 2): rights, component type, UID rules, scheduling,
 * version, index columns and change log. `current` is what stands at the target, read in the same transaction.
 */
export async function storeObject(
  scope: WriteScope,
  grant: CalendarGrant,
  target: {
    readonly uri: string;
    readonly id?: ObjectId;
    readonly current: StoredObject | undefined;
    /** The text was made from what is stored for everybody, and not from what the actor sees of it. */
    readonly isWhole?: true;
    /** A draft ends with this write. */
    readonly publishes?: boolean;
  },
  given: PreparedObject,
): Promise<Result<StoreOutcome, Problem>> {
  const prepared = target.publishes ? given : keepDraft(target.current, given);
  const write: SharedWrite = target.isWhole
    ? { prepared, own: undefined, what: "more" }
    : settleSharedWrite(scope, grant, target.current, prepared);
  const refusal = storeRefusal(grant, target.current, write);
  if (refusal) return failed(refusal);
  const stored = await storeShared(scope, grant, target, write.prepared);
  return stored.ok && write.own !== undefined
    ? ok(await keepOwn(scope, grant, write.own, stored.value))
    : stored;
}

/**
 * Keeps what is the writer's own of what has been stored.
 * @returns the outcome with what the writer will read
 */
async function keepOwn(
  scope: WriteScope,
  grant: CalendarGrant,
  own: string | null,
  outcome: StoreOutcome,
): Promise<StoreOutcome> {
  const { tx, actor, modseq } = scope;
  const { id, calendarId } = outcome.head;
  const before = (await tx.objects.ownParts(actor.principalId, [id])).get(id) ?? null;
  const isSame = before === own;
  if (!isSame) {
    await tx.objects.setOwnParts(id, actor.principalId, own, modseq);
    await tx.reminders.defer(id, scope.now);
    if (outcome.unchanged) await recordChange(scope, "CalendarEvent", id, calendarId, "updated");
  }
  const seen = await seenObject(tx, grant, await tx.objects.byId(id));
  if (!seen) return { ...outcome, unchanged: outcome.unchanged && isSame };
  const { icalendar, ...head } = seen;
  const prepared = prepareAdjusted(icalendar, readStored(seen));
  return { ...outcome, unchanged: outcome.unchanged && isSame, head, prepared };
}

async function storeShared(
  scope: WriteScope,
  grant: CalendarGrant,
  target: {
    readonly uri: string;
    readonly id?: ObjectId;
    readonly current: StoredObject | undefined;
    readonly isWhole?: true;
  },
  given: PreparedObject,
): Promise<Result<StoreOutcome, Problem>> {
  const { current } = target;
  if (current?.icalendar === given.text)
    return ok({ created: false, unchanged: true, head: current, prepared: given });
  const planned = await planWrite(scope, grant.calendar, current, given);
  if (!planned.ok) return planned;
  const { plan, moves } = await givePlaces(scope, current, planned.value, target.isWhole === true);
  const { prepared } = plan;
  if (current?.icalendar === prepared.text)
    return ok({ created: false, unchanged: true, head: current, prepared });
  const unnamable = await attachmentsProblem(scope, current, prepared, current?.id ?? target.id);
  if (unnamable) return failed(unnamable);
  const object = storedObject(scope, grant.calendar, target, plan);
  const outcome = current
    ? await scope.tx.objects.replace(object, current.etag, scope.actor.principalId)
    : await scope.tx.objects.insert(object);
  const problem = await writeProblem(scope, grant, object, outcome);
  if (problem) return failed(problem);
  await nameAttachments(scope, object.id, current, prepared);
  await index(scope, object, prepared);
  await deferAlarms(scope, grant, object, current);
  await recordChange(scope, "CalendarEvent", object.id, object.calendarId, current ? "updated" : "created");
  await enqueueMessages(scope, object.id, plan.messages);
  await tellMoves(scope, object.id, moves);
  await notifyOfEvent(scope, grant, {
    id: object.id,
    before: () => current && readStored(current),
    after: prepared.object,
  });
  return ok({ created: current === undefined, unchanged: false, head: object, prepared });
}

/**
 * To take one text into the index costs as much as everything else of its writing, and a hundred at once hardly more than one: so it waits
 * for the jobs' next look. What is brought in from a file is many already.
 */
async function index(scope: WriteScope, object: StoredObject, prepared: PreparedObject): Promise<void> {
  if (scope.scheduling) await scope.tx.search.defer(object);
  else await scope.tx.search.putAll([{ head: object, grams: searchGrams(prepared.object) }]);
}

/** @returns what keeps the object from being written over `current`, or anew where nothing stands, if anything */
export function storeRefusal(
  grant: CalendarGrant,
  current: StoredObject | undefined,
  { prepared: { object }, what }: SharedWrite,
): Problem | undefined {
  const supported = grant.calendar.components;
  if (!supported.includes(object.type))
    return { code: "unsupported-component", component: object.type, supported };
  if (current && current.uid !== object.uid) return { code: "uid-changed", expected: current.uid };
  if (!mayBePrivate(grant, object)) return { code: "forbidden", right: "mayWritePrivate" };
  const mayWrite = mayWriteObject(grant, object) && (!current || mayReplace(grant, current));
  if (mayWrite) return undefined;
  if (!current || what === "more" || !mayReadWhole(grant, readStored(current)))
    return { code: "forbidden", right: "mayWriteAll" };
  const right = what === "own" ? "mayUpdatePrivate" : "mayRSVP";
  return grant.rights[right] ? undefined : { code: "forbidden", right };
}

/**
 * What is written over is judged as well as what is written: else leaving the organizer out would make an event one's
 * own, and what is private to the owner could be lost without being seen. The owner may always, so parsing is spared.
 */
function mayReplace(grant: CalendarGrant, current: StoredObject): boolean {
  if (grant.isOwner) return true;
  const former = readStored(current);
  return mayReadObject(grant, former) && mayWriteObject(grant, former);
}

function storedObject(
  scope: WriteScope,
  calendar: Calendar,
  target: { readonly uri: string; readonly id?: ObjectId; readonly current: StoredObject | undefined },
  { prepared, scheduleTag }: PlannedWrite,
): StoredObject {
  const { current } = target;
  return {
    id: current?.id ?? target.id ?? (scope.app.newId() as ObjectId),
    accountId: calendar.accountId,
    calendarId: calendar.id,
    uri: target.uri,
    uid: prepared.object.uid,
    component: prepared.object.type satisfies ComponentType,
    etag: prepared.etag,
    scheduleTag,
    size: prepared.size,
    start: prepared.bounds.start,
    end: prepared.bounds.end,
    isRecurring: prepared.isRecurring,
    summary: prepared.summary,
    createdModseq: current?.createdModseq ?? scope.modseq,
    modseq: scope.modseq,
    createdAt: current?.createdAt ?? scope.now,
    updatedAt: scope.now,
    icalendar: prepared.text,
  };
}

async function writeProblem(
  scope: WriteScope,
  grant: CalendarGrant,
  object: StoredObject,
  outcome: "inserted" | "replaced" | "changed" | "uri-taken" | "uid-taken",
): Promise<Problem | undefined> {
  switch (outcome) {
    case "inserted":
    case "replaced":
      return undefined;
    case "changed":
      return { code: "etag-mismatch" };
    case "uri-taken":
      return { code: "uri-taken", uri: object.uri };
    case "uid-taken":
      return uidTaken(scope, grant, object);
  }
}

/** Names the path of what has the UID only to those who may read it. */
export async function uidTaken(
  scope: WriteScope,
  grant: CalendarGrant,
  { uid, uri }: Pick<StoredObject, "uid" | "uri">,
): Promise<Problem> {
  const other = await scope.tx.objects.byUid(grant.calendar.id, uid);
  return { code: "uid-taken", uri: other && mayReadObject(grant, readStored(other)) ? other.uri : uri };
}
