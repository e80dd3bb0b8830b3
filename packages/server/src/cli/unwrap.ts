import type { Result } from "@snart/calendar/result.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Problem } from "../app/problems.ts";
import { CommandProblem } from "./command.ts";
import { printable } from "./printable.ts";

/** The value of a result; a problem becomes the catalogue's sentence for it. */
export function unwrap<T>(result: Result<T, Problem>): T {
  if (result.ok) return result.value;
  const { problem } = result;
  const detail = detailOf(problem);
  throw new CommandProblem(
    `${nodeMessages("en-GB")(`error.${problem.code}`)}${detail === undefined ? "" : ` (${detail})`}`,
  );
}

/** What exactly is wrong, where the sentence does not say it. */
function detailOf(problem: Problem): string | undefined {
  if (problem.code === "invalid-calendar-data" && "detail" in problem.problem) return problem.problem.detail;
  if (problem.code === "invalid-value") return `${problem.field}: ${problem.detail}`;
  if (problem.code !== "booking-rules-wrong") return undefined;
  return problem.problems.map(({ path, code }) => printable(`${path || "the rules"}: ${code}`)).join("; ");
}
