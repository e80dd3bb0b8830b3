import type { ProblemCode } from "../../app/problems.ts";

// The three levels of JMAP errors (RFC 8620 §3.6, §5.3), each a closed union.

/** The request limits of RFC 8620 §2, and ours for values and uploads. */
export type RequestLimit =
  | "maxSizeRequest"
  | "maxCallsInRequest"
  | "maxValuesInRequest"
  | "maxConcurrentRequests"
  | "maxConcurrentUpload"
  | "maxSizeUpload";

/** The whole request is refused (RFC 8620 §3.6.1). */
export type RequestError =
  | { readonly type: "notJSON" | "notRequest" | "unknownCapability"; readonly detail: string }
  | { readonly type: "limit"; readonly limit: RequestLimit; readonly status: number; readonly detail: string }
  /** Outside the API endpoint: plain HTTP, `about:blank` in RFC 7807. */
  | { readonly type: "http"; readonly status: number; readonly code: ProblemCode; readonly detail: string };

/** One method call fails (RFC 8620 §3.6.2 and each method's own). */
export type MethodErrorType =
  | "serverUnavailable"
  | "serverFail"
  | "serverPartialFail"
  | "unknownMethod"
  | "invalidArguments"
  | "invalidResultReference"
  | "forbidden"
  | "accountNotFound"
  | "accountNotSupportedByMethod"
  | "accountReadOnly"
  | "fromAccountNotFound"
  | "fromAccountNotSupportedByMethod"
  | "requestTooLarge"
  | "cannotCalculateChanges"
  | "stateMismatch"
  | "anchorNotFound"
  | "unsupportedSort"
  | "unsupportedFilter"
  | "tooManyChanges"
  | "expandDurationTooLarge"
  | "cannotCalculateOccurrences"
  | "notFound"
  | "tooLarge"
  // urn:snart:jmap
  | "wrong-password"
  | "weak-password"
  | "too-many-attempts"
  | "blob-not-found"
  | "not-a-calendar-file"
  | "feed-unusable"
  | "sign-up-closed"
  | "sign-up-full"
  | "overlap";

export interface MethodError {
  readonly type: MethodErrorType;
  readonly description?: string;
  /** Snart's own code, which has a text for people (`error.<code>`). */
  readonly code?: ProblemCode;
  /** Further facts of a problem: `limit`, `attemptsLeft`, `retryAfter` … */
  readonly [fact: string]: unknown;
}

/** One record of a /set fails (RFC 8620 §5.3 and the types' own). */
export type SetErrorType =
  | "forbidden"
  | "overQuota"
  | "tooLarge"
  | "rateLimit"
  | "notFound"
  | "invalidPatch"
  | "willDestroy"
  | "invalidProperties"
  | "singleton"
  | "alreadyExists"
  | "calendarHasEvent"
  | "taskListHasTask"
  | "blobNotFound"
  | "noSupportedScheduleMethods"
  // urn:snart:jmap: somebody else has a part of that time
  | "overlap"
  // urn:snart:jmap: every reason of the rules is beside it
  | "bookingRefused"
  | "serverFail"
  | "stateMismatch";

export interface SetError {
  readonly type: SetErrorType;
  readonly description?: string;
  readonly properties?: readonly string[];
  readonly existingId?: string;
  readonly code?: ProblemCode;
  readonly [fact: string]: unknown;
}

export const invalidArguments = (description: string): MethodError => ({
  type: "invalidArguments",
  description,
});

export const invalidProperties = (properties: readonly string[], description: string): SetError => ({
  type: "invalidProperties",
  properties,
  description,
});

const statusOf = (error: RequestError): number => ("status" in error ? error.status : 400);

/** A refused request as RFC 7807 problem details. */
export function problemResponse(
  error: RequestError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { type, ...facts } = error;
  const status = statusOf(error);
  const uri = type === "http" ? "about:blank" : `urn:ietf:params:jmap:error:${type}`;
  return Response.json(
    { type: uri, ...facts, status },
    {
      status,
      headers: { ...headers, "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
    },
  );
}
