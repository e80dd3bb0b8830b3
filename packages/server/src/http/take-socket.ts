import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What Node's HTTP server reads requests of a connection with: not documented, so each part is looked for before it is used. */
interface Parser {
  /** The last request that it has read. */
  incoming: IncomingMessage | null;
  /** Lets the socket read again. */
  unconsume(): void;
  /** Takes it from the list of the server's connections. */
  remove(): void;
  /** Gives its memory back. */
  close(): void;
}
const METHODS = ["unconsume", "remove", "close"] as const;

const taken = new Set<Socket>();

/** The connections that were taken from a server and are still open. @param port the server's */
export const takenSockets = (port: number): readonly Socket[] =>
  [...taken].filter((socket) => socket.localPort === port);

/**
 * Takes a connection from Node's HTTP server, for an answer that never ends: nothing of the request, the response and
 * the parser stays, which is half of what an idle answer holds. Node does the same for an upgrade. Call it from the event loop
 * itself: the parser may not be at work.
 * @returns undefined if the answer has to go the usual way: it has begun, another request waits behind this one, or
 * this Node has other parts than those that are known here
 */
export function takeSocket(outgoing: ServerResponse): Socket | undefined {
  const { socket, req } = outgoing;
  const parser = socket && parserOf(socket);
  if (!socket || parser?.incoming !== req || outgoing.headersSent) return undefined;
  parser.unconsume();
  parser.remove();
  parser.close();
  // Functions that Node has hung on the socket hold the parser, and it the request.
  Object.assign(parser, { incoming: null, outgoing: null, socket: null, onIncoming: null });
  Object.assign(socket, { parser: null });
  outgoing.detachSocket(socket);
  for (const event of socket.eventNames()) socket.removeAllListeners(event);
  taken.add(socket);
  socket.setTimeout(0);
  socket.on("error", () => undefined).on("end", () => socket.destroy());
  socket.on("close", () => taken.delete(socket));
  // Whatever comes after the request is nobody's.
  socket.resume();
  // Who waits for the end of the response would keep it.
  outgoing.emit("close");
  return socket;
}

function parserOf(socket: Socket): Parser | undefined {
  const parser = (socket as { parser?: Partial<Parser> | null }).parser;
  return parser && METHODS.every((name) => typeof parser[name] === "function")
    ? (parser as Parser)
    : undefined;
}
