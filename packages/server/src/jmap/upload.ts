import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { uploadBlob } from "../app/blobs.ts";
import { PROBLEM_STATUS, type Problem } from "../app/problems.ts";
import type { PrincipalId } from "../app/types.ts";
import { couldBeId } from "./standard/arguments.ts";
import { problemResponse } from "./wire/errors.ts";
import { mediaType } from "../app/media-type.ts";

/** POST /jmap/upload/{accountId}/ (RFC 8620 §6.1). */
export async function upload(app: App, request: Request, actor: Actor, accountId: string): Promise<Response> {
  if (!couldBeId(accountId)) return refused({ code: "not-found" });
  const { uploadSize } = app.limits;
  if (Number(request.headers.get("Content-Length") ?? 0) > uploadSize) return tooLarge(uploadSize);
  const type = mediaType(request.headers.get("Content-Type"));
  const content = request.body ?? [];
  const kept = await uploadBlob(app, actor, accountId as PrincipalId, type, content);
  if (!kept.ok && kept.problem.code === "request-too-large") return tooLarge(uploadSize);
  if (!kept.ok) return refused(kept.problem);
  const { id: blobId, size } = kept.value;
  return Response.json(
    { accountId, blobId, type, size },
    { status: 201, headers: { "Cache-Control": "no-store" } },
  );
}

const tooLarge = (limit: number): Response =>
  problemResponse(
    { type: "limit", limit: "maxSizeUpload", status: 413, detail: `maxSizeUpload is ${limit} bytes` },
    { Connection: "close" },
  );

/** A refused upload or download as problem details. */
export function refused(problem: Problem): Response {
  const { code } = problem;
  return problemResponse({
    type: "http",
    status: PROBLEM_STATUS[code],
    code,
    detail: "detail" in problem ? problem.detail : code,
  });
}
