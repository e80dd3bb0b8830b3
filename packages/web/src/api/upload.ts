import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap } from "./jmap-client.ts";
import type { ApiProblem, Asked } from "./problem.ts";
import { record } from "./read-json.ts";
import { answer } from "./request.ts";

interface UploadOptions {
  /** the sent part of the bytes, 0–1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads a blob (RFC 8620 §6.1) and returns its id. It uses XMLHttpRequest because fetch does not report progress. */
export async function upload(
  accountId: string,
  blob: Blob,
  { onProgress, signal }: UploadOptions = {},
): Asked<string> {
  const session = await jmap.session();
  if (!session.ok) return session;
  const url = session.value.uploadUrl.replace("{accountId}", encodeURIComponent(accountId));
  return new Promise((resolve) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", url);
    sending.setRequestHeader("content-type", blob.type || "application/octet-stream");
    sending.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0);
    sending.onload = () => resolve(blobIdOf(answer(sending.status, sending.responseText)));
    sending.onerror = () => resolve(failed({ kind: "unreachable" }));
    sending.onabort = () => resolve(failed({ kind: "unreachable" }));
    signal?.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(blob);
  });
}

function blobIdOf(given: Result<unknown, ApiProblem>): Result<string, ApiProblem> {
  if (!given.ok) return given;
  const id = record(given.value)["blobId"];
  return typeof id === "string" ? ok(id) : failed({ kind: "unreachable" });
}
