import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { getRequestListener, HttpBindings } from "@hono/node-server";
import { enterBelow } from "./below-path.ts";
import type { DirectHandler } from "./direct/direct-handler.ts";
import { takenSockets } from "./take-socket.ts";

type FetchHandler = (request: Request, bindings: Partial<HttpBindings>) => Response | Promise<Response>;

/** The handlers of requests: `fetch` answers those that `direct`, if present, leaves. */
export interface Handlers {
  readonly fetch: FetchHandler;
  readonly direct?: DirectHandler;
  /** The path below which people reach the server, without a slash at its end; absent: none. */
  readonly base?: string;
}

export interface Listening {
  /** The actual port, also if 0 was asked for. */
  readonly port: number;
  /**
   * Accepts no new connections, lets requests in flight finish and ends event streams, which never would.
   * @param graceMs after this, connections are cut
   */
  stop(graceMs: number): Promise<Stopped>;
}

/** What became of the requests that were in flight when the server was to stop. */
interface Stopped {
  readonly finished: number;
  /** taking longer than was let them */
  readonly cut: number;
}

/** Why the server could not be started, as one sentence for the person who started it. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}

/** A deliberately slow client is cut off: headers in 20 s, the whole request in 5 min (32 MiB at 1 Mbit/s). */
const TIMEOUTS = {
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};

/** A client that takes nothing of its answer for this long is cut off: what it was to get is in memory. */
const STALLED_MS = 30_000;

interface ListenOptions extends Partial<typeof TIMEOUTS> {
  readonly stalledMs?: number;
  /** Called when nothing has gone either way for that long; for tests. */
  readonly onStalled?: () => void;
}

const endless = new WeakSet<ServerResponse>();
/** Marks an answer that never ends by itself (an event stream), so that stopping need not wait for it. */
export function markEndless(response: ServerResponse): void {
  endless.add(response);
}

/** Listens on a TCP port. Throws StartProblem if it can't. */
export async function listen(
  { fetch, direct, base = "" }: Handlers,
  host: string,
  port: number,
  { stalledMs = STALLED_MS, onStalled = () => undefined, ...timeouts }: ListenOptions = {},
): Promise<Listening> {
  const throughFetch = listenerOf(fetch);
  const open = new Set<ServerResponse>();
  const options = { ...TIMEOUTS, ...timeouts, maxHeaderSize: 16_384 };
  const server = createNodeServer(options, (incoming, outgoing) => {
    open.add(outgoing);
    outgoing.once("close", () => open.delete(outgoing));
    const elsewhere = enterBelow(incoming, base);
    if (elsewhere !== undefined) outgoing.writeHead(308, { location: elsewhere }).end();
    else if (!hasUsableUrl(incoming)) refuseUrl(outgoing);
    else if (direct?.(incoming, outgoing) !== true) throughFetch(incoming, outgoing);
  });
  server.setTimeout(stalledMs, (socket) => {
    // Without octets that wait for the client, it is the client who waits.
    const isWaiting = [...open].some((response) => response.socket === socket);
    if (socket.writableLength > 0 || !isWaiting) socket.destroy();
    onStalled();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(startProblem(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    stop(graceMs) {
      for (const socket of takenSockets(actual)) socket.destroy();
      return stop(server, open, graceMs);
    },
  };
}

/**
 * Answers by Request and Response. These are loaded with the first request that needs them: they take 9 MB, which a
 * server that is only asked by calendar apps does without.
 */
function listenerOf(fetch: FetchHandler): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  let listener: ReturnType<typeof getRequestListener> | undefined;
  return (incoming, outgoing) => {
    if (listener) return void listener(incoming, outgoing);
    void loadListener().then((getListener) => {
      listener ??= getListener((request, bindings) => fetch(request, bindings as HttpBindings));
      return listener(incoming, outgoing);
    });
  };
}

async function loadListener(): Promise<typeof getRequestListener> {
  // Its mark of an answer that was sent must be a Response of Node's own, which the listener replaces.
  await import("@hono/node-server/utils/response");
  return (await import("@hono/node-server")).getRequestListener;
}

/** A Host that was found usable: most requests come to the same. */
let knownHost: string | undefined;

/** Whether a URL can be made of a request's target and Host; Node's parser lets others through, of which no Request can be made. */
function hasUsableUrl({ url = "/", headers: { host } }: IncomingMessage): boolean {
  if (/^https?:/i.test(url)) return isPlainUrl(url);
  if (host === undefined || host === knownHost) return true;
  const isUsable = isPlainUrl(`http://${host}/`);
  if (isUsable) knownHost = host;
  return isUsable;
}

/** Whether it can be read, and names nobody. */
function isPlainUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
}

function refuseUrl(response: ServerResponse): void {
  response.writeHead(400, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ code: "malformed-request" }));
}

async function stop(server: Server, open: ReadonlySet<ServerResponse>, graceMs: number): Promise<Stopped> {
  let [finished, cut] = [0, 0];
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const response of open) {
    if (endless.has(response)) response.destroy();
    else if (!response.headersSent) response.setHeader("connection", "close");
    response.once("finish", () => {
      finished++;
      setImmediate(() => server.closeIdleConnections());
    });
  }
  const deadline = setTimeout(() => {
    cut = open.size;
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearTimeout(deadline);
  return { finished, cut };
}

function startProblem(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code ?? "") {
    case "EADDRINUSE":
      return new StartProblem(
        `Port ${port} is taken by another program; stop it or set SNART_PORT to another port.`,
      );
    case "EACCES":
      return new StartProblem(
        `Port ${port} may not be opened by this user; set SNART_PORT to one above 1023.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartProblem(`SNART_HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
