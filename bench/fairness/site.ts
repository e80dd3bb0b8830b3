import { readFileSync, rmSync, mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpClient } from "../caldav/http-client.ts";
import { FairnessServer } from "./server.ts";

const PASSWORD = "password-of-the-bench";
export const HOG = "mallory";
export const BYSTANDER = "bob";

/** Whoever makes the load, with the ways to the server that rows need. */
export interface Hog {
  readonly client: HttpClient;
  readonly url: string;
  readonly authorization: string;
  readonly accountId: string;
  /** their calendar's path, with a slash at the end */
  readonly calendar: string;
  /** one JMAP call; the name of the answer, its arguments or the HTTP status */
  jmap(method: string, args?: object): Promise<JmapAnswer>;
  upload(text: string): Promise<string>;
}
export interface JmapAnswer {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A real server in a folder of its own, with two people. */
export class Site {
  readonly server: FairnessServer;
  readonly password = PASSWORD;
  readonly #folder: string;

  private constructor(server: FairnessServer, folder: string) {
    this.server = server;
    this.#folder = folder;
  }

  /** @param options of the server, beside those that every row has */
  static async open(options: Readonly<Record<string, string>>): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), "snart-fairness-"));
    const server = await FairnessServer.prepare(folder);
    for (const login of [HOG, BYSTANDER]) {
      const words = ["user", "add", `${login}@example.com`, "--name", login, "--password-stdin"];
      server.command(words, `${PASSWORD}\n`);
    }
    await server.start(options);
    return new Site(server, folder);
  }

  /** The most memory that the process has had since it was started, MB. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${String(this.server.pid)}/status`, "utf8");
    return Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  }

  async hog(connections = 16): Promise<Hog> {
    const { url } = this.server;
    const client = new HttpClient(url, HOG, PASSWORD, connections);
    const accountId = await accountOf(client);
    return {
      client,
      url,
      accountId,
      authorization: `Basic ${btoa(`${HOG}:${PASSWORD}`)}`,
      calendar: `/dav/calendars/${HOG}/calendar/`,
      async jmap(method, args = {}) {
        const body = JSON.stringify({ using: USING, methodCalls: [[method, { accountId, ...args }, "0"]] });
        const sent = {
          method: "POST",
          path: "/jmap/api",
          headers: { "content-type": "application/json" },
          body,
        };
        const { status, text } = await client.send(sent);
        if (status !== 200) return { name: String(status), args: {} };
        const answer = JSON.parse(text) as { methodResponses: [string, Record<string, unknown>][] };
        const [name, given] = answer.methodResponses[0] ?? ["nothing", {}];
        return { name, args: given };
      },
      async upload(text) {
        const headers = { "content-type": "text/calendar" };
        const sent = { method: "POST", path: `/jmap/upload/${accountId}/`, headers, body: text };
        const { status, text: answer } = await client.send(sent);
        if (status >= 300) throw new Error(`the upload answered ${String(status)}: ${answer}`);
        return (JSON.parse(answer) as { blobId: string }).blobId;
      },
    };
  }

  async close(): Promise<void> {
    await this.server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const USING = ["core", "calendars"].map((name) => `urn:ietf:params:jmap:${name}`).concat("urn:snart:jmap");

async function accountOf(client: HttpClient): Promise<string> {
  const { text } = await client.send({ method: "GET", path: "/jmap/session" });
  const session = JSON.parse(text) as { readonly primaryAccounts: Readonly<Record<string, string>> };
  return session.primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
}

/** Serves one text as a feed, on a port of its own. */
export async function serveFeed(text: string): Promise<{ readonly url: string; close(): void }> {
  const bytes = Buffer.from(text);
  const server = createServer((_, outgoing) =>
    outgoing.writeHead(200, { "content-type": "text/calendar" }).end(bytes),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/feed.ics`, close: () => void server.close() };
}
