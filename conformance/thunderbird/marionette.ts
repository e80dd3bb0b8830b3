import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

// For a machine many times slower than this one.
const CONNECT_MS = 90_000;
const SCRIPT_MS = 60_000;

/** The result of a script in the client. */
interface Outcome {
  readonly ok?: unknown;
  readonly error?: string;
}

/** Mozilla's remote control over a socket of loopback: packets are `length:JSON`, commands `[0, id, name, parameters]`. */
export class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #text = Buffer.alloc(0);
  #id = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (part: Buffer) => this.#take(part));
    socket.on("error", () => undefined);
  }

  /** Connects as soon as the client listens, and asks for the client's own scope. */
  static async open(port: number): Promise<Marionette> {
    const end = performance.now() + CONNECT_MS;
    for (;;) {
      const socket = connect(port, "127.0.0.1");
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      });
      if (isOpen) {
        const marionette = new Marionette(socket);
        await marionette.#send("WebDriver:NewSession", { capabilities: {} });
        await marionette.#send("Marionette:SetContext", { value: "chrome" });
        return marionette;
      }
      if (performance.now() > end) throw new Error("Thunderbird does not listen to its remote control");
      await wait(100);
    }
  }

  /** Runs the body of an async function in the client with `args`; returns its result as JSON. */
  async run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    const wrapped = `const done = arguments[arguments.length - 1]; const args = [...arguments];
      (async () => { ${script} })().then((ok) => done({ ok }), (e) => done({ error: String(e) }));`;
    const answer = await this.#send("WebDriver:ExecuteAsyncScript", {
      script: wrapped,
      args,
      newSandbox: true,
      scriptTimeout: SCRIPT_MS,
    });
    const { value } = answer as { readonly value: Outcome };
    if (value.error !== undefined) throw new Error(value.error);
    return value.ok;
  }

  close(): void {
    this.#socket.destroy();
  }

  async #send(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#id;
    const packet = Buffer.from(JSON.stringify([0, id, name, parameters]));
    const answered = new Promise<unknown>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${name} was not answered`)), SCRIPT_MS);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        const [, , problem, result] = answer as readonly [1, number, { message: string } | null, unknown];
        if (problem) reject(new Error(`${name}: ${problem.message}`));
        else resolve(result);
      });
    });
    this.#socket.write(`${packet.length}:`);
    this.#socket.write(packet);
    return answered;
  }

  #take(part: Buffer): void {
    this.#text = Buffer.concat([this.#text, part]);
    for (;;) {
      const colon = this.#text.indexOf(":");
      const length = Number(this.#text.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.#text.length < colon + 1 + length) return;
      const answer: unknown = JSON.parse(this.#text.subarray(colon + 1, colon + 1 + length).toString());
      this.#text = this.#text.subarray(colon + 1 + length);
      if (Array.isArray(answer)) this.#waiting.get(Number(answer[1]))?.(answer);
    }
  }
}
