import { parseArgs } from "node:util";
import { DEFAULT_LIMITS } from "../app/limits.ts";
import { loadConfig } from "../config/load.ts";
import { openApp, type OpenApp } from "../open-app.ts";
import { VERSION } from "../version.ts";
import { CommandProblem, UsageProblem, type Command, type CommandIo } from "./command.ts";
import { auditCommand } from "./commands/audit.ts";
import { backupCommand } from "./commands/backup.ts";
import { backupList } from "./commands/backup-list.ts";
import { configCommand } from "./commands/config.ts";
import { drawVerify } from "./commands/draw-verify.ts";
import { doctor } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { mailIn } from "./commands/mail-in.ts";
import { mailLog } from "./commands/mail-log.ts";
import { mailTest } from "./commands/mail-test.ts";
import { restoreCommand } from "./commands/restore.ts";
import { accountCommands } from "./commands/accounts.ts";
import { userAdd } from "./commands/user-add.ts";
import { userList } from "./commands/user-list.ts";
import { validateCommand } from "./commands/validate.ts";
import { verifyCommand } from "./commands/verify.ts";

export const COMMANDS: readonly Command[] = [
  userAdd,
  userList,
  ...accountCommands,
  importCommand,
  exportCommand,
  validateCommand,
  drawVerify,
  configCommand,
  auditCommand,
  mailTest,
  mailIn,
  mailLog,
  backupList,
  backupCommand,
  verifyCommand,
  restoreCommand,
  doctor,
];

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
    io.stdout(`snart ${command.name} ${command.usage}\n${command.summary}\n`);
    return 0;
  }
  const least = command.positionals - (command.optional ?? 0);
  if (positionals.length < least) throw new UsageProblem("Something is missing.");
  if (positionals.length > command.positionals) throw new UsageProblem("That is too much.");
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
    const options = { ...command.options, help: { type: "boolean" as const, short: "h" } };
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
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
      `${error.message}\n${command ? `Usage: snart ${command.name} ${command.usage}` : "See: snart help"}\n`,
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
  const lines = COMMANDS.map(({ name, usage, summary }) => `  snart ${name} ${usage}\n      ${summary}\n`);
  (code === 0 ? io.stdout : io.stderr)(
    `Snart ${VERSION}. Commands:\n\n${lines.join("\n")}\nOptions are read as the server reads them: from SNART_… variables and snart.conf.\n`,
  );
  return code;
}
