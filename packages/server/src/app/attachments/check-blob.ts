import { failed, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { mediaType } from "../media-type.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { checkFile, type CheckedFile } from "./keep-attachment.ts";

/**
 * An upload, judged as a file that is to be attached.
 * @param owner in whose account it was uploaded
 * @param named what the object says of it, where it does
 * @returns undefined where there is no such upload, or none any more
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
  const bytes = await tx.blobs.content(owner, blobId);
  if (!bytes) return undefined;
  const { filename, type } = named;
  return checkFile(app.limits, {
    bytes,
    type: typeof type === "string" ? mediaType(type) : blob.type,
    filename: typeof filename === "string" ? filename : undefined,
  });
}
