import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { serverProgram } from "../../scripts/build.mjs";
import { runProgram, saidBy } from "../program.ts";

export const USER = "elin";
export const PASSWORD = "lång nog för alla";

/** A real server, configured as README says for one behind a proxy. */
export interface Snart {
  stop(): Promise<void>;
}

/** Starts it with an empty data folder and one person. */
export async function startSnart(folder: string, port: number, publicUrl: string): Promise<Snart> {
  await mkdir(folder);
  const options = {
    SNART_DATA: folder,
    SNART_PORT: String(port),
    SNART_PUBLIC_URL: publicUrl,
    SNART_TRUSTED_PROXIES: "127.0.0.1, ::1",
  };
  const command = [serverProgram("cli"), "user", "add", `${USER}@example.com`, "--name", USER];
  const added = await runProgram(process.execPath, [...command, "--admin", "--password-stdin"], {
    env: options,
    input: `${PASSWORD}\n`,
  });
  if (added.code !== 0) throw new Error(saidBy(added));
  const child = spawn(process.execPath, [serverProgram("main")], {
    env: { PATH: process.env["PATH"], ...options },
    stdio: ["ignore", "pipe", "ignore"],
    cwd: folder,
  });
  const exited = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("ready at")) continue;
    child.stdout.resume();
    return {
      stop() {
        child.kill("SIGTERM");
        return exited;
      },
    };
  }
  throw new Error("The server ended before it was ready.");
}
