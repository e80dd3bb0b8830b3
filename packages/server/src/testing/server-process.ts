import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

/** The real server in a process of its own, for tests of starting, stopping and dying. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const PROGRAM = join(import.meta.dirname, "../../../../scripts/server-program.mjs");
const programs = new Map<string, string>();

/** The path of a built program, looked for once: started from its sources it takes five times as long. */
export function builtProgram(name: "main" | "cli"): string {
  const path = programs.get(name) ?? execFileSync(process.execPath, [PROGRAM, name], { encoding: "utf8" });
  programs.set(name, path);
  return path;
}

/** Runs the built server with these SNART_… options and nothing else of this process's. */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  args: { readonly node?: readonly string[]; readonly server?: readonly string[] } = {},
): Omit<ServerProcess, "url"> {
  const { PATH = "" } = process.env;
  const words = [...(args.node ?? []), builtProgram("main"), ...(args.server ?? [])];
  const child = spawn(process.execPath, words, {
    env: { PATH, TZ: "Pacific/Chatham", ...env },
    cwd: "/",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "SIGKILL"));
  });
  return { child, ended, output: () => output };
}

/** Runs it and waits until it prints its address. Throws with its output if it ends instead. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const started = spawnServer({ SNART_PORT: "0", ...env });
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /ready at (http:\S+)/.exec(started.output())?.[1];
      if (found !== undefined) resolve(found.replace("localhost", "127.0.0.1"));
    };
    started.child.stdout?.on("data", look);
    void started.ended.then((how) => reject(new Error(`the server ended (${how}): ${started.output()}`)));
  });
  return { ...started, url };
}
