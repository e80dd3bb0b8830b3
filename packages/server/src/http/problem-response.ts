import { PROBLEM_STATUS } from "../app/problems.ts";
import type { Problem } from "../app/problems.ts";

/** Prints a problem as the plain HTTP calls do: its status, and its code and fields as JSON. */
export function problemResponse(problem: Problem): Response {
  const headers: Record<string, string> = { "content-type": "application/json", "cache-control": "no-store" };
  if (problem.code === "too-many-attempts") headers["retry-after"] = String(problem.retryAfter);
  return new Response(JSON.stringify(problem), { status: PROBLEM_STATUS[problem.code], headers });
}
