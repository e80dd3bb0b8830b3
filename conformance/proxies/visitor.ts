import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { PASSWORD, USER } from "./snart.ts";

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** with the person's password, as calendar apps send it */
  readonly signedIn?: boolean;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

const LONGEST_WAIT_MS = 30_000;

/** Somebody who comes to the proxy from an address of the loopback network. */
export class Visitor {
  readonly port: number;
  readonly #from: string;
  constructor(port: number, from = "127.0.0.1") {
    this.port = port;
    this.#from = from;
  }

  get #origin(): string {
    return `https://your.address:${this.port}`;
  }

  #open(method: string, path: string, { headers, body, signedIn }: Asked): Promise<IncomingMessage> {
    const basic = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;
    return new Promise((resolve, reject) => {
      const asked = request({
        host: "127.0.0.1",
        port: this.port,
        servername: "your.address",
        localAddress: this.#from,
        rejectUnauthorized: false,
        timeout: LONGEST_WAIT_MS,
        agent: false,
        method,
        path,
        headers: {
          host: `your.address:${this.port}`,
          ...(signedIn === true && { authorization: basic }),
          ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
          ...headers,
        },
      });
      asked.on("response", resolve).on("error", reject);
      asked.on("timeout", () => asked.destroy(new Error(`${method} ${path} was not answered`)));
      asked.end(body);
    });
  }

  /** One request and its whole answer. */
  async ask(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const answer = await this.#open(method, path, asked);
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() };
  }

  /** Signs in as the page does. */
  trySignIn(password: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    return this.ask("POST", "/auth/sign-in", {
      headers: { "content-type": "application/json", origin: this.#origin, ...headers },
      body: JSON.stringify({ login: `${USER}@example.com`, password }),
    });
  }

  /** @returns the cookie of the session */
  async signIn(password: string): Promise<string> {
    const { status, headers, body } = await this.trySignIn(password);
    const [cookie] = headers["set-cookie"] ?? [];
    if (status !== 200 || cookie === undefined) throw new Error(`signing in answers ${status}: ${body}`);
    if (!/;\s*secure/i.test(cookie)) throw new Error(`the cookie is not only for TLS: ${cookie}`);
    return cookie.split(";")[0] ?? "";
  }

  async accountId(): Promise<string> {
    const { body } = await this.ask("GET", "/jmap/session", { signedIn: true });
    const { primaryAccounts } = JSON.parse(body) as { primaryAccounts: Readonly<Record<string, string>> };
    return primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
  }

  /** Opens an answer that does not end, and hears what comes of it. */
  async listen(path: string): Promise<{ heard(text: string): Promise<void>; close(): void }> {
    const answer = await this.#open("GET", path, { signedIn: true });
    let said = "";
    answer.setEncoding("utf8");
    const iterator = answer[Symbol.asyncIterator]() as AsyncIterator<string>;
    return {
      async heard(text) {
        while (!said.includes(text)) {
          const next = await iterator.next();
          if (next.done === true) throw new Error(`the answer ended without ${text}: ${said}`);
          said += next.value;
        }
      },
      close: () => answer.destroy(),
    };
  }
}
