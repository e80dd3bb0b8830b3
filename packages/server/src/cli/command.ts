import type { ParseArgsOptionsConfig } from "node:util";
import type { App } from "../app/app.ts";
import type { ConfigFile } from "../config/load.ts";
import type { ServerConfig } from "../open-app.ts";

/** Why a command can't be carried out, as a sentence for the person who typed it. */
export class CommandProblem extends Error {
  override readonly name: string = "CommandProblem";
}
/** The command was typed wrongly; its usage is shown with the sentence. */
export class UsageProblem extends CommandProblem {
  override readonly name = "UsageProblem";
}

/** A command's access to the outside. */
export interface CommandIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths start here. */
  readonly folder: string;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Writes to the standard output; resolves when there is room for more. */
  readonly writeBytes?: (bytes: Uint8Array) => Promise<void>;
}
export interface CommandContext extends CommandIo {
  readonly config: ServerConfig;
  /** Where options were looked for besides the environment. */
  readonly configFile: ConfigFile;
  /** Opens the data, once; closed when the command ends. */
  readonly openApp: () => Promise<App>;
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
}

/** One command: a file in `commands/`. */
export interface Command {
  /** The words that name it: "user add". */
  readonly name: string;
  /** What follows them. */
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  readonly positionals: number;
  /** How many of them may be left out. */
  readonly optional?: number;
  /** @returns the exit code. Throws CommandProblem for problems that the person can fix. */
  run(context: CommandContext): Promise<number>;
}

/** The value of a required option. */
export function required(context: CommandContext, name: string): string {
  const value = context.values[name];
  if (typeof value !== "string" || value === "") throw new UsageProblem(`--${name} is missing.`);
  return value;
}
