import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../storage/port.ts";
import type { BlobRecord } from "../storage/records/files.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { grantAccount, grantIn } from "./grants.ts";
import type { Problem } from "./problems.ts";

/**
 * Keeps an uploaded file for `uploadHours` (RFC 8620 §6.1). Into another's account may upload who may write events in
 * one of its calendars, because an event takes its files from the account that it is in.
 * @returns `upload-quota-full` while its other uploads leave no room
 */
export function uploadBlob(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  type: string,
  bytes: Uint8Array,
): Promise<Result<BlobRecord, Problem>> {
  if (bytes.byteLength > app.limits.uploadSize) {
    return Promise.resolve(failed({ code: "request-too-large", limit: app.limits.uploadSize }));
  }
  return app.storage.write(async (tx) => {
    const account = await grantAccount(tx, actor, accountId);
    if (!account.ok && !(await mayWriteIn(tx, actor, accountId))) return account;
    // One after the other, so that two together don't pass the quota.
    await tx.lockAccount(accountId);
    const limit = app.limits.uploadQuota;
    if ((await tx.blobs.heldBy(accountId)) + bytes.byteLength > limit)
      return failed({ code: "upload-quota-full", limit });
    const createdAt = app.now();
    const expiresAt = createdAt + app.limits.uploadHours * 3_600_000;
    const record: BlobRecord = {
      id: app.newId(),
      accountId,
      type,
      size: bytes.byteLength,
      createdAt,
      expiresAt,
    };
    await tx.blobs.insert(record, bytes);
    return ok(record);
  });
}

async function mayWriteIn(tx: ReadTransaction, actor: Actor, accountId: PrincipalId): Promise<boolean> {
  const grants = await grantIn(tx, actor, accountId);
  return grants.some(({ rights }) => rights.mayWriteAll || rights.mayWriteOwn);
}

/** An uploaded file that has not expired (RFC 8620 §6.2). */
export function downloadBlob(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: string,
): Promise<Result<{ readonly record: BlobRecord; readonly content: Uint8Array }, Problem>> {
  return app.storage.read(async (tx) => {
    const account = await grantAccount(tx, actor, accountId);
    if (!account.ok) return account;
    const record = await tx.blobs.head(accountId, id);
    const content =
      record && record.expiresAt > app.now() ? await tx.blobs.content(accountId, id) : undefined;
    return record && content ? ok({ record, content }) : failed({ code: "blob-not-found" });
  });
}
