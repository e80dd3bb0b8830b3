import { PROBLEM_STATUS, type Problem } from "../app/problems.ts";
import { reply, toResponse, type Reply } from "./reply.ts";

/** A problem as the plain HTTP calls answer it: its status, and its code and fields as JSON. */
export function problemReply(problem: Problem): Reply {
  const headers: Record<string, string> = { "content-type": "application/json", "cache-control": "no-store" };
  if ("retryAfter" in problem) headers["retry-after"] = String(problem.retryAfter);
  return reply(JSON.stringify(problem), { status: PROBLEM_STATUS[problem.code], headers });
}

/** The same as a Response. */
export const problemResponse = (problem: Problem): Response => toResponse(problemReply(problem));
