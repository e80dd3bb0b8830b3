import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A client's request with its answer. */
export interface Traced {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

export interface Proxy {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

const KEPT =
  /^(content-type|depth|if|if-match|if-none-match|if-schedule-tag-match|prefer|brief|user-agent|accept|destination|overwrite)$/;
const kept = (headers: IncomingHttpHeaders): Record<string, unknown> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.test(name)));

/**
 * Listens on loopback, passes everything on to `target` and reports it, without credentials.
 * @param login signs in as this person, for clients whose password store can't be filled
 */
export async function startProxy(
  target: string,
  options: {
    readonly port?: number;
    readonly login?: string | undefined;
    readonly tell?: (traced: Traced) => void;
  } = {},
): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const { login, tell } = options;
  const signedIn = login === undefined ? {} : { authorization: `Basic ${btoa(`${login}:${login}`)}` };
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const { method = "", url: path = "" } = incoming;
      const headers = { ...incoming.headers, "accept-encoding": "identity", ...signedIn };
      const onward = request({ host: hostname, port, method, path, headers }, (answer) => {
        const answered: Buffer[] = [];
        answer.on("data", (part: Buffer) => answered.push(part));
        answer.on("end", () => {
          const status = answer.statusCode ?? 502;
          const texts = { body: Buffer.concat(parts).toString(), answer: Buffer.concat(answered).toString() };
          tell?.({ method, path, headers: kept(incoming.headers), status, ...texts });
          outgoing.writeHead(status, answer.headers).end(Buffer.concat(answered));
        });
      });
      onward.on("error", () => outgoing.writeHead(502).end());
      onward.end(Buffer.concat(parts));
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const own = (server.address() as AddressInfo).port;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${own}`, port: own, stop };
}
