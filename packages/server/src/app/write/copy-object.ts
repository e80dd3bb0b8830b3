import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantPlace, type CalendarGrant } from "../grants.ts";
import type { MoveOptions, MoveOutcome, ObjectPlace } from "../objects/object-place.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { checkText } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { SENDS, writeWhole, type WriteScope } from "../scope.ts";
import { knownAt } from "./give-way.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { storeObject } from "./store-object.ts";
import { conditionHolds } from "../objects/write-condition.ts";

/**
 * Copies an object to another calendar, which may belong to another account, with its dead properties (RFC 4918
 * §9.8). An object at the target is overwritten if it has the same UID.
 * @returns `etag-mismatch` if the target is taken and must not be overwritten, or the source does not meet
 * `condition`; `uid-changed` if the target has another UID
 */
export function copyObject(
  app: App,
  actor: Actor,
  from: ObjectPlace,
  to: ObjectPlace,
  options: MoveOptions,
): Promise<Result<MoveOutcome, Problem>> {
  const work = (scope: WriteScope): Promise<Result<MoveOutcome, Problem>> => copyIn(scope, from, to, options);
  return writeWhole(app, actor, to.calendar.accountId, work, SENDS);
}

/** The same in a write of the target's account. */
export async function copyIn(
  scope: WriteScope,
  from: ObjectPlace,
  to: ObjectPlace,
  options: MoveOptions,
): Promise<Result<MoveOutcome, Problem>> {
  const source = await readSource(scope, from, options);
  if (!source.ok) return source;
  const target = await grantPlace(scope.tx, scope.actor, to.calendar, "mayWriteOwn");
  if (!target.ok) return target;
  const there = await scope.tx.objects.byUri(to.calendar.id, to.uri);
  const existing = await knownAt(scope, target.value, there);
  if (existing && !options.overwrite) return failed({ code: "etag-mismatch" });
  return writeCopy(scope, source.value, target.value, { uri: to.uri, existing });
}

/** The copied text is the one that the actor sees. */
interface Source {
  readonly seen: ReadObject;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

async function readSource(
  { tx, actor }: WriteScope,
  { calendar, uri }: ObjectPlace,
  { condition }: MoveOptions,
): Promise<Result<Source, Problem>> {
  const grant = await grantPlace(tx, actor, calendar, "mayReadItems");
  if (!grant.ok) return grant;
  const stored = await tx.objects.byUri(calendar.id, uri);
  const current = stored && new ReadObject(stored);
  const seen = current && (await seenObject(tx, grant.value, current));
  if (!seen) return failed({ code: "not-found" });
  return conditionHolds(condition, seen.stored.etag, stored.scheduleTag)
    ? ok({ seen, isWhole: mayReadWhole(grant.value, current.object, stored.creatorId) })
    : failed({ code: "etag-mismatch" });
}

async function writeCopy(
  scope: WriteScope,
  { seen: { stored: source }, isWhole }: Source,
  target: CalendarGrant,
  { uri, existing }: { readonly uri: string; readonly existing: StoredObject | undefined },
): Promise<Result<MoveOutcome, Problem>> {
  const checked = checkText(scope.app, source.icalendar);
  if (!checked.ok) return checked;
  // RFC 4791 §5.3.2.1: another event must not be lost by a name.
  if (existing && existing.uid !== source.uid) return failed({ code: "uid-changed", expected: existing.uid });
  const place = { uri, current: existing && new ReadObject(existing) };
  const stored = await storeObject(scope, target, place, checked.value);
  if (!stored.ok) return stored;
  if (!isWhole) return ok({ created: existing === undefined, head: stored.value.now.stored });
  const beside = await scope.tx.objects.deadProperties(source.calendarId, [source.id]);
  await scope.tx.objects.setDeadProperties(stored.value.now.stored.id, beside.get(source.id) ?? {});
  return ok({ created: existing === undefined, head: stored.value.now.stored });
}
