import { below } from "./place.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ApiProblem, Asked } from "./problem.ts";
import { isRecord } from "./read-json.ts";

const TIMEOUT = 15_000;

interface RequestOptions {
  readonly method?: "GET" | "HEAD" | "POST";
  /** sent as JSON */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** how long the answer may take, in ms (default 15,000) */
  readonly timeoutMs?: number;
}

/** Makes one call to our own server, which answers in JSON. Any status but 2xx is a problem; an empty answer is null. */
export async function request(path: string, options: RequestOptions = {}): Asked<unknown> {
  const { method = "GET", body, signal, timeoutMs = TIMEOUT } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(below(path), {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    return answer(response.status, text);
  } catch (error) {
    // fetch rejects with TypeError without a network, and with an abort's reason.
    if (error instanceof TypeError || error instanceof DOMException) return failed({ kind: "unreachable" });
    throw error;
  }
}

/** Reads an answer by status and text. */
export function answer(status: number, text: string): Result<unknown, ApiProblem> {
  const json = parse(text);
  if (status >= 200 && status < 300) return json === undefined ? failed({ kind: "unreachable" }) : ok(json);
  // A gateway answers in the server's place while the server is away.
  if (status === 502 || status === 503 || status === 504) return failed({ kind: "unreachable" });
  const fields = isRecord(json) ? json : {};
  const code = codeOf(status, fields);
  // Not a wrong password, which is 401 as well.
  if (status === 401 && (code === "http-401" || code === "not-signed-in"))
    return failed({ kind: "signedOut" });
  const detail = typeof fields["detail"] === "string" ? { detail: fields["detail"] } : {};
  return failed({ kind: "refused", status, code, fields, ...detail });
}

/**
 * Returns the code of a refusal: the server's own, that of a JMAP limit (RFC 8620 §3.6.1), or one for the status if a
 * proxy answered in the server's place, in HTML.
 */
function codeOf(status: number, fields: Readonly<Record<string, unknown>>): string {
  const { code, type, limit } = fields;
  if (typeof code === "string") return code;
  if (typeof limit === "string") return codeOfLimit(limit);
  if (typeof type === "string" && type !== "about:blank") return type;
  return status === 413 ? "too-large-for-proxy" : status === 429 ? "too-many-requests" : `http-${status}`;
}

function codeOfLimit(limit: string): string {
  if (limit.startsWith("maxSize")) return "request-too-large";
  return limit.startsWith("maxConcurrent") ? "too-many-requests" : "too-much-at-once";
}

function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
