import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";

/** Whoever works has precedence. */
const PRIORITY = 10;

export interface CommandRun {
  readonly words: readonly string[];
  /** Of the command line; undefined: the one beside this code. */
  readonly program: string | undefined;
  /** Over this process's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStart: (child: ChildProcess) => void;
  /** Gets each line of JSON that it prints. */
  readonly onLine: (line: Readonly<Record<string, unknown>>) => void;
}

/** How a command ended, and the last that it complained about. */
export interface CommandEnd {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a command of Snart in a process of its own, which gives way to whoever works. */
export async function runCommand({ words, env, program, onStart, onLine }: CommandRun): Promise<CommandEnd> {
  const child = spawn(process.execPath, [...memoryFlags(), program ?? commandLine(), ...words], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onStart(child);
  if (child.pid !== undefined) lower(child.pid);
  let said = "";
  let rest = "";
  child.stderr.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-2_000)));
  child.stdout.on("data", (piece: Buffer) => {
    const lines = (rest + piece.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(JSON.parse(line) as Readonly<Record<string, unknown>>);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, said };
}

/** What this process was told to be sparing with memory by (`scripts/node-flags.mjs`); no other flag of it. */
const memoryFlags = (): readonly string[] =>
  process.execArgv.filter((flag) => /^--(?:max-semi-space-size|heap-growing-percent)=/.test(flag));

/** Beside the built server, or among the sources. */
function commandLine(): string {
  const built = join(import.meta.dirname, "cli.js");
  return existsSync(built) ? built : join(import.meta.dirname, "..", "cli", "main.ts");
}

function lower(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // It is over already, or the system doesn't let us.
  }
}
