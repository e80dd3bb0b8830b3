import type { Result } from "@snart/calendar/result.ts";
import { PROBLEM_STATUS } from "../app/problems.ts";
import type { Refusal } from "../app/provisioning/directory.ts";

/** The words of RFC 7644 §3.12 for what is wrong. */
export type ScimType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue";

/** Why a request is refused, as SCIM says it. */
export interface ScimProblem {
  readonly code: "scim";
  readonly status: number;
  readonly scimType?: ScimType;
  readonly detail: string;
  readonly retryAfter?: number;
}

export type Scim<T> = Result<T, ScimProblem>;

/** A refusal with status 400, unless said otherwise. */
export const refused = (
  scimType: ScimType | undefined,
  detail: string,
  status = 400,
): { readonly ok: false; readonly problem: ScimProblem } => ({
  ok: false,
  problem: { code: "scim", status, ...(scimType && { scimType }), detail },
});

const said = (status: number, detail: string, scimType?: ScimType): ScimProblem => ({
  code: "scim",
  status,
  ...(scimType && { scimType }),
  detail,
});

/** What a use case refuses, in the words of SCIM. */
export function scimProblem(refusal: Refusal | ScimProblem): ScimProblem {
  if (refusal.code === "scim") return refusal;
  if (refusal.code === "taken") return said(409, refusal.detail, "uniqueness");
  if (refusal.code === "duplicate-email")
    return said(409, "Somebody has this address already.", "uniqueness");
  if (refusal.code === "not-found") return said(404, "There is no such resource.");
  if (refusal.code === "last-administrator")
    return said(403, "The only administrator of the server cannot be deactivated.");
  if (refusal.code === "invalid-email") return said(400, "emails: not an e-mail address", "invalidValue");
  if (refusal.code === "invalid-name")
    return said(400, `displayName: 1 to ${refusal.maximum} characters`, "invalidValue");
  if (refusal.code === "invalid-value")
    return said(400, `${refusal.field}: ${refusal.detail}`, "invalidValue");
  if (refusal.code === "forbidden") return said(403, `This token may not ${refusal.right}.`);
  const retry = "retryAfter" in refusal ? { retryAfter: refusal.retryAfter } : {};
  return { ...said(PROBLEM_STATUS[refusal.code], refusal.code), ...retry };
}
