import type { Actor } from "../app/actor.ts";
import { photoOf } from "../app/accounts/photo/photo.ts";
import type { App } from "../app/app.ts";
import type { PrincipalId } from "../app/types.ts";
import { problemResponse } from "../http/problem-response.ts";

/** The address of a person's photo; the JMAP session names it under Snart's own capability. */
export const PHOTO_PATH = "/photo/:principalId/:photoId";

interface AskedPhoto {
  readonly principalId: string;
  readonly photoId: string;
  /** the `If-None-Match` of the request, if any */
  readonly known: string | undefined;
}

/**
 * GET of somebody's photo, for people who find them; what they don't find is as what is not there. Another photo has
 * another address, so a browser asks for each once a week.
 */
export async function photoFile(
  app: App,
  actor: Actor,
  { principalId, photoId, known }: AskedPhoto,
): Promise<Response> {
  const found = await photoOf(app, actor, principalId as PrincipalId, photoId);
  if (!found.ok) return problemResponse(found.problem);
  const { id, type, content } = found.value;
  const etag = `"${id}"`;
  const headers = { "Cache-Control": "private, max-age=604800, immutable", ETag: etag };
  if (known?.split(",").some((one) => one.trim() === etag))
    return new Response(null, { status: 304, headers });
  return new Response(content as Uint8Array<ArrayBuffer>, {
    headers: { ...headers, "Content-Type": type, "Content-Length": String(content.byteLength) },
  });
}
