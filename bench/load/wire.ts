import { Agent, request } from "node:http";
import { quantile } from "../measure.ts";
import type { SeededAccount } from "./seed.ts";

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly text: string;
}

interface Asked {
  readonly method: string;
  /** absolute, encoded */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** when it was to be sent, by `performance.now()`: who comes late through no fault of its own has waited */
  readonly due?: number;
  readonly expected: readonly number[];
}

const PATIENCE_MS = 30_000;

/**
 * Sends requests to any of the processes, each over as many connections as a proxy would keep, and counts how long answers took, by kind.
 */
export class Wire {
  readonly #urls: readonly URL[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 512 });
  #took = new Map<string, number[]>();
  #wrong = new Map<string, number>();
  underWay = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls.map((url) => new URL(url));
  }

  /** One of the processes, by chance. */
  get anyUrl(): URL {
    const url = this.#urls[Math.floor(Math.random() * this.#urls.length)];
    if (!url) throw new Error("there is no server");
    return url;
  }

  /** @returns undefined if the answer was none of those expected, which is counted */
  async send(kind: string, account: SeededAccount, asked: Asked): Promise<Answer | undefined> {
    const due = asked.due ?? performance.now();
    this.underWay++;
    const answer = await this.#answer(account, asked).catch((error: unknown) => String(error));
    this.underWay--;
    let took = this.#took.get(kind);
    if (!took) this.#took.set(kind, (took = []));
    took.push(performance.now() - due);
    if (typeof answer !== "string" && asked.expected.includes(answer.status)) return answer;
    this.note(kind, typeof answer === "string" ? answer : `${String(answer.status)} ${answer.text}`);
    return undefined;
  }

  /** Counts an answer that no client should get. */
  note(kind: string, what: string): void {
    const told = `${kind}: ${what.slice(0, 200)}`;
    this.#wrong.set(told, (this.#wrong.get(told) ?? 0) + 1);
  }

  #answer(account: SeededAccount, { method, path, headers, body }: Asked): Promise<Answer> {
    const { hostname, port } = this.anyUrl;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const outgoing = request({
      agent: this.#agent,
      host: hostname,
      port,
      method,
      path,
      headers: { authorization: authorization(account), ...headers, ...length },
    });
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error("no answer in 30 s")));
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          etag: incoming.headers.etag,
          text: Buffer.concat(parts).toString("utf8"),
        }),
      );
    });
    outgoing.end(body);
    return promise;
  }

  /** @returns what was counted since the last call */
  takeCounts(): Counts {
    const counts = new Counts(this.#took, this.#wrong);
    this.#took = new Map();
    this.#wrong = new Map();
    return counts;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** How long answers took, in ms by kind, and what was wrong with which. */
export class Counts {
  readonly took: ReadonlyMap<string, readonly number[]>;
  readonly wrong: ReadonlyMap<string, number>;

  constructor(took: ReadonlyMap<string, readonly number[]>, wrong: ReadonlyMap<string, number>) {
    this.took = took;
    this.wrong = wrong;
  }

  get requests(): number {
    return this.#all().length;
  }
  get wrongs(): number {
    return [...this.wrong.values()].reduce((a, b) => a + b, 0);
  }
  /** ms within which this part of all answers came; of one kind, or of all */
  within(part: number, kind?: string): number {
    return quantile(kind === undefined ? this.#all() : (this.took.get(kind) ?? []), part);
  }

  #all(): readonly number[] {
    return [...this.took.values()].flat();
  }
}

export const authorization = ({ login, secret }: SeededAccount): string =>
  `Basic ${Buffer.from(`${login}:${secret}`).toString("base64")}`;
