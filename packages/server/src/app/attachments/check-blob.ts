import { failed, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { wholeBlob } from "../blobs.ts";
import { mediaType } from "../media-type.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { checkFile, type CheckedFile } from "./store-attachment.ts";

/**
 * Checks an upload that is to be attached.
 * @param owner the account to which it was uploaded
 * @param named the values that the object gives for it, if any
 * @returns undefined if there is no such upload, or no longer
 */
export async function checkBlob(
  { app, tx, now }: WriteScope,
  owner: PrincipalId,
  blobId: string,
  named: { readonly filename: unknown; readonly type: unknown },
): Promise<Result<CheckedFile, Problem> | undefined> {
  const blob = await tx.blobs.head(owner, blobId);
  if (!blob || blob.expiresAt <= now) return undefined;
  const limit = app.limits.attachmentSize;
  if (blob.size > limit) return failed({ code: "attachment-too-large", limit });
  const bytes = await wholeBlob(tx, blob);
  if (!bytes) return undefined;
  const { filename, type } = named;
  return checkFile(app.limits, {
    bytes,
    type: typeof type === "string" ? mediaType(type) : blob.type,
    filename: typeof filename === "string" ? filename : undefined,
  });
}
