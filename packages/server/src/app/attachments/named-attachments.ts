import { managedIdsOf } from "@snart/calendar/icalendar/managed-attachment.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { CheckedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import type { WriteScope } from "../scope.ts";
import { readableAttachment } from "./read-attachment.ts";

/** Most objects name none, and are not parsed for it. */
export const namesSome = (text: string): boolean => /managed-id/i.test(text);

const idsIn = (current: ReadObject | undefined): ReadonlySet<string> =>
  current && namesSome(current.stored.icalendar) ? managedIdsOf(current.object) : new Set();

/**
 * Why an object may not name its attachments (RFC 8607 §3.7, §3.11), if anything forbids it. Ids that its text
 * already had may stay. A delivered message was checked when its organizer wrote it; an imported file keeps the ids
 * of its server, which mean nothing here.
 * @param id of the object, if it has one before it is written
 */
export async function attachmentsProblem(
  scope: WriteScope,
  current: ReadObject | undefined,
  written: CheckedObject,
  id: ObjectId | undefined,
): Promise<Problem | undefined> {
  if (!namesSome(written.text)) return undefined;
  const ids = managedIdsOf(written.object);
  const before = idsIn(current);
  const added = [...ids].filter((managedId) => !before.has(managedId));
  const limit = scope.app.limits.attachmentsPerObject;
  if (added.length === 0 || !isJudged(scope)) return undefined;
  if (ids.size > limit) return { code: "too-many-attachments", limit };
  const namable = await namableOf(scope, id, added);
  const managedId = added.find((one) => !namable.has(one));
  return managedId === undefined
    ? undefined
    : { code: "unknown-managed-id", managedId: managedId.slice(0, 100) };
}

const isJudged = ({ scheduling }: WriteScope): boolean =>
  scheduling !== undefined && scheduling.delivery === undefined;

/** Records which attachments a stored object names: its readers may read those too, and they are kept as long. */
export async function nameAttachments(
  scope: WriteScope,
  id: ObjectId,
  current: ReadObject | undefined,
  written: CheckedObject,
): Promise<void> {
  const isNaming = namesSome(written.text);
  if (!isNaming && !(current && namesSome(current.stored.icalendar))) return;
  const ids = isNaming ? [...managedIdsOf(written.object)] : [];
  await scope.tx.attachments.setNamed(id, await namableOf(scope, id, ids), scope.now);
}

/**
 * The ids that may give the object's readers a file: the object's former ones (undo restores them), the writer's
 * uploads, and files that the writer may read elsewhere. Otherwise a guessed id would reveal a file.
 */
export async function namableOf(
  { tx, actor }: WriteScope,
  id: ObjectId | undefined,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const had = id === undefined ? new Set<string>() : await tx.attachments.knownTo(id);
  const namable = new Set<string>();
  for (const { id: managedId, createdBy } of await tx.attachments.byIds(ids)) {
    const isOwn = had.has(managedId) || createdBy === actor.principalId;
    if (isOwn || (await readableAttachment(tx, actor, managedId))) namable.add(managedId);
  }
  return namable;
}
