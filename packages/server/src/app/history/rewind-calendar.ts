import { setImmediate } from "node:timers/promises";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, Modseq, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { removeStored } from "../write/delete-object.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { ReadObject, readStored } from "../objects/read-stored.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";
import { putBack, saySame } from "../write/put-back.ts";

/** A moment, or the account's state at that time. */
export type Moment = { readonly at: number } | { readonly state: Modseq };

interface RewindRequest {
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  readonly to: Moment;
  /** Only reports what would be done. */
  readonly isPreview: boolean;
  readonly sendSchedulingMessages?: boolean;
}

/** What was done, or would be. */
interface Rewound {
  /** Objects restored. */
  readonly created: number;
  /** Objects with their former text. */
  readonly updated: number;
  /** Objects moved to the trash: they did not exist then. */
  readonly destroyed: number;
  readonly refused: ReadonlyMap<ObjectId, Problem>;
  /** Rewinding to this state undoes it. */
  readonly undoState: Modseq;
}

/** Objects in one transaction, so that others only wait milliseconds. */
const BATCH = 200;

/**
 * Resets a calendar to a moment, also after a client has damaged it: changed objects get their former text, deleted
 * ones come back, new ones go to the trash. Each is an ordinary change: versions are kept, and rewinding to
 * `undoState` undoes it. Objects moved from or to another calendar since stay where they are; so do those that the
 * actor may not read completely.
 * @returns `changes-too-old` for a moment that is no longer remembered
 */
export async function rewindCalendar(
  app: App,
  actor: Actor,
  request: RewindRequest,
): Promise<Result<Rewound, Problem>> {
  const { accountId, calendarId, isPreview } = request;
  const begun = await app.storage.read((tx) => begin(app, tx, actor, request));
  if (!begun.ok) return begun;
  const { state, ids, undoState } = begun.value;
  const counts = { created: 0, updated: 0, destroyed: 0 };
  const refused = new Map<ObjectId, Problem>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const part = ids.slice(from, from + BATCH);
    const plan = async (tx: ReadTransaction): Promise<Result<readonly Outcome[], Problem>> => {
      const grant = await grantCalendar(tx, actor, calendarId, "mayWriteAll");
      if (!grant.ok) return grant;
      const outcomes: Outcome[] = [];
      for (const id of part) outcomes.push({ id, step: await stepFor(tx, grant.value, id, state) });
      return ok(outcomes);
    };
    const work = async (scope: WriteScope): Promise<Result<readonly Outcome[], Problem>> => {
      const grant = await grantCalendar(scope.tx, actor, calendarId, "mayWriteAll");
      if (!grant.ok) return grant;
      const outcomes: Outcome[] = [];
      for (const id of part) {
        const step = await stepFor(scope.tx, grant.value, id, state);
        const done = step && (await take(scope, grant.value, id, step));
        outcomes.push({ id, step, problem: done && !done.ok ? done.problem : undefined });
      }
      return ok(outcomes);
    };
    const scheduling = request.sendSchedulingMessages ? SENDS : {};
    const done = isPreview
      ? await app.storage.read(plan)
      : await writeAccount(app, actor, accountId, work, scheduling);
    if (!done.ok) return done;
    for (const { id, step, problem } of done.value) {
      if (problem) refused.set(id, problem);
      else if (step) counts[step.kind]++;
    }
    await setImmediate();
  }
  return ok({ ...counts, refused, undoState });
}

async function begin(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  { accountId, calendarId, to }: RewindRequest,
): Promise<Result<{ state: Modseq; ids: readonly ObjectId[]; undoState: Modseq }, Problem>> {
  const grant = await grantCalendar(tx, actor, calendarId, "mayWriteAll");
  if (!grant.ok) return grant;
  if (grant.value.calendar.accountId !== accountId) return failed({ code: "not-found" });
  const undoState = await tx.principals.modseq(accountId);
  const state = "state" in to ? to.state : await tx.history.modseqAt(accountId, to.at);
  const oldest = "at" in to ? to.at : undefined;
  const day = 86_400_000;
  // Objects removed longer ago than the trash reaches can't come back: half a calendar would be worse than none.
  const reach = app.now() - Math.min(app.limits.trashDays, app.limits.versionDays) * day;
  if (state > undoState || (oldest !== undefined && (oldest < reach || oldest > app.now())))
    return failed({ code: "changes-too-old" });
  if (state < (await tx.history.knownFrom(calendarId))) return failed({ code: "changes-too-old" });
  if ((await tx.changes.inCalendar(calendarId, Math.max(1, state), 1)) === "too-old")
    return failed({ code: "changes-too-old" });
  return ok({ state, ids: await tx.history.changedSince(calendarId, state), undoState });
}

/** What became of one object, or would. */
interface Outcome {
  readonly id: ObjectId;
  readonly step: Step | undefined;
  readonly problem?: Problem | undefined;
}

type Step =
  | { readonly kind: "created" | "updated"; readonly uri: string; readonly icalendar: string }
  | { readonly kind: "destroyed" };

/** The step that returns one object to its former state; undefined: none. */
async function stepFor(
  tx: ReadTransaction,
  grant: CalendarGrant,
  id: ObjectId,
  state: Modseq,
): Promise<Step | undefined> {
  const { id: calendarId } = grant.calendar;
  const current = await tx.objects.byId(id);
  // Moved away since.
  if (current && current.calendarId !== calendarId) return undefined;
  if (current && !mayReadWhole(grant, readStored(current), current.creatorId)) return undefined;
  const then = await tx.history.textAt(id, state);
  if (!then) {
    // Created since, unless it was moved here: then it is older than the moment.
    return current && current.createdModseq > state ? { kind: "destroyed" } : undefined;
  }
  const { icalendar } = then;
  if (then.calendarId !== calendarId) return undefined;
  if (current && saySame(current.icalendar, icalendar)) return undefined;
  if (!mayReadWhole(grant, readStored({ id, icalendar }), current?.creatorId ?? null)) return undefined;
  return { kind: current ? "updated" : "created", uri: current?.uri ?? then.uri, icalendar };
}

async function take(
  scope: WriteScope,
  grant: CalendarGrant,
  id: ObjectId,
  step: Step,
): Promise<Result<unknown, Problem>> {
  const current = await scope.tx.objects.byId(id);
  if (step.kind !== "destroyed") return putBack(scope, grant, { id, uri: step.uri, current }, step.icalendar);
  return current ? removeStored(scope, grant, new ReadObject(current)) : failed({ code: "not-found" });
}
