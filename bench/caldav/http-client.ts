import { Agent, request } from "node:http";

export interface CalDavRequest {
  readonly method: string;
  /** absolute, already encoded */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CalDavAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** A server that is silent for this long has failed; the measurement must not wait for it for ever. */
const PATIENCE_MS = 180_000;

/** One person's keep-alive connections to one server, with Basic sign-in. */
export class HttpClient {
  readonly #agent: Agent;
  readonly #url: URL;
  readonly #authorization: string;

  constructor(url: string, user: string, password: string, connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#url = new URL(url);
    this.#authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  }

  /** Sends one request and reads its answer to the end. */
  send({ method, path, headers, body }: CalDavRequest): Promise<CalDavAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<CalDavAnswer>();
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const outgoing = request({
      agent: this.#agent,
      host: this.#url.hostname,
      port: this.#url.port,
      method,
      path,
      headers: { authorization: this.#authorization, ...headers, ...length },
    });
    outgoing.setTimeout(PATIENCE_MS, () =>
      outgoing.destroy(new Error(`${method} ${path}: no answer in ${String(PATIENCE_MS / 1000)} s`)),
    );
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    outgoing.end(body);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}
