import {
  addAttachment,
  readInstances,
  removeAttachment,
  replaceAttachment,
} from "@snart/calendar/scheduling/edit-attachments.ts";
import type { ManagedAttachment } from "@snart/calendar/icalendar/managed-attachment.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AttachmentRecord } from "../../storage/records/files.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import type { ObjectPlace } from "../objects/object-place.ts";
import { mayReadObject, mayWriteObject } from "../objects/object-rights.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { SENDS, writeWhole, type WriteScope } from "../scope.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { storeObject, type StoreOutcome } from "./store-object.ts";
import { conditionHolds, type WriteCondition } from "../objects/write-condition.ts";
import { attachmentUrl } from "../attachments/attachment-url.ts";
import {
  checkFile,
  storeAttachment,
  type CheckedFile,
  type SentFile,
} from "../attachments/store-attachment.ts";

/** The operation (RFC 8607 §3.3.1); `instances` as in `rid=`, absent: all. */
export type AttachmentChange =
  | { readonly action: "add"; readonly instances: string | undefined; readonly file: SentFile }
  | { readonly action: "update"; readonly managedId: string; readonly file: SentFile }
  | { readonly action: "remove"; readonly instances: string | undefined; readonly managedId: string };

interface AttachmentOutcome {
  readonly stored: StoreOutcome;
  /** the file that was added or that replaced another */
  readonly attachment?: ManagedAttachment;
}

interface Wish {
  readonly change: AttachmentChange;
  readonly file: CheckedFile | undefined;
  readonly condition: WriteCondition;
  /** the server's address, for the URLs of attachments */
  readonly origin: string;
}

/**
 * Adds a file to an object, replaces or removes one, whole or not at all (RFC 8607 §3.4 to §3.6).
 * @returns `attachment-too-large`, `too-many-attachments`, `attachment-quota-full`, `attachment-not-found`,
 * `no-such-instance`, and the refusals of a write of the object
 */
export async function changeAttachments(
  app: App,
  actor: Actor,
  place: ObjectPlace,
  { change, condition, origin }: Omit<Wish, "file">,
): Promise<Result<AttachmentOutcome, Problem>> {
  const file = change.action === "remove" ? ok(undefined) : checkFile(app.limits, change.file);
  if (!file.ok) return file;
  const wish = { change, file: file.value, condition, origin };
  const work = (scope: WriteScope) => changeIn(scope, place, wish);
  const keepAnswers = condition.ifScheduleTag !== undefined;
  return writeWhole(app, actor, place.calendar.accountId, work, { ...SENDS, keepAnswers });
}

async function changeIn(
  scope: WriteScope,
  { calendar, uri }: ObjectPlace,
  wish: Wish,
): Promise<Result<AttachmentOutcome, Problem>> {
  const grant = await grantCalendar(scope.tx, scope.actor, calendar.id, "mayWriteOwn");
  if (!grant.ok) return grant;
  const stored = await scope.tx.objects.byUri(calendar.id, uri);
  const current = stored && new ReadObject(stored);
  if (!current || !mayReadObject(grant.value, current.object, current.stored.creatorId))
    return failed({ code: "not-found" });
  const seen = (await seenObject(scope.tx, grant.value, current)) ?? current;
  if (!conditionHolds(wish.condition, seen.stored.etag, stored.scheduleTag))
    return failed({ code: "etag-mismatch" });
  // Checked before a file is stored: a forbidden change should use nobody's quota.
  if (!mayWriteObject(grant.value, current)) return failed({ code: "forbidden", right: "mayWriteAll" });
  const kept = wish.file ? await storeAttachment(scope, wish.file) : ok(undefined);
  if (!kept.ok) return kept;
  const attachment = kept.value && describe(kept.value, wish.origin);
  const changed = changedObject(current.object, scope.now, wish.change, attachment);
  if (!changed.ok) return changed;
  const done = await storeChanged(scope, grant.value, current, changed.value);
  return done.ok ? ok({ stored: done.value, ...(attachment && { attachment }) }) : done;
}

async function storeChanged(
  scope: WriteScope,
  grant: CalendarGrant,
  current: ReadObject,
  object: CalendarObject,
): Promise<Result<StoreOutcome, Problem>> {
  const checked = checkCalendar(scope.app, object.calendar);
  if (!checked.ok) return checked;
  const target = { uri: current.stored.uri, current, isWhole: true } as const;
  return storeObject(scope, grant, target, checked.value);
}

function changedObject(
  object: CalendarObject,
  now: number,
  change: AttachmentChange,
  attachment: ManagedAttachment | undefined,
): Result<CalendarObject, Problem> {
  const rid = change.action === "update" ? undefined : change.instances;
  const instances = rid === undefined ? undefined : readInstances(rid, object);
  if (rid !== undefined && !instances) return failed({ code: "no-such-instance" });
  if (change.action === "remove") return found(removeAttachment(object, instances, change.managedId, now));
  if (!attachment) throw new Error(`attachment-${change.action} without a file`);
  return change.action === "add"
    ? ok(addAttachment(object, instances, attachment, now))
    : found(replaceAttachment(object, change.managedId, attachment, now));
}

const found = (changed: Result<CalendarObject, "not-found">): Result<CalendarObject, Problem> =>
  changed.ok ? changed : failed({ code: "attachment-not-found" });

/** An attachment as the object describes it. */
export const describe = (
  { id, type, filename, size }: AttachmentRecord,
  origin: string,
): ManagedAttachment => ({
  managedId: id,
  url: attachmentUrl(origin, id, filename),
  // FMTTYPE has no parameters (RFC 5545 §3.2.8).
  type: type.split(";")[0]?.trim().toLowerCase() ?? type,
  filename,
  size,
});
