import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CommandProblem, type CommandContext } from "./command.ts";
import { printable } from "./printable.ts";

/** Bytes that such a file may have: rules of a hundred limits have a tenth of it. */
const MOST = 1_000_000;

/**
 * The JSON in a file, or on the standard input for `-`.
 * @throws CommandProblem for a file that cannot be read, is too long or is no JSON
 */
export async function jsonIn(context: CommandContext, path: string): Promise<unknown> {
  const text = path === "-" ? await inputOf(context) : await fileAt(resolve(context.folder, path));
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandProblem(`${path === "-" ? "The standard input" : printable(path)} is no JSON.`);
  }
}

async function fileAt(path: string): Promise<string> {
  const size = await stat(path).then(
    (found) => found.size,
    () => {
      throw new CommandProblem(`The file ${printable(path)} cannot be read.`);
    },
  );
  if (size > MOST) throw new CommandProblem(`The file ${printable(path)} is too long.`);
  return readFile(path, "utf8");
}

async function inputOf({ stdin }: CommandContext): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST) throw new CommandProblem("The standard input is too long.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
