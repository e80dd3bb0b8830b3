import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface Kept {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A bare server that answers with what another one has answered first: the same bytes, packed alike, without the work. */
export interface SameBytes {
  readonly url: string;
  stop(): void;
}

/** @param origin of the other one, which is asked for each path once */
export async function openSameBytes(origin: string): Promise<SameBytes> {
  const { host } = new URL(origin);
  const ask = (path: string, given: IncomingHttpHeaders): Promise<Kept> =>
    new Promise((resolve, reject) => {
      const asked = request(origin + path, { headers: { ...given, host } }, (answer) => {
        const { statusCode: status = 502, headers } = answer;
        const { connection: _, "keep-alive": _again, "transfer-encoding": _pieces, ...left } = headers;
        buffer(answer).then((body) => {
          resolve({ status, headers: { ...left, "content-length": String(body.length) }, body });
        }, reject);
      });
      asked.on("error", reject).end();
    });
  const known = new Map<string, Promise<Kept>>();
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? "/";
    const kept = known.get(path) ?? ask(path, incoming.headers);
    known.set(path, kept);
    kept.then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.destroy(error instanceof Error ? error : new Error("no answer")),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
