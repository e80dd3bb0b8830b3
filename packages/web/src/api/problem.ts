import type { Result } from "@snart/calendar/result.ts";

/** Why a call to the server failed. */
export type ApiProblem =
  /** nobody answered: no network, server down, or it took too long */
  | { readonly kind: "unreachable" }
  /** the session is over */
  | { readonly kind: "signedOut" }
  /** the server said no; `code` is an error code of the catalogue or a JMAP error type */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly detail?: string;
      /** everything else in the answer, such as `field` or `attemptsLeft` */
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** The result of a call to the server. */
export type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Returns the code to look up in the catalogue under `error.`. */
export const problemCode = (problem: ApiProblem): string =>
  problem.kind === "refused" ? problem.code : problem.kind === "signedOut" ? "signed-out" : "unreachable";

/** Returns the server's own code, if there is one, and else the less precise JMAP error type; for `problemKey`. */
export function wordedCode(problem: ApiProblem): string {
  const own = problem.kind === "refused" ? problem.fields["code"] : undefined;
  return typeof own === "string" ? own : problemCode(problem);
}
