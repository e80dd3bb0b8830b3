import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const TIME_LIMIT_MS = 120_000;

/**
 * The path of a program of a Debian package. System folders come first: the packages need the system's own Python.
 */
export function findProgram(name: string): string | undefined {
  const folders = [
    "/usr/bin",
    "/bin",
    "/usr/sbin",
    "/usr/local/bin",
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a program to its end; `input` goes to its standard input. */
export function runProgram(
  path: string,
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string;
    readonly cwd?: string;
  } = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const env = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", TZ: "Europe/Stockholm", ...options.env };
    const child = spawn(path, args, { env, timeout: TIME_LIMIT_MS, cwd: options.cwd });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}

/** A program's output, short enough for a report. */
export const saidBy = ({ code, stdout, stderr }: ProgramResult): string =>
  `exit ${code}: ${`${stdout}\n${stderr}`.trim().slice(-600)}`;
