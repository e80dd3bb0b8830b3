import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ENTRY = join(
  import.meta.dirname,
  "..",
  "packages",
  "server",
  "src",
  "testing",
  "conformance-server.ts",
);

export interface Target {
  /** without a slash at the end */
  readonly url: string;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether the suites run against a server that somebody else has started. */
export const isTargetGiven = (): boolean => process.env["SNART_CONFORMANCE_URL"] !== undefined;

/** Starts the throw-away server, or uses the one at SNART_CONFORMANCE_URL. */
export async function openTarget(): Promise<Target> {
  const given = process.env["SNART_CONFORMANCE_URL"];
  if (given !== undefined) return target(given.replace(/\/$/, ""), () => Promise.resolve());
  const child = spawn(process.execPath, [ENTRY], {
    env: { PATH: process.env["PATH"], SNART_PORT: "0", TZ: "Pacific/Chatham" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    return target(url, () => {
      child.kill("SIGTERM");
      return exited;
    });
  }
  throw new Error("The conformance server ended before it was ready.");
}

const target = (url: string, stop: () => Promise<void>): Target => ({
  url,
  stop,
  async reset() {
    const response = await fetch(`${url}/__reset`, { method: "POST" });
    if (!response.ok) throw new Error(`POST /__reset answered ${response.status}`);
  },
});
