import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Calendar, ComponentType } from "../../storage/records/calendars.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { attachmentsProblem, nameAttachments } from "../attachments/named-attachments.ts";
import { planClaims, writeClaims } from "../bookables/claim-times.ts";
import { inviteBookables, type BookableCopy } from "../bookables/invite-bookables.ts";
import { reachesKind } from "../actor.ts";
import type { CalendarGrant } from "../grants.ts";
import { keepDraft } from "./keep-draft.ts";
import { moveStored, uidTaken } from "./move-stored.ts";
import { notifyOfEvent } from "../notices/notify-of-event.ts";
import {
  mayBePrivate,
  mayReadObject,
  mayReadWhole,
  mayMakeObject,
  mayWriteObject,
} from "../objects/object-rights.ts";
import { withDerived, type CheckedObject, type PreparedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { recordChange } from "../objects/record-change.ts";
import { deferAlarms } from "../alarms/alarm-index.ts";
import { enqueueMessages } from "../scheduling/outgoing.ts";
import { enqueueAnswers } from "../scheduling/spread-answers.ts";
import { planWrite, type PlannedWrite } from "../scheduling/plan-write.ts";
import { changedByOf } from "../scheduling-action.ts";
import type { WriteScope } from "../scope.ts";
import { assignPlaces } from "../places/assign-places.ts";
import { notifyOfMoves } from "../places/notify-of-places.ts";
import { spaceProblem } from "../objects/object-space.ts";
import { keepSteadiness } from "../objects/steady-series.ts";
import { searchGrams } from "../objects/search-index.ts";
import { seenWith } from "../objects/seen-objects.ts";
import { settleSharedWrite, wholeWrite, type SharedWrite } from "./settle-shared-write.ts";

export interface StoreOutcome {
  readonly created: boolean;
  /** The same text was there already; nothing was written. */
  readonly unchanged: boolean;
  /** What the writer reads from now on: the given text with the additions of scheduling (RFC 6638 §3.2). */
  readonly now: ReadObject;
}

/** The target of a write. */
interface StoreTarget {
  readonly uri: string;
  readonly id?: ObjectId;
  /** The object there, or the one that is moved there; read in the same transaction. */
  readonly current: ReadObject | undefined;
  /** The calendar of the same account from which `current` is moved. */
  readonly from?: CalendarGrant;
  /** The text was made from the one stored for everybody, and not from the actor's view. */
  readonly isWhole?: true;
  /** A draft ends with this write. */
  readonly publishes?: boolean;
  /** Whether there is room for it is settled. */
  readonly hasRoom?: true;
}

/**
 * The one place where a calendar object is written (docs/architecture.md, decision 2): rights, component type, UID
 * rules, scheduling, version, index columns and change log. Every refusal comes before the first write.
 */
export async function storeObject(
  scope: WriteScope,
  grant: CalendarGrant,
  target: StoreTarget,
  given: CheckedObject,
): Promise<Result<StoreOutcome, Problem>> {
  const { current } = target;
  const object = target.publishes ? given.object : keepDraft(current, given.object);
  const write = target.isWhole ? wholeWrite(object) : await settleSharedWrite(scope, grant, current, object);
  const refusal = storeRefusal(grant, current, write);
  if (refusal) return failed(refusal);
  const stored = await storeShared(scope, grant, target, given, write.object);
  return stored.ok && write.own !== undefined
    ? ok(await keepOwn(scope, grant, { parts: write.own, before: write.ownBefore }, stored.value))
    : stored;
}

/** An object with its text: the given one, letter for letter, unless the object was changed. */
const withText = (object: CalendarObject, given: CheckedObject): CheckedObject =>
  object === given.object ? given : { object, text: serialiseICalendar(object.calendar) };

/**
 * Stores the writer's own parts.
 * @returns the outcome with what the writer will read
 */
async function keepOwn(
  scope: WriteScope,
  grant: CalendarGrant,
  { parts, before }: { readonly parts: Component | null; readonly before: string | null },
  { now: whole, ...outcome }: StoreOutcome,
): Promise<StoreOutcome> {
  const { tx, actor, modseq } = scope;
  const { id, calendarId } = whole.stored;
  const own = parts && serialiseICalendar(parts);
  if (before === own) return { ...outcome, now: seenWith(grant, whole, parts ?? undefined) ?? whole };
  await tx.objects.setOwnParts(id, actor.principalId, own, modseq);
  await tx.reminders.defer(id, scope.now);
  if (outcome.unchanged) await recordChange(scope, "CalendarEvent", id, calendarId, "updated");
  const now = new ReadObject({ ...whole.stored, modseq }, () => whole.object);
  return { ...outcome, unchanged: false, now: seenWith(grant, now, parts ?? undefined) ?? now };
}

/** @param shared the part of `given` to store for everybody */
async function storeShared(
  scope: WriteScope,
  grant: CalendarGrant,
  target: StoreTarget,
  given: CheckedObject,
  shared: CalendarObject,
): Promise<Result<StoreOutcome, Problem>> {
  const { current } = target;
  // A copy that takes a meeting over is written with the same text too: it takes part in scheduling from then on.
  const known = scope.scheduling?.takesOver ? undefined : current;
  const isSame = shared === given.object ? given.text === known?.stored.icalendar : shared === known?.object;
  if (known && isSame) return keepText(scope, grant, target, known);
  const plan = await planWrite(scope, grant.calendar, current, shared);
  if (!plan.ok) return plan;
  const { spreadsAnswers } = plan.value;
  const invited = await inviteBookables(scope, plan.value.object, plan.value.messages);
  if (invited.problem) return failed(invited.problem);
  const { object, moves } = await assignPlaces(
    scope,
    grant.calendar,
    current,
    invited.object ?? plan.value.object,
    target.isWhole === true,
  );
  const written = withText(object, given);
  if (known?.stored.icalendar === written.text) return keepText(scope, grant, target, known);
  const unnamable = await attachmentsProblem(scope, current, written, current?.stored.id ?? target.id);
  if (unnamable) return failed(unnamable);
  const stored = storedObject(scope, grant.calendar, target, withDerived(written), plan.value);
  const full = target.hasRoom ? undefined : await spaceProblem(scope, stored, current?.stored);
  if (full) return failed(full);
  const claims = await planClaims(scope, grant, stored.id, object);
  if (!claims.ok) return claims;
  const moved = await moveFrom(scope, grant, target, true);
  if (!moved.ok) return moved;
  const outcome = current
    ? await scope.tx.objects.replace(stored, current.stored.etag, scope.actor.principalId)
    : await scope.tx.objects.insert(stored);
  const problem = await writeProblem(scope, grant, stored, outcome);
  if (problem) return failed(problem);
  await writeClaims(scope, stored.id, claims.value);
  await nameAttachments(scope, stored.id, current, written);
  await index(scope, stored, object);
  await deferAlarms(scope, grant, stored, current?.stored);
  await recordChange(scope, "CalendarEvent", stored.id, stored.calendarId, current ? "updated" : "created");
  await enqueueMessages(scope, stored.id, invited.messages);
  await storeCopies(invited.copies);
  if (spreadsAnswers) await enqueueAnswers(scope, stored.id, object);
  await notifyOfMoves(scope, stored.id, moves);
  await notifyOfEvent(scope, grant, { id: stored.id, before: () => current?.object, after: object });
  return ok({ created: !current, unchanged: false, now: new ReadObject(stored, () => object) });
}

/**
 * Writes what the bookables that a meeting invites have of it: they were asked, and are locked, in this transaction. What they have
 * already may grow beyond their quota: its organizer's own, which is larger, counts in the organizer's.
 */
export async function storeCopies(copies: readonly BookableCopy[]): Promise<void> {
  for (const { scope, grant, uri, current, written, managers } of copies) {
    const target = { uri, current, isWhole: true, hasRoom: true } as const;
    const stored = await storeObject(scope, grant, target, written);
    if (!stored.ok) throw new Error(`a bookable's copy could not be written: ${stored.problem.code}`);
    await askManagers(scope, grant, stored.value.now.stored.id, written.object, managers);
  }
}

/** Tells the managers of a bookable that an event asks them for its time. */
export async function askManagers(
  scope: WriteScope,
  grant: CalendarGrant,
  id: ObjectId,
  object: CalendarObject,
  managers: readonly PrincipalId[],
): Promise<void> {
  const by = await changedByOf(scope.tx, scope.actor);
  const action = { kind: "invitation", by, said: object, comment: null, cameByMail: false } as const;
  for (const organizerId of managers) {
    const scheduling = { delivery: { keepsTag: true, action: { ...action, organizerId } } };
    await notifyOfEvent({ ...scope, scheduling }, grant, { id, before: () => undefined, after: object });
  }
}

/** An equal text is not written again, but may be moved. */
async function keepText(
  scope: WriteScope,
  grant: CalendarGrant,
  target: StoreTarget,
  current: ReadObject,
): Promise<Result<StoreOutcome, Problem>> {
  const moved = await moveFrom(scope, grant, target, false);
  if (!moved.ok) return moved;
  const now = moved.value ? new ReadObject(moved.value, () => current.object) : current;
  return ok({ created: false, unchanged: !moved.value, now });
}

/** @returns the object in its new place; undefined if it is not moved */
async function moveFrom(
  scope: WriteScope,
  grant: CalendarGrant,
  { from, current, uri }: StoreTarget,
  replacesText: boolean,
): Promise<Result<StoredObject | undefined, Problem>> {
  return from && current ? moveStored(scope, from, grant, current, { uri, replacesText }) : ok(undefined);
}

/**
 * Indexing one text costs as much as the rest of its write, and a hundred at once hardly more than one: so it waits
 * for the jobs' next look. Imported files are already written in large batches.
 */
async function index(scope: WriteScope, stored: StoredObject, object: CalendarObject): Promise<void> {
  await keepSteadiness(scope.tx, stored, object);
  if (scope.scheduling) await scope.tx.search.defer(stored);
  else await scope.tx.search.putAll([{ head: stored, grams: searchGrams(object) }]);
}

/** @returns why the object may not overwrite `current`, or may not be created if there is none */
function storeRefusal(
  grant: CalendarGrant,
  current: ReadObject | undefined,
  { object, what }: SharedWrite,
): Problem | undefined {
  const supported = grant.calendar.components;
  if (!supported.includes(object.type))
    return { code: "unsupported-component", component: object.type, supported };
  if (current && current.stored.uid !== object.uid)
    return { code: "uid-changed", expected: current.stored.uid };
  if (!mayBePrivate(grant, object)) return { code: "forbidden", right: "mayWritePrivate" };
  const mayWrite = mayMakeObject(grant, object) && (!current || mayReplace(grant, current));
  if (mayWrite) return undefined;
  if (!current || what === "more" || !mayReadWhole(grant, current.object, current.stored.creatorId))
    return { code: "forbidden", right: "mayWriteAll" };
  const right = what === "own" ? "mayUpdatePrivate" : "mayRSVP";
  return grant.rights[right] ? undefined : { code: "forbidden", right };
}

/**
 * The former object is checked as well as the new one: else leaving the organizer out would let somebody take an
 * event over, and an event private to the owner could be lost unseen. The owner may always write, which saves
 * parsing.
 */
const mayReplace = (grant: CalendarGrant, current: ReadObject): boolean =>
  (grant.isOwner && reachesKind(grant.actor, current.stored.component)) ||
  (mayReadObject(grant, current.object, current.stored.creatorId) && mayWriteObject(grant, current));

/** What the account itself makes, by its owner or in its name, has no creator of its own, nor what a message brings. */
const creatorIn = ({ actor, scheduling }: WriteScope, { accountId }: Calendar): PrincipalId | null =>
  actor.principalId === accountId || scheduling?.delivery ? null : actor.principalId;

function storedObject(
  scope: WriteScope,
  calendar: Calendar,
  { uri, id, current }: StoreTarget,
  prepared: PreparedObject,
  { tag, organizerId }: PlannedWrite,
): StoredObject {
  const former = current?.stored;
  const { object, etag, size, bounds, isRecurring, summary, text } = prepared;
  return {
    id: former?.id ?? id ?? (scope.app.newId() as ObjectId),
    accountId: calendar.accountId,
    calendarId: calendar.id,
    uri,
    uid: object.uid,
    organizerId,
    creatorId: former ? former.creatorId : creatorIn(scope, calendar),
    component: object.type satisfies ComponentType,
    etag,
    scheduleTag: tag === "none" ? null : ((tag === "kept" ? former?.scheduleTag : null) ?? etag),
    size,
    start: bounds.start,
    end: bounds.end,
    isRecurring,
    summary,
    createdModseq: former?.createdModseq ?? scope.modseq,
    modseq: scope.modseq,
    createdAt: former?.createdAt ?? scope.now,
    updatedAt: scope.now,
    icalendar: text,
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
