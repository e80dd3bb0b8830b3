import type { Result } from "@snart/calendar/result.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { Problem } from "../app/problems.ts";
import { CommandProblem } from "./command.ts";

/** The value of a result; a problem becomes the catalogue's sentence for it. */
export function unwrap<T>(result: Result<T, Problem>): T {
  if (result.ok) return result.value;
  const { problem } = result;
  const detail =
    problem.code === "invalid-calendar-data" && "detail" in problem.problem
      ? ` (${problem.problem.detail})`
      : "";
  throw new CommandProblem(`${nodeMessages("en-GB")(`error.${problem.code}`)}${detail}`);
}
