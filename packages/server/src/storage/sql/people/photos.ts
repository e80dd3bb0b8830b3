import type { PrincipalId } from "../../records/ids.ts";
import type { Photo } from "../../records/people.ts";
import type { Scope } from "../scope.ts";
import { photo } from "../tables/people.ts";

// The photos of people. A principal has the id of its own.

/** See `PrincipalReads.photo`. */
export async function photoOf(scope: Scope, id: PrincipalId): Promise<Photo | undefined> {
  return scope.record(photo, scope.query.selectFrom("photo").selectAll().where("principal_id", "=", id));
}

/** See `PrincipalWrites.setPhoto`. */
export async function setPhoto(scope: Scope, one: Photo): Promise<void> {
  const { principal_id: principalId, ...values } = photo.row(one);
  const table = scope.query.insertInto("photo");
  await scope.run(
    table
      .values({ principal_id: principalId, ...values })
      .onConflict((conflict) => conflict.column("principal_id").doUpdateSet(values)),
  );
  await setId(scope, one.principalId, one.id);
}

/** See `PrincipalWrites.removePhoto`. */
export async function removePhoto(scope: Scope, id: PrincipalId): Promise<void> {
  await scope.run(scope.query.deleteFrom("photo").where("principal_id", "=", id));
  await setId(scope, id, null);
}

async function setId(scope: Scope, id: PrincipalId, photoId: string | null): Promise<void> {
  await scope.run(scope.query.updateTable("principal").set({ photo_id: photoId }).where("id", "=", id));
}
