import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";

/** A server that can be measured. */
export interface Rival {
  readonly name: string;
  readonly version: string;
  /** without a slash at the end */
  readonly url: string;
  /** absolute path of an empty calendar, with a slash at the end */
  readonly calendar: string;
  readonly user: string;
  readonly password: string;
  /** undefined if the server was not started here */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

export const USER = "bench";
export const PASSWORD = "bench-of-ten-calendars";

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export interface Started {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a program and waits until its port answers. */
export async function startProgram(
  command: string,
  args: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const child = spawn(command, args, {
    env: { PATH: `/usr/bin:/bin:${process.env["PATH"] ?? ""}`, LANG: "C.UTF-8", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const { pid } = child;
  if (pid === undefined || !(await answers(port, child))) {
    child.kill("SIGKILL");
    throw new Error(`${command} does not answer: ${said}`);
  }
  return {
    pid,
    async stop() {
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(killer);
    },
  };
}

async function answers(port: number, child: ChildProcess): Promise<boolean> {
  for (let n = 0; n < 200 && child.exitCode === null; n++) {
    const there = await fetch(`http://127.0.0.1:${String(port)}/`).then(
      () => true,
      () => false,
    );
    if (there) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
