import type { ScimProblem } from "./problem.ts";
import { ERROR } from "./schemas.ts";

const HEADERS = {
  "content-type": "application/scim+json;charset=utf-8",
  "cache-control": "no-store",
} as const;

/** A resource, or a list of them. */
export const answer = (
  body: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });

/** An answer without a body. */
export const empty = (status: 204 | 304, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: { "cache-control": "no-store", ...headers } });

/** A refusal (RFC 7644 §3.12). */
export function refusal({ status, scimType, detail, retryAfter }: ScimProblem): Response {
  const headers = {
    ...(status === 401 && { "www-authenticate": 'Bearer realm="Snart"' }),
    ...(retryAfter !== undefined && { "retry-after": `${retryAfter}` }),
  };
  return answer(
    { schemas: [ERROR], status: `${status}`, ...(scimType && { scimType }), detail },
    status,
    headers,
  );
}
