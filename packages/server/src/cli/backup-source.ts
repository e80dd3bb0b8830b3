import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { bytesOfFile } from "../backup/backup-file.ts";
import { identitiesOf, type Identities } from "../backup/encryption.ts";
import { CommandProblem, type CommandContext } from "./command.ts";

/**
 * A backup that was named on the command line, `-` for the standard input.
 * @throws CommandProblem if it can't be read
 */
export async function backupSource(
  context: CommandContext,
  named: string,
): Promise<AsyncIterable<Uint8Array>> {
  if (named === "-") return inBytes(context.stdin);
  const path = resolve(context.folder, named);
  const facts = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (!facts.isFile()) throw new CommandProblem(`${path} is no file.`);
  return bytesOfFile(path);
}

async function* inBytes(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of source) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}

/** The file with a passphrase, so that no list of processes shows it. */
export const PASSPHRASE_FILE = {
  "passphrase-file": { value: "FILE", says: "The file with a passphrase instead of a key: its first line." },
} as const;

/** The flags that name what opens an encrypted backup. */
export const KEYS = {
  identity: { value: "FILE", says: "The file with the key of an encrypted one." },
  ...PASSPHRASE_FILE,
} as const;

/**
 * What opens an encrypted backup: the keys of the file that `--identity` names, the passphrase of `--passphrase-file`, or without
 * either the one of the configuration.
 */
export async function identitiesNamed(context: CommandContext): Promise<Identities> {
  const keys = identitiesOf((await textNamed(context, "identity")) ?? "");
  const passphrase = await passphraseNamed(context);
  if (passphrase !== undefined) return [...keys, { passphrase }];
  const { backupPassphrase } = context.config;
  return keys.length > 0 || backupPassphrase === null ? keys : [{ passphrase: backupPassphrase }];
}

/** The first line of the file that `--passphrase-file` names; undefined without it. @throws CommandProblem for an empty one */
export async function passphraseNamed(context: CommandContext): Promise<string | undefined> {
  const text = await textNamed(context, "passphrase-file");
  const [line = ""] = text?.split(/\r?\n/, 1) ?? [];
  if (text !== undefined && line === "") throw new CommandProblem("The file of --passphrase-file is empty.");
  return text === undefined ? undefined : line;
}

async function textNamed({ values, folder }: CommandContext, flag: string): Promise<string | undefined> {
  const named = values[flag];
  if (typeof named !== "string") return undefined;
  const path = resolve(folder, named);
  return await readFile(path, "utf8").catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

function unreadable(path: string, error: unknown): CommandProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return new CommandProblem(
    code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${code}).`,
  );
}
