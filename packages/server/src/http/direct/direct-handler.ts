import type { IncomingMessage, ServerResponse } from "node:http";
import { tooLarge, type Guards, type Visit } from "../guards.ts";
import { PLAIN_SEGMENTS, type HttpRequest } from "../http-request.ts";
import { NodeRequest } from "./node-request.ts";
import { problemReply } from "../problem-response.ts";
import type { Pieces, Reply } from "../reply.ts";
import { securityHeadersOfData } from "../security-headers.ts";

/** Answers a request, or returns false to leave it to another handler. */
export type DirectHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

interface DirectParts {
  readonly guards: Guards;
  /** Whether people reach the server by https. */
  readonly https: boolean;
  readonly answer: (request: HttpRequest, visit: Visit) => Promise<Reply>;
}

/** The paths that calendar apps request all day. */
const PLAIN_PATH = new RegExp(String.raw`^\/dav\/calendars${PLAIN_SEGMENTS}$`);
const PLAIN_HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/;

/**
 * Hands plain requests for calendars directly from Node's request to CalDAV, and the reply directly to Node's
 * response. The way through Request, router and Response, which all other requests take and these could, costs more
 * than most answers do. Guards and answers are the same.
 */
export function directHandler({ guards, https, answer }: DirectParts): DirectHandler {
  const ofData = securityHeadersOfData({ https });

  async function run(request: NodeRequest, outgoing: ServerResponse): Promise<void> {
    const { plainPath: path } = request;
    const { req: incoming } = outgoing;
    const visit = guards.enter(incoming.socket.remoteAddress, request.headers.get("x-forwarded-for"));
    let reply: Reply;
    try {
      reply = refuse(guards, request) ?? (await answer(request, visit));
    } catch (error) {
      reply = guards.answerError(error, visit, request, path, outgoing.destroyed);
    }
    const headers = { ...ofData, "x-request-id": visit.requestId, ...reply.headers };
    try {
      await send(outgoing, { ...reply, headers });
    } catch (error) {
      // The client may have a part already and must not take it for the whole.
      outgoing.destroy();
      guards.answerError(error, visit, request, path, false);
    }
    guards.leave(visit, request.method, path, reply);
  }

  return (incoming, outgoing) => {
    const { url: path = "", headers } = incoming;
    const { host = "" } = headers;
    if (!PLAIN_PATH.test(path) || !PLAIN_HOST.test(host) || headers["transfer-encoding"] !== undefined)
      return false;
    void run(new NodeRequest(incoming, host, path), outgoing);
    return true;
  };
}

/** The guards' answers before CalDAV sees the request. */
function refuse(guards: Guards, request: NodeRequest): Reply | undefined {
  const { plainPath: path } = request;
  if (guards.isForeign(request, path)) return problemReply({ code: "forbidden", right: "same-origin" });
  const limit = guards.bodyLimit(request, path);
  const isTooLong = Number(request.headers.get("content-length") ?? 0) > limit;
  return isTooLong ? tooLarge(path, limit) : undefined;
}

/** Characters; caching several longer ones costs more than it saves. */
const SHORT = 16_384;
let turn: Promise<void> | undefined;
/**
 * Resolves when everything that arrived before this turn of the event loop has been read. Writing to a sleeping
 * process wakes it, which costs a third of a short answer; when the answers of a turn are written together, a client
 * that waits for several is awake already.
 */
const endOfTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  ));

/** @throws if producing the pieces of a body fails */
async function send(outgoing: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  if (typeof body === "string") {
    if (body.length <= SHORT) await endOfTurn();
    outgoing.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
  } else if (body === null) {
    const mayTellLength = status !== 204 && status !== 304 && outgoing.req.method !== "HEAD";
    outgoing.writeHead(status, mayTellLength ? { ...headers, "Content-Length": 0 } : headers).end();
  } else {
    outgoing.writeHead(status, headers);
    await sendPieces(outgoing, body);
  }
}

/** Produces no more than the client reads; when it hangs up, produces nothing more. */
async function sendPieces(outgoing: ServerResponse, pieces: Pieces): Promise<void> {
  for await (const piece of pieces) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) await drained(outgoing);
  }
  outgoing.end();
}

/** Resolves also when the client has hung up. */
const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.on("drain", go).on("close", go);
  });
