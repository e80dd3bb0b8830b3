import type { ParseArgsOptionsConfig } from "node:util";
import type { Command, Flag } from "./command.ts";

/** What `parseArgs` takes for a command; `--help` is every command's. */
export function optionsOf({ flags }: Command): ParseArgsOptionsConfig {
  const options = Object.entries(flags).map(
    ([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" }] as const,
  );
  return { ...Object.fromEntries(options), help: { type: "boolean", short: "h" } };
}

/** How a command is typed, after its name: `WHO --name NAME [--json]`. */
export function usageOf({ args, flags, input }: Command): string {
  const words = [
    ...args.map(({ name, isOptional }) => (isOptional === true ? `[${name}]` : name)),
    ...shownFlags(flags).map(([name, flag]) =>
      flag.isRequired === true ? typed(name, flag) : `[${typed(name, flag)}]`,
    ),
    ...(input === undefined ? [] : [`< ${input}`]),
  ];
  return words.join(" ");
}

/** Those that are for people. */
export const shownFlags = (flags: Command["flags"]): readonly (readonly [string, Flag])[] =>
  Object.entries(flags).filter(([, { isHidden }]) => isHidden !== true);

const typed = (name: string, { value }: Flag): string => `--${name}${value === undefined ? "" : ` ${value}`}`;

/** What each exit code of a command means. */
export const exitsOf = ({ exits }: Command): readonly (readonly [number, string])[] => [
  [0, "It is done."],
  [1, exits ?? "It is not possible; one sentence on the standard error says why."],
  [2, "It was typed wrongly."],
];

/** What `--help` prints. */
export function helpOf(command: Command): string {
  const { name, summary, args, flags, examples } = command;
  const words = [
    ...args.map((arg) => [arg.name, arg.says] as const),
    ...shownFlags(flags).map(([flag, of]) => [typed(flag, of), of.says] as const),
  ];
  const width = Math.max(0, ...words.map(([word]) => word.length));
  const parts = [
    `snart ${name} ${usageOf(command)}`.trimEnd(),
    summary,
    words.map(([word, says]) => `  ${word.padEnd(width)}  ${says}`).join("\n"),
    examples.length === 0 ? "" : `For example:\n${examples.map((one) => `  snart ${one}`).join("\n")}`,
    `Exit codes:\n${exitsOf(command)
      .map(([code, says]) => `  ${code}  ${says}`)
      .join("\n")}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** All commands, as `snart help` prints them. */
export function overviewOf(commands: readonly Command[], version: string): string {
  const lines = commands.map(
    (command) => `  snart ${command.name} ${usageOf(command)}`.trimEnd() + `\n      ${command.summary}\n`,
  );
  return `Snart ${version}. Commands:\n\n${lines.join("\n")}\nsnart COMMAND --help says more of each. Options of the server are read as it reads them: from SNART_… variables and snart.conf.\n`;
}
