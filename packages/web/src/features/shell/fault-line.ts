import type { ApiProblem } from "../../api/problem.ts";

/** Why the server was of no use, in one line for whoever runs it; their words are English in every log. */
export function faultLine(problem: ApiProblem, host: string): string {
  if (problem.kind !== "refused") return `${host}: no answer`;
  const { status, code, detail } = problem;
  return [`${host}: ${status} ${code}`, detail].filter(Boolean).join(", ");
}
