import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../storage/port.ts";
import { BLOB_PART, type BlobRecord } from "../storage/records/files.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { grantAccount, grantIn } from "./grants.ts";
import type { Problem } from "./problems.ts";

/** Bytes as they come. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Keeps an uploaded file for `uploadHours` (RFC 8620 §6.1), part by part as it comes: nothing of it stays if it breaks off. Into another's
 * account may upload who may write events in one of its calendars, because an event takes its files from the account that it is in.
 * @returns `upload-quota-full` while its other uploads leave no room
 */
export async function uploadBlob(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  type: string,
  content: Uint8Array | Chunks,
): Promise<Result<BlobRecord, Problem>> {
  const createdAt = app.now();
  const expiresAt = createdAt + app.limits.uploadHours * 3_600_000;
  const record: BlobRecord = { id: app.newId(), accountId, type, size: 0, createdAt, expiresAt };
  let begun = false;
  let kept: BlobRecord | undefined;
  try {
    for await (const part of inParts(app, content instanceof Uint8Array ? [content] : content)) {
      if (!part.ok) return part;
      const added = await app.storage.write((tx) => addPart(app, tx, actor, record, part.value));
      if (!added.ok) return added;
      begun = true;
      if (part.value.isLast) kept = added.value;
    }
    return kept ? ok(kept) : failed({ code: "blob-not-found" });
  } finally {
    if (begun && !kept) await app.storage.write((tx) => tx.blobs.remove(accountId, record.id), "whole");
  }
}

interface Part {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** The content in parts of one size; an empty one has one empty part. */
async function* inParts({ limits }: App, content: Chunks): AsyncGenerator<Result<Part, Problem>> {
  let buffer = new Uint8Array(Math.min(BLOB_PART, limits.uploadSize));
  let filled = 0;
  let number = 0;
  for await (const chunk of content) {
    if (number * BLOB_PART + filled + chunk.byteLength > limits.uploadSize)
      return void (yield failed({ code: "request-too-large", limit: limits.uploadSize }));
    for (let at = 0; at < chunk.byteLength;) {
      // A full one waits until there is more: the last is told as the last.
      if (filled === BLOB_PART) {
        yield ok({ number: number++, bytes: buffer, isLast: false });
        buffer = new Uint8Array(BLOB_PART);
        filled = 0;
      }
      const taken = chunk.subarray(at, at + buffer.length - filled);
      buffer.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
    }
  }
  yield ok({ number, bytes: buffer.slice(0, filled), isLast: true });
}

/** @returns the record as it is then */
async function addPart(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  record: BlobRecord,
  { number, bytes, isLast }: Part,
): Promise<Result<BlobRecord, Problem>> {
  const { accountId, id } = record;
  const account = await grantAccount(tx, actor, accountId);
  if (!account.ok && !(await mayWriteIn(tx, actor, accountId))) return account;
  // One after the other, so that two together don't pass the quota.
  await tx.lockAccount(accountId);
  const limit = app.limits.uploadQuota;
  if ((await tx.blobs.heldBy(accountId)) + bytes.byteLength > limit)
    return failed({ code: "upload-quota-full", limit });
  if (number === 0) await tx.blobs.begin(record);
  if (bytes.byteLength > 0 && !(await tx.blobs.addPart(accountId, id, number, bytes)))
    return failed({ code: "blob-not-found" });
  if (!isLast) return ok(record);
  const whole = await tx.blobs.finish(accountId, id);
  return whole ? ok(whole) : failed({ code: "blob-not-found" });
}

async function mayWriteIn(tx: ReadTransaction, actor: Actor, accountId: PrincipalId): Promise<boolean> {
  const grants = await grantIn(tx, actor, accountId);
  return grants.some(({ rights }) => rights.mayWriteAll || rights.mayWriteOwn);
}

export interface DownloadedBlob {
  readonly record: BlobRecord;
  /** Its bytes, piece by piece, each read on demand. */
  readonly content: () => AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** An uploaded file that has not expired (RFC 8620 §6.2). */
export function downloadBlob(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: string,
): Promise<Result<DownloadedBlob, Problem>> {
  return app.storage.read(async (tx) => {
    const account = await grantAccount(tx, actor, accountId);
    if (!account.ok) return account;
    const record = await tx.blobs.head(accountId, id);
    return record && record.expiresAt > app.now()
      ? ok({ record, content: () => contentOf(app, record) })
      : failed({ code: "blob-not-found" });
  });
}

async function* contentOf(app: App, record: BlobRecord): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { accountId, id, size } = record;
  let sent = 0;
  for (let number = 0; sent < size; number++) {
    const part = await app.storage.read((tx) => tx.blobs.part(accountId, id, number));
    if (!part) throw new Error(`upload ${id} ends after ${sent} of ${size} bytes`);
    sent += part.byteLength;
    yield part as Uint8Array<ArrayBuffer>;
  }
}

/** All bytes of an upload, for use in a transaction that needs them together. */
export async function wholeBlob(
  tx: ReadTransaction,
  { accountId, id, size }: BlobRecord,
): Promise<Uint8Array | undefined> {
  const whole = new Uint8Array(size);
  let filled = 0;
  for (let number = 0; filled < size; number++) {
    const part = await tx.blobs.part(accountId, id, number);
    if (!part) return undefined;
    whole.set(part, filled);
    filled += part.byteLength;
  }
  return whole;
}
