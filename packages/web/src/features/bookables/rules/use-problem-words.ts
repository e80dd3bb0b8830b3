import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import { useMessages } from "../../../i18n/messages.ts";
import type { Blank, Line } from "./lines/line.ts";

/** The problems that a line has; one whose place no line names stands with the first that is near it. */
export const problemsOf = (line: Line, problems: readonly RuleProblem[]): readonly RuleProblem[] =>
  problems.filter(({ path }) =>
    [line.path, ...Object.values(line.blanks).map((blank) => blank.path)].some((own) => isWithin(path, own)),
  );

/** Those that stand with no line. */
export const problemsBeside = (
  lines: readonly Line[],
  problems: readonly RuleProblem[],
): readonly RuleProblem[] =>
  problems.filter((problem) => lines.every((line) => problemsOf(line, [problem]).length === 0));

/** Lengths that do not go together are a matter of each of them. */
const isWithin = (path: string, own: string): boolean =>
  path === own || path.startsWith(`${own}/`) || (path === "lengths" && own.startsWith("lengths/"));

/** Whether a problem is one of a blank, and not of its sentence. */
export const isOfBlank = ({ path }: RuleProblem, blank: Blank): boolean => isWithin(path, blank.path);

/** What is wrong with a rule, and what would be right. */
export function useProblemWords(): (problem: RuleProblem, line?: Line) => string {
  const t = useMessages();
  return (problem, line) => {
    const blank = line && Object.values(line.blanks).find((it) => isOfBlank(problem, it));
    const code = plain(problem.code);
    if (blank?.kind === "number" && (code === "outofrange" || code === "wrongtype"))
      return t("rules.numberProblem", { least: blank.least ?? 1, most: blank.most });
    return t("rules.problem", { code, limit: problem.limit ?? 0 });
  };
}

/** A name of a case in the catalogue has letters alone. */
const plain = (code: string): string => code.replaceAll("-", "");
