import { parseArgs } from "node:util";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { loadConfig } from "../config/load.ts";
import { openApp, type OpenApp } from "../open-app.ts";
import { VERSION } from "../version.ts";
import { COMMANDS } from "./all-commands.ts";
import { CommandProblem, UsageProblem, type Command, type CommandIo } from "./command.ts";
import { helpOf, optionsOf, overviewOf, usageOf } from "./describe.ts";
/**
 * Runs one command of the command line.
 * @param words the words after the program's name
 * @returns the exit code: 0 done, 1 not possible, 2 typed wrongly
 */
export async function runCli(words: readonly string[], io: CommandIo): Promise<number> {
  const [first] = words;
  if (first === undefined || first === "help" || first === "--help" || first === "-h")
    return help(io, first === undefined ? 2 : 0);
  if (first === "--version") {
    io.stdout(`${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name.split(" ").every((word, i) => words[i] === word));
  try {
    if (!command) throw new UsageProblem(`There is no command ${words.slice(0, 2).join(" ")}.`);
    return await runCommand(command, words.slice(command.name.split(" ").length), io);
  } catch (error) {
    return failure(error, command, io);
  }
}

async function runCommand(command: Command, words: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parse(command, words);
  if (values["help"] === true) {
    io.stdout(helpOf(command));
    return 0;
  }
  const least = command.args.filter(({ isOptional }) => isOptional !== true).length;
  if (positionals.length < least) throw new UsageProblem("Something is missing.");
  if (positionals.length > command.args.length) throw new UsageProblem("That is too much.");
  const loaded = loadConfig({ env: io.env, folder: io.folder }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new CommandProblem(loaded.problems.join("\n"));
  for (const warning of loaded.warnings) io.stderr(`${warning}\n`);
  let opened: OpenApp | undefined;
  const open = async () => (opened ??= await openApp(loaded.config)).app;
  try {
    return await command.run({
      ...io,
      config: loaded.config,
      configFile: loaded.file,
      openApp: open,
      values,
      positionals,
    });
  } finally {
    await opened?.close();
  }
}

function parse(
  command: Command,
  words: readonly string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: optionsOf(command),
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error));
  }
}

function failure(error: unknown, command: Command | undefined, io: CommandIo): number {
  if (error instanceof UsageProblem) {
    io.stderr(
      `${error.message}\n${command ? `Usage: snart ${command.name} ${usageOf(command)}` : "See: snart help"}\n`,
    );
    return 2;
  }
  const expected =
    error instanceof Error && ["CommandProblem", "StartProblem", "BackupProblem"].includes(error.name);
  if (error instanceof Error && error.name === "StorageFailure")
    io.stderr(`The database did not do it: ${error.message}.\n`);
  else io.stderr(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}

function help(io: CommandIo, code: number): number {
  (code === 0 ? io.stdout : io.stderr)(overviewOf(COMMANDS, VERSION));
  return code;
}
