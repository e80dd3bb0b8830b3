import { spawnSync } from "node:child_process";
import { serverProgram } from "../../scripts/build.mjs";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../../scripts/node-flags.mjs";
import { freePort, startProgram, type Started } from "../caldav/servers/rival.ts";

/** On a busy machine a start may take longer than is waited for. */
const TRIES = 5;

/** The real server with SQLite in one folder, which can be started again with other options. */
export class FairnessServer {
  readonly port: number;
  readonly #env: Readonly<Record<string, string>>;
  #started: Started | undefined;

  private constructor(folder: string, port: number) {
    this.port = port;
    this.#env = {
      ...SERVER_ENVIRONMENT,
      SNART_DATA: folder,
      SNART_PORT: String(port),
      SNART_HOST: "127.0.0.1",
      SNART_LOG_LEVEL: "error",
      // The feeds of the rows are here.
      SNART_FEED_NETWORKS: "127.0.0.1",
    };
  }

  static async prepare(folder: string): Promise<FairnessServer> {
    return new FairnessServer(folder, await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }
  get pid(): number | undefined {
    return this.#started?.pid;
  }

  /** Runs a command of `snart`. Throws Error if it fails. */
  command(words: readonly string[], input: string): void {
    const env = { ...process.env, ...this.#env };
    const run = spawnSync(process.execPath, [serverProgram("cli"), ...words], {
      env,
      input,
      encoding: "utf8",
    });
    if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  }

  async start(options: Readonly<Record<string, string>> = {}): Promise<void> {
    const args = [...SERVER_FLAGS, serverProgram("main")];
    const env = { ...this.#env, ...options };
    for (let left = TRIES; this.#started === undefined; left--) {
      try {
        this.#started = await startProgram(process.execPath, args, this.port, env);
      } catch (error) {
        if (left === 1) throw error;
      }
    }
  }

  async stop(): Promise<void> {
    await this.#started?.stop();
    this.#started = undefined;
  }
}
