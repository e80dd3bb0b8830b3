import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { serverProgram } from "../../scripts/build.mjs";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../../scripts/node-flags.mjs";
import { freePort } from "../caldav/servers/rival.ts";

const START_MS = 60_000;

/** The real server on one data folder and one port, which is killed and started again. */
export class SoakServer {
  readonly port: number;
  readonly #env: Readonly<Record<string, string>>;
  /** of the server alone, and not of commands */
  readonly #ownEnv: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #said = "";
  /** how often it was ended; a client that saw the number change during a request knows why that failed */
  ends = 0;
  isUp = false;

  private constructor(
    port: number,
    env: Readonly<Record<string, string>>,
    ownEnv: Readonly<Record<string, string>>,
  ) {
    this.port = port;
    this.#env = env;
    this.#ownEnv = ownEnv;
  }

  /**
   * @param databaseUrl an empty PostgreSQL database; absent: SQLite in the folder
   * @param ownEnv more of the environment, of the server alone
   */
  static async prepare(
    folder: string,
    databaseUrl: string | undefined,
    ownEnv: Readonly<Record<string, string>> = {},
  ): Promise<SoakServer> {
    const port = await freePort();
    const env = {
      ...SERVER_ENVIRONMENT,
      PATH: process.env["PATH"] ?? "",
      SNART_DATA: folder,
      SNART_PORT: String(port),
      SNART_HOST: "127.0.0.1",
      SNART_LOG_LEVEL: "warn",
      ...(databaseUrl === undefined ? {} : { SNART_DATABASE_URL: databaseUrl }),
    };
    return new SoakServer(port, env, ownEnv);
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }
  get pid(): number | undefined {
    return this.#child?.pid;
  }
  /** The end of its output. */
  get said(): string {
    return this.#said;
  }

  /** Runs a command of `snart`, with the server up or not. */
  command(words: readonly string[], input = ""): { readonly code: number | null; readonly output: string } {
    const run = spawnSync(process.execPath, [serverProgram("cli"), ...words], {
      env: this.#env,
      input,
      encoding: "utf8",
    });
    return { code: run.status, output: run.stdout + run.stderr };
  }

  /** @returns milliseconds until it was ready */
  async start(): Promise<number> {
    const began = performance.now();
    const child = spawn(process.execPath, [...SERVER_FLAGS, serverProgram("main")], {
      env: { ...this.#env, ...this.#ownEnv },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready: ${this.#said}`)), START_MS);
      const hear = (text: string): void => {
        this.#said = (this.#said + text).slice(-4_000);
        if (/ready at http/.test(text)) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
      child.once("exit", () => reject(new Error(`the server ended: ${this.#said}`)));
      child.once("exit", () => clearTimeout(timer));
    });
    this.isUp = true;
    return performance.now() - began;
  }

  /** @returns the exit code, or the signal that ended it */
  async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | string | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    this.ends++;
    this.isUp = false;
    const ended = new Promise<number | string | null>((resolve) => {
      child.once("exit", (code, how) => resolve(code ?? how));
    });
    child.kill(signal);
    return ended;
  }
}
