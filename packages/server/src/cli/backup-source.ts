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

/** The keys of the file that `--identity` names; none without it. */
export async function identitiesNamed({ values, folder }: CommandContext): Promise<Identities> {
  const named = values["identity"];
  if (typeof named !== "string") return [];
  const path = resolve(folder, named);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw unreadable(path, error);
  });
  return identitiesOf(text);
}

function unreadable(path: string, error: unknown): CommandProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return new CommandProblem(
    code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read (${code}).`,
  );
}
