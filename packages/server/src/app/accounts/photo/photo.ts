import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { createHash } from "node:crypto";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import type { Photo } from "../../../storage/records/people.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { wholeBlob } from "../../blobs.ts";
import type { Problem } from "../../problems.ts";
import { mayFind } from "../../visible-people.ts";
import { readPicture } from "./read-picture.ts";
import { withoutMetadata } from "./without-metadata.ts";

/**
 * The photo of a person whom the actor finds.
 * @param photoId the one that is meant: another than they have now is not there any more
 */
export function photoOf(
  app: App,
  actor: Actor,
  id: PrincipalId,
  photoId: string,
): Promise<Result<Photo, Problem>> {
  return app.storage.read(async (tx) => {
    const person = await tx.principals.byId(id);
    if (person?.status !== "active" || person.photoId !== photoId || !(await mayFind(tx, actor, person)))
      return failed({ code: "not-found" });
    const photo = await tx.principals.photo(id);
    return photo ? ok(photo) : failed({ code: "not-found" });
  });
}

/**
 * Makes an upload of the person's a photo of theirs, or takes the photo that they have away. Whatever a camera or a program has written
 * into it beside the picture, such as the place, is not kept.
 * @param blobId the upload; null: none
 * @returns `invalid-value` unless it is a JPEG or PNG within the limits, whatever type it was uploaded as
 */
export async function changePhoto(
  app: App,
  tx: WriteTransaction,
  id: PrincipalId,
  blobId: string | null,
): Promise<Result<void, Problem>> {
  if (blobId === null) {
    await tx.principals.removePhoto(id);
    return ok(undefined);
  }
  const { photoSize, photoPixels } = app.limits;
  const blob = await tx.blobs.head(id, blobId);
  if (!blob || blob.expiresAt <= app.now()) return refused("no such upload");
  if (blob.size > photoSize) return refused(`larger than ${photoSize} bytes`);
  const content = await wholeBlob(tx, blob);
  const picture = content && readPicture(content);
  if (!content || !picture) return refused("neither a JPEG nor a PNG");
  if (picture.width > photoPixels || picture.height > photoPixels)
    return refused(`wider or higher than ${photoPixels} pixels`);
  const shown = withoutMetadata(content);
  if (!shown) return refused("no whole picture");
  const hash = createHash("sha256").update(shown).digest("base64url");
  await tx.principals.setPhoto({ principalId: id, id: hash, type: picture.type, content: shown });
  await tx.blobs.remove(id, blobId);
  return ok(undefined);
}

const refused = (detail: string): Result<never, Problem> =>
  failed({ code: "invalid-value", field: "photoId", detail });
