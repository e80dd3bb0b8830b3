import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AttachmentRecord } from "../../storage/records/files.ts";
import type { Limits } from "../limits.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { safeFilename } from "./filename.ts";

/** A file as somebody sends it. */
export interface SentFile {
  readonly bytes: Uint8Array;
  /** media type with its parameters */
  readonly type: string;
  readonly filename: string | undefined;
}

/** The same after checking, ready to be stored. */
export interface CheckedFile extends SentFile {
  readonly filename: string;
  readonly hash: string;
}

/** Checks a file outside any transaction: reading all of it takes a while. */
export function checkFile(limits: Limits, file: SentFile): Result<CheckedFile, Problem> {
  const limit = limits.attachmentSize;
  if (file.bytes.byteLength > limit) return failed({ code: "attachment-too-large", limit });
  const hash = createHash("sha256").update(file.bytes).digest("base64url");
  return ok({ ...file, filename: safeFilename(file.filename), hash });
}

/**
 * Stores a file within the quota of the account that is written to. It is removed again unless an object names it.
 */
export async function storeAttachment(
  scope: WriteScope,
  { bytes, type, filename, hash }: CheckedFile,
): Promise<Result<AttachmentRecord, Problem>> {
  const { app, tx, actor, accountId, now } = scope;
  const size = bytes.byteLength;
  const full = await attachmentQuotaProblem(scope, { hash, size });
  if (full) return failed(full);
  const record: AttachmentRecord = {
    id: app.newId(),
    accountId,
    hash,
    type,
    filename,
    size,
    createdAt: now,
    createdBy: actor.principalId,
  };
  await tx.attachments.insert(record, bytes);
  return ok(record);
}

/** Why a content has no room in the account's quota, if it has none. One that the account has already takes none. */
export async function attachmentQuotaProblem(
  { app, tx, accountId }: WriteScope,
  { hash, size }: Pick<AttachmentRecord, "hash" | "size">,
): Promise<Problem | undefined> {
  const limit = app.limits.attachmentQuota;
  const isNew = !(await tx.attachments.holds(accountId, hash));
  return isNew && (await tx.attachments.heldBy(accountId)) + size > limit
    ? { code: "attachment-quota-full", limit }
    : undefined;
}
