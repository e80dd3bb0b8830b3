import type { PrincipalRecord } from "@snart/calendar/jmap/sharing.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { CALENDARS, jmap, SNART } from "../jmap-client.ts";
import { below } from "../place.ts";
import type { Asked } from "../problem.ts";
import { upload } from "../upload.ts";

interface ShownFace {
  readonly photo?: string;
  readonly initials?: string;
  readonly colour?: string;
}

/** Where a person's photo is. */
export const photoLink = (principalId: string, photoId: string): string =>
  below(`/photo/${principalId}/${photoId}`);

/** Returns how those who have chosen it want to be shown, by id and by each of their addresses in small letters. */
export async function fetchFaces(accountId: string): Asked<ReadonlyMap<string, ShownFace>> {
  const args = { accountId, ids: null, properties: ["id", "email", "capabilities"] };
  const given = await jmap.callOne<{ readonly list: readonly PrincipalRecord[] }>("Principal/get", args);
  if (!given.ok) return given;
  const faces = new Map<string, ShownFace>();
  for (const { id, email, capabilities } of given.value.list) {
    const face = capabilities[SNART];
    if (!face) continue;
    const { photoId, ...rest } = face;
    const former = capabilities[CALENDARS].formerCalendarAddresses ?? [];
    const shown = { ...rest, ...(photoId !== undefined && { photo: photoLink(id, photoId) }) };
    const addresses = [
      ...(email === null ? [] : [email]),
      ...former.map((one) => one.replace(/^mailto:/, "")),
    ];
    for (const key of [id, ...addresses.map((one) => one.toLowerCase())]) faces.set(key, shown);
  }
  return ok(faces);
}

/** Uploads a picture and makes it the person's photo; null: takes the photo away. */
export async function changePhoto(accountId: string, picture: Blob | null): Asked<unknown> {
  const photoId = picture === null ? ok(null) : await upload(accountId, picture);
  if (!photoId.ok) return photoId;
  return jmap.setOne("Profile/set", { accountId, update: { [accountId]: { photoId: photoId.value } } });
}

/** Fetches the photo that a person has, so that it can be put back. */
export async function fetchPhoto(principalId: string, photoId: string): Asked<Blob> {
  try {
    const answer = await fetch(photoLink(principalId, photoId));
    return answer.ok ? ok(await answer.blob()) : failed({ kind: "unreachable" });
  } catch {
    return failed({ kind: "unreachable" });
  }
}
