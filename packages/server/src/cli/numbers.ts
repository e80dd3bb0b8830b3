import { UsageProblem, type CommandContext } from "./command.ts";

const MOST = 100_000;

/** The number of an option; `absent` where it was not given. */
export function wholeNumber(
  { values }: Pick<CommandContext, "values">,
  name: string,
  absent: number,
): number {
  const number = Number(values[name] ?? absent);
  if (!Number.isInteger(number) || number < 1 || number > MOST)
    throw new UsageProblem(`--${name} takes a whole number from 1 to ${String(MOST)}.`);
  return number;
}
