import { ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { readAttachment, type ReadAttachment } from "../app/attachments/read-attachment.ts";
import { downloadBlob, type DownloadedBlob } from "../app/blobs.ts";
import type { Problem } from "../app/problems.ts";
import type { PrincipalId } from "../app/types.ts";
import { attachment } from "../http/attachment.ts";
import { couldBeId } from "./standard/arguments.ts";
import { refused } from "./upload.ts";
import { mediaType } from "../app/media-type.ts";

export interface DownloadPath {
  readonly accountId: string;
  readonly blobId: string;
  /** The name of the file, decoded. */
  readonly name: string;
}

/**
 * GET /jmap/download/{accountId}/{blobId}/{name}?accept={type} (RFC 8620 §6.2). A browser saves every upload and
 * never runs it: it could be a page with scripts.
 */
export async function download(
  app: App,
  request: Request,
  actor: Actor,
  path: DownloadPath,
): Promise<Response> {
  if (!couldBeId(path.accountId) || !couldBeId(path.blobId)) return refused({ code: "blob-not-found" });
  const found = await blobAt(app, actor, path.accountId as PrincipalId, path.blobId);
  if (!found.ok) return refused(found.problem);
  const { record, body } = found.value;
  const wanted = new URL(request.url).searchParams.get("accept");
  return new Response(body, {
    headers: {
      "Content-Type": wanted === null || wanted === "" ? record.type : mediaType(wanted),
      "Content-Length": String(record.size),
      ...attachment(path.name),
      "Cache-Control": "private, immutable, max-age=31536000",
    },
  });
}

interface FoundBlob {
  readonly record: { readonly type: string; readonly size: number };
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** An upload to the account, or a readable event's attachment in it. */
async function blobAt(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  blobId: string,
): Promise<Result<FoundBlob, Problem>> {
  const uploaded = await downloadBlob(app, actor, accountId, blobId);
  if (uploaded.ok) return ok(streamed(uploaded.value));
  const attached = await readAttachment(app, actor, blobId, accountId);
  if (!attached.ok) return uploaded;
  return ok(streamed(attached.value));
}

const streamed = ({ record, content }: DownloadedBlob | ReadAttachment): FoundBlob => ({
  record,
  body: record.size === 0 ? null : ReadableStream.from(content()),
});
