import type { Actor } from "../app/actor.ts";
import { ATTACHMENTS } from "../app/attachments/attachment-url.ts";
import { readAttachment, type ReadAttachment } from "../app/attachments/read-attachment.ts";
import type { App } from "../app/app.ts";
import { attachment } from "../http/attachment.ts";
import { problemResponse } from "../http/problem-response.ts";

/** The address of attachments; only the id counts. */
export const ATTACHMENT_PATH = `${ATTACHMENTS}:id/:name`;

/**
 * GET of a managed attachment (RFC 8607 §3.10), for people who may read an object that names it. A browser saves it,
 * whatever its type, and never runs it.
 */
export async function attachmentFile(
  app: App,
  request: Request,
  actor: Actor,
  id: string,
): Promise<Response> {
  const found = await readAttachment(app, actor, id);
  if (!found.ok) return problemResponse(found.problem);
  return attachmentResponse(request, found.value);
}

function attachmentResponse(request: Request, { record, content }: ReadAttachment): Response {
  const etag = `"${record.hash}"`;
  const headers = {
    "Content-Type": record.type,
    "Content-Length": String(record.size),
    ETag: etag,
    ...attachment(record.filename),
    // Access may be withdrawn later, so it is revalidated each time.
    "Cache-Control": "private, no-cache",
  };
  const known = request.headers.get("if-none-match");
  if (known !== null && known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))
    return new Response(null, { status: 304, headers: { ETag: etag, "Cache-Control": "private, no-cache" } });
  const body = request.method === "HEAD" || record.size === 0 ? null : ReadableStream.from(content());
  return new Response(body, { headers });
}
