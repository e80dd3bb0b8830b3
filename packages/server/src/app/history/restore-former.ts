import { managedIdsOf } from "@snart/calendar/icalendar/managed-attachment.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { namesSome } from "../attachments/named-attachments.ts";
import { attachmentQuotaProblem } from "../attachments/store-attachment.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { putBack, saySame } from "../write/put-back.ts";

/** What an object of the backup is here: as it was, otherwise by now, or not there. */
export type Standing =
  | { readonly kind: "same" | "differs"; readonly current: StoredObject }
  | { readonly kind: "missing" };

/** Where an object of the backup is looked for. */
export interface Place {
  readonly accountId: PrincipalId;
  /** undefined: the calendar isn't there */
  readonly calendarId: CalendarId | undefined;
}

/**
 * Looks for an object of the backup: by its id, wherever its owner has moved it, then by its UID in its calendar, then in the account as
 * long as that isn't the place of another object of the backup with the same UID.
 */
export async function standingOf(
  tx: ReadTransaction,
  former: ReadTransaction,
  { accountId, calendarId }: Place,
  object: StoredObject,
): Promise<Standing> {
  const own = await tx.objects.byId(object.id);
  if (own?.accountId === accountId) return compared(own, object);
  const there = calendarId && (await tx.objects.byUid(calendarId, object.uid));
  if (there) return compared(there, object);
  const [elsewhere] = await tx.objects.byUidInAccount(accountId, object.uid);
  if (!elsewhere) return { kind: "missing" };
  const then = new Set(
    (await former.objects.byUidInAccount(object.accountId, object.uid)).map(({ id }) => id),
  );
  const since = (await tx.objects.byUidInAccount(accountId, object.uid)).find(({ id }) => !then.has(id));
  const current = since && (await tx.objects.byId(since.id));
  return current ? compared(current, object) : { kind: "missing" };
}

const compared = (current: StoredObject, { icalendar }: StoredObject): Standing => ({
  kind: saySame(current.icalendar, icalendar) ? "same" : "differs",
  current,
});

/**
 * Writes an object as it was in the backup, as an ordinary change that notifies nobody: with its id where it is free, its files, what
 * apps stored beside it. One that is here gets its former text where it is now.
 */
export async function restoreFormer(
  scope: WriteScope,
  former: ReadTransaction,
  grant: CalendarGrant,
  object: StoredObject,
  current: StoredObject | undefined,
): Promise<Result<void, Problem>> {
  const { tx } = scope;
  const brought = await bringFiles(scope, former, object);
  if (!brought.ok) return brought;
  const files = brought.value;
  if (current) {
    const place = await grantCalendar(tx, scope.actor, current.calendarId, "mayWriteAll");
    if (!place.ok) return place;
    const target = { id: current.id, uri: current.uri, current };
    const replaced = await putBack(scope, place.value, target, object.icalendar);
    if (replaced.ok) await nameFiles(scope, current.id, files);
    return replaced.ok ? ok(undefined) : replaced;
  }
  const { id: calendarId } = grant.calendar;
  const isFree = (await tx.objects.byId(object.id)) === undefined;
  const id = isFree ? object.id : (scope.app.newId() as ObjectId);
  const uri = (await tx.objects.byUri(calendarId, object.uri)) ? `${id}.ics` : object.uri;
  const stored = await putBack(scope, grant, { id, uri, current: undefined }, object.icalendar);
  if (!stored.ok) return failed(stored.problem);
  const dead = (await former.objects.deadProperties(object.calendarId, [object.id])).get(object.id);
  if (dead) await tx.objects.setDeadProperties(id, dead);
  await nameFiles(scope, id, files);
  return ok(undefined);
}

/** Stores the files that an object named in the backup and that are here no more. @returns the ids of all that it named */
async function bringFiles(
  scope: WriteScope,
  former: ReadTransaction,
  object: StoredObject,
): Promise<Result<ReadonlySet<string>, Problem>> {
  const { tx, accountId } = scope;
  const read = namesSome(object.icalendar) ? readIfReadable(object) : undefined;
  if (!read) return ok(new Set());
  const named = managedIdsOf(read);
  // What the text names without having it was nothing in the backup either.
  const ids = [...(await former.attachments.knownTo(object.id))].filter((id) => named.has(id));
  const here = new Set((await tx.attachments.byIds(ids)).map(({ id }) => id));
  for (const record of await former.attachments.byIds(ids.filter((id) => !here.has(id)))) {
    const full = await attachmentQuotaProblem(scope, record);
    if (full) return failed(full);
    await tx.attachments.insert({ ...record, accountId }, await bytesOf(former, record.hash));
  }
  return ok(new Set(ids));
}

async function bytesOf(former: ReadTransaction, hash: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let part = await former.attachments.part(hash, 0); part;) {
    parts.push(part);
    part = await former.attachments.part(hash, parts.length);
  }
  return Buffer.concat(parts);
}

/** The backup proves that the object had them, also those that somebody else had uploaded. */
async function nameFiles({ tx, now }: WriteScope, id: ObjectId, files: ReadonlySet<string>): Promise<void> {
  if (files.size > 0) await tx.attachments.setNamed(id, files, now);
}
