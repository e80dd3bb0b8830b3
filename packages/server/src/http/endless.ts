import { STATUS_CODES, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { takeSocket } from "./take-socket.ts";

/** Where the text of an endless answer goes. */
export interface EndlessSink {
  /** @returns whether there is room for more; if not, the source hears of it when there is */
  write(text: string): boolean;
  /** Ends the answer; what was written is still delivered. */
  end(): void;
}

/** Writes the body of an answer that never ends by itself. */
export interface EndlessSource {
  /** Is called once, with where to write. */
  start(sink: EndlessSink): void;
  /** There is room again. */
  hasRoomAgain(): void;
  /** Nobody reads any more; may be called more than once. */
  readerIsGone(): void;
}

/**
 * An answer that never ends by itself (an event stream). Its source writes directly to the connection: what else the way of a request and
 * of its answer leaves behind takes three times as much memory, for as long as the connection is open.
 */
export function endlessResponse(source: EndlessSource, headers: Readonly<Record<string, string>>): Response {
  const response = new Response(null, { headers });
  sources.set(response, source);
  return response;
}

// Not a class of its own: to extend Response loads it, which a server that has only started doesn't need.
const sources = new WeakMap<Response, EndlessSource>();

/** The source of an endless answer; undefined for any other. */
export const sourceOf = (response: Response): EndlessSource | undefined => sources.get(response);

/** Sends the head of an answer in the next turn of the event loop, and lets its source write the rest. */
export function sendEndless(
  { status, headers }: Response,
  source: EndlessSource,
  outgoing: ServerResponse,
): void {
  setImmediate(() => {
    if (outgoing.destroyed) return source.readerIsGone();
    const socket = takeSocket(outgoing);
    if (socket) socket.write(headOf(status, headers));
    else outgoing.setHeaders(headers).writeHead(status);
    serve(source, socket ?? outgoing);
  });
}

/** A function of its own: its closures stay, and would keep all that those of the request can see. */
function serve(source: EndlessSource, to: Socket | ServerResponse): void {
  to.on("drain", () => source.hasRoomAgain()).on("close", () => source.readerIsGone());
  source.start(new Sink(to));
}

/** The end of the connection is the end of the body (RFC 9112 §6.3), also for a client of HTTP/1.0. */
function headOf(status: number, headers: Headers): string {
  const fields = [...headers, ["date", new Date().toUTCString()], ["connection", "close"]];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

class Sink implements EndlessSink {
  readonly #to: Socket | ServerResponse;

  constructor(to: Socket | ServerResponse) {
    this.#to = to;
  }

  write(text: string): boolean {
    return this.#to.write(text);
  }

  end(): void {
    this.#to.end();
  }
}
