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

/** A word that follows a command's name. */
export interface Argument {
  readonly name: string;
  readonly says: string;
  readonly isOptional?: boolean;
}

/** An option of a command, `--name`. */
export interface Flag {
  readonly says: string;
  /** What follows it; absent: nothing does. */
  readonly value?: string;
  readonly isRequired?: boolean;
  /** Only other programs of ours use it. */
  readonly isHidden?: boolean;
}

/**
 * One command, described once: how it is typed, `--help`, the overview and the manual page are made of this.
 */
export interface Command {
  /** The words that name it: "user add". */
  readonly name: string;
  /** What it does, in whole sentences. */
  readonly summary: string;
  readonly args: readonly Argument[];
  /** By their names without the hyphens. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** What it reads from the standard input. */
  readonly input?: string;
  /** How it is typed, after the name of the program. */
  readonly examples: readonly string[];
  /** What exit code 1 means, where it is not that it was not possible. */
  readonly exits?: string;
  /** The methods of JMAP by which the pages for administrators do the same. */
  readonly calls?: readonly string[];
  /** @returns the exit code. Throws CommandProblem for problems that the person can fix. */
  run(context: CommandContext): Promise<number>;
}

/** The value of a required option. */
export function required(context: CommandContext, name: string): string {
  const value = context.values[name];
  if (typeof value !== "string" || value === "") throw new UsageProblem(`--${name} is missing.`);
  return value;
}
