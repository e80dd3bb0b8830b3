import type { IncomingMessage } from "node:http";
import type { HttpRequest } from "../http-request.ts";

/** A Node request whose body has a stated length or is absent. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly plainPath: string;
  readonly headers: HttpRequest["headers"];
  readonly #incoming: IncomingMessage;

  /**
   * @param host of the URL, with the port
   * @param path of the URL, which is a plain one
   */
  constructor(incoming: IncomingMessage, host: string, path: string) {
    this.method = incoming.method ?? "GET";
    this.url = `http://${host}${path}`;
    this.plainPath = path;
    this.headers = new NodeHeaders(incoming);
    this.#incoming = incoming;
  }

  async readBytes(limit: number): Promise<Uint8Array | "too-large"> {
    const length = Number(this.headers.get("content-length") ?? 0);
    if (length === 0) return new Uint8Array();
    return length > limit ? "too-large" : readBody(this.#incoming);
  }
}

class NodeHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const value = this.#incoming.headers[name.toLowerCase()];
    return typeof value === "string" ? value : (value?.join(", ") ?? null);
  }

  has(name: string): boolean {
    return this.#incoming.headers[name.toLowerCase()] !== undefined;
  }
}

/** Node's parser holds the sender to the stated length. @throws if the sender hangs up before its end */
function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const tooEarly = (): void => reject(new Error("the request ended too early"));
    // If the client hung up earlier, during authentication, no event will come.
    if (incoming.destroyed) return tooEarly();
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const [only] = parts;
      resolve(parts.length === 1 && only ? only : Buffer.concat(parts));
    });
    incoming.on("error", reject);
    incoming.on("close", () => {
      // Making an error costs as much as reading the body did.
      if (!incoming.readableEnded) tooEarly();
    });
  });
}
