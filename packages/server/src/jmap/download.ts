import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { downloadBlob } from "../app/blobs.ts";
import type { PrincipalId } from "../app/types.ts";
import { attachment } from "../http/attachment.ts";
import { couldBeId } from "./standard/arguments.ts";
import { refused } from "./upload.ts";
import { mediaType } from "./wire/media-type.ts";

export interface DownloadPath {
  readonly accountId: string;
  readonly blobId: string;
  /** What the file is to be called, decoded. */
  readonly name: string;
}

/**
 * GET /jmap/download/{accountId}/{blobId}/{name}?accept={type} (RFC 8620 §6.2). Whatever was uploaded, a browser saves
 * it and never runs it: it could be a page with scripts.
 */
export async function download(
  app: App,
  request: Request,
  actor: Actor,
  path: DownloadPath,
): Promise<Response> {
  if (!couldBeId(path.accountId) || !couldBeId(path.blobId)) return refused({ code: "blob-not-found" });
  const found = await downloadBlob(app, actor, path.accountId as PrincipalId, path.blobId);
  if (!found.ok) return refused(found.problem);
  const { record, content } = found.value;
  const wanted = new URL(request.url).searchParams.get("accept");
  return new Response(content as Uint8Array<ArrayBuffer>, {
    headers: {
      "Content-Type": wanted === null || wanted === "" ? record.type : mediaType(wanted),
      "Content-Length": String(record.size),
      ...attachment(path.name),
      "Cache-Control": "private, immutable, max-age=31536000",
    },
  });
}
