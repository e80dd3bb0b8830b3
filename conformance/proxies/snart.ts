import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { serverProgram } from "../../scripts/build.mjs";
import { runProgram, saidBy } from "../program.ts";

export const USER = "elin";
export const PASSWORD = "lång nog för alla";

/** A real server, configured as README says for one behind a proxy. */
export interface Snart {
  /** the link to the first account, where nobody has one */
  readonly setupUrl: string | undefined;
  stop(): Promise<void>;
}

interface SnartOptions {
  /** nobody has an account yet */
  readonly isEmpty?: boolean;
  /** where it sends mail; without it none */
  readonly smtpUrl?: string;
}

/** Starts it with an empty data folder and one person. */
export async function startSnart(
  folder: string,
  port: number,
  publicUrl: string,
  { isEmpty = false, smtpUrl }: SnartOptions = {},
): Promise<Snart> {
  await mkdir(folder);
  const options = {
    SNART_DATA: folder,
    SNART_PORT: String(port),
    SNART_PUBLIC_URL: publicUrl,
    SNART_TRUSTED_PROXIES: "127.0.0.1, ::1",
    ...(smtpUrl !== undefined && { SNART_SMTP_URL: smtpUrl, SNART_MAIL_FROM: "calendar@example.com" }),
  };
  if (!isEmpty) await addPerson(options);
  const child = spawn(process.execPath, [serverProgram("main")], {
    env: { PATH: process.env["PATH"], ...options },
    stdio: ["ignore", "pipe", "ignore"],
    cwd: folder,
  });
  const exited = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const stop = (): Promise<void> => {
    child.kill("SIGTERM");
    return exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const setupUrl = /\S+\/setup\?\S+/.exec(line)?.[0];
    if (!line.includes("ready at") && setupUrl === undefined) continue;
    // The link to the first account is the last thing said.
    if (isEmpty && setupUrl === undefined) continue;
    child.stdout.resume();
    return { setupUrl, stop };
  }
  throw new Error("The server ended before it was ready.");
}

async function addPerson(env: Readonly<Record<string, string>>): Promise<void> {
  const command = [serverProgram("cli"), "user", "add", `${USER}@example.com`, "--name", USER];
  const added = await runProgram(process.execPath, [...command, "--admin", "--password-stdin"], {
    env,
    input: `${PASSWORD}\n`,
  });
  if (added.code !== 0) throw new Error(saidBy(added));
}
