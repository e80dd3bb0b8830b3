import type { IncomingMessage } from "node:http";
import type { Context, Hono } from "hono";
import type { App } from "../app/app.ts";
import { actorOfRequest, refusedResponse } from "../auth/actor-of-request.ts";
import type { HttpEnv } from "../http/http-env.ts";
import { davHandler, wellKnownCaldav } from "./server.ts";
import type { DavContext, DavOptions } from "./server.ts";

/** Adds CalDAV to the server: everything below `/dav`, discovery at `/` and `/.well-known/caldav`. Basic sign-in only. */
export function mountDav(server: Hono<HttpEnv>, app: App, options: DavOptions): void {
  const answer = davHandler(app, options);
  const handle = async (c: Context<HttpEnv>): Promise<Response> => {
    const request = c.req.raw;
    const actor = await actorOfRequest(app, request.headers, c.get("address"), "basic");
    return actor.ok
      ? answer(request, actor.value, contextOf(c))
      : refusedResponse(actor.problem, request.headers);
  };
  server.all("/dav", handle);
  server.all("/dav/*", handle);
  server.on(["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"], "/", handle);
  server.all("/.well-known/caldav", () => wellKnownCaldav(options));
}

/** A body of stated length is read from Node's own stream: three times as cheap as through the fetch standard's. */
function contextOf(c: Context<HttpEnv>): DavContext {
  const incoming = c.env?.incoming;
  const isDirect = incoming && "headers" in incoming && incoming.headers["transfer-encoding"] === undefined;
  return isDirect ? { readBytes: (limit) => readIncoming(incoming as IncomingMessage, limit) } : {};
}

function readIncoming(incoming: IncomingMessage, limit: number): Promise<Uint8Array | "too-large"> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return Promise.resolve("too-large");
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    incoming.on("error", reject);
    incoming.on("close", () => reject(new Error("the client went away")));
  });
}
