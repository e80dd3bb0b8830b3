import { spawn, type ChildProcessByStdio } from "node:child_process";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { BrowserServerOrder, BrowserServerStarted } from "../../server/src/testing/browser/orders.ts";

const SERVER = join(import.meta.dirname, "../../server/src/testing/browser/servers.ts");
/** Node's compiled code is reused by the next process. */
const COMPILED = join(import.meta.dirname, "../../../node_modules/.cache/snart-compiled");

export interface RunningServer {
  readonly url: string;
  readonly setupToken: string | null;
  readonly password: string;
  readonly port: number;
  stop(): void;
  /** Its clock, ms UTC. */
  now(): number;
  /** Moves its clock ahead; ms. */
  advance(ms: number): void;
}

interface Waiting {
  readonly resolve: (started: BrowserServerStarted) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A process with any number of real servers, each with a database, a port and a clock of its own. It ends with this
 * process, and doesn't keep it alive except while a server starts.
 */
export class ServerHost {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#child = spawn(process.execPath, [SERVER], {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.unref();
    this.#keepAlive(false);
    createInterface(this.#child.stdout).on("line", (line) => {
      const started = JSON.parse(line) as BrowserServerStarted;
      this.#waiting.get(started.id)?.resolve(started);
      this.#waiting.delete(started.id);
    });
    this.#child.stdout.once("close", () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error("the server ended before it was ready"));
    });
  }

  #keepAlive(isWanted: boolean): void {
    for (const pipe of [this.#child.stdin, this.#child.stdout])
      if (pipe instanceof Socket) pipe[isWanted ? "ref" : "unref"]();
  }

  /** Starts a server with the options of `servers.ts`, and waits until it answers. */
  async start(options: readonly string[]): Promise<RunningServer> {
    const id = ++this.#last;
    const isReady = new Promise<BrowserServerStarted>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#keepAlive(true);
    this.#order({ start: options, id });
    const { url, setupToken, password, ahead: first } = await isReady;
    if (this.#waiting.size === 0) this.#keepAlive(false);
    let ahead = first;
    return {
      url,
      setupToken,
      password,
      port: Number(new URL(url).port),
      stop: () => this.#order({ stop: true, id }),
      now: () => Date.now() + ahead,
      advance: (ms) => {
        ahead += ms;
        this.#order({ advance: ms, id });
      },
    };
  }

  #order(order: BrowserServerOrder): void {
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
  }
}
