import type { StorageTrouble } from "@snart/calendar/jmap/account.ts";
import { Hono, type Context } from "hono";
import { answerBelow, headersBelow } from "./below-path.ts";
import { limitBody } from "./body-limit.ts";
import { sendEndless, sourceOf, type EndlessSource } from "./endless.ts";
import { tooLarge, type Guards } from "./guards.ts";
import type { HttpEnv } from "./http-env.ts";
import { markEndless } from "./listen.ts";
import { problemResponse } from "./problem-response.ts";
import { toResponse } from "./reply.ts";
import { securityHeaders } from "./security-headers.ts";
import type { StaticSite } from "./static-site.ts";

interface Health {
  readonly ok: boolean;
  readonly trouble: StorageTrouble | null;
}

interface ServerParts {
  readonly guards: Guards;
  /** Whether people reach the server by https. */
  readonly https: boolean;
  /** The path below which people reach it, without a slash at its end. */
  readonly base: string;
  readonly health: () => Promise<Health>;
  readonly site: StaticSite;
  /** Adds the front-ends' routes. */
  readonly mount: (server: Hono<HttpEnv>) => void;
}

/** The whole HTTP server as one Fetch-standard handler: guards around, front-ends and the web app inside. */
export function createServer(parts: ServerParts): Hono<HttpEnv> {
  const server = new Hono<HttpEnv>();
  const { guards, https, base } = parts;
  const secure = securityHeaders({ https });

  server.use("*", async (c, next) => {
    const { req, env } = c;
    const visit = guards.enter(env?.incoming?.socket.remoteAddress, req.raw.headers.get("x-forwarded-for"));
    c.set("visit", visit);
    c.set("address", visit.address);
    const refusal = refuse(c, guards);
    if (refusal) c.res = refusal;
    else await next();
    // Nobody reads the body of an answer to HEAD: whoever waits for its end has to be told.
    if (req.method === "HEAD") await c.res.body?.cancel();
    if (base !== "") await leaveBelow(base, c);
    const { headers, status } = c.res;
    headers.set("x-request-id", visit.requestId);
    secure(headers, c.get("isFrameable"));
    const answer: Response = c.res;
    const source = sourceOf(answer);
    if (source) await answerEndlessly(c, answer, source);
    guards.leave(visit, req.method, req.path, { status, isEndless: source !== undefined });
  });
  server.get("/healthz", async (c) => statusOf(c, (await parts.health()).ok));
  server.get("/healthz/live", (c) => statusOf(c, true));
  server.get("/healthz/ready", async (c) => statusOf(c, isReady(await parts.health())));
  parts.mount(server);
  server.get("*", async (c) => {
    const file = await parts.site.answer(c.req.raw);
    c.set("isFile", file !== undefined);
    return file ?? problemResponse({ code: "not-found" });
  });
  server.notFound(() => problemResponse({ code: "not-found" }));
  server.onError((error, c) => {
    const { raw, path } = c.req;
    const isGone = Boolean(c.env?.incoming?.errored) || raw.signal.aborted;
    return toResponse(guards.answerError(error, c.get("visit"), raw, path, isGone));
  });
  return server;
}

/** Lets the answer's source write to Node's response, which needs nothing of this request any more. */
async function answerEndlessly(c: Context<HttpEnv>, answer: Response, source: EndlessSource): Promise<void> {
  const { outgoing } = c.env;
  if (c.req.method === "HEAD" || !outgoing) return source.readerIsGone();
  // It makes a Response as it is loaded: see `listen.ts`.
  const { RESPONSE_ALREADY_SENT } = await import("@hono/node-server/utils/response");
  markEndless(outgoing);
  sendEndless(answer, source, outgoing);
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
}

/** Puts the path below which people reach the server into an answer; the files of the web app have it already. */
async function leaveBelow(base: string, c: Context<HttpEnv>): Promise<void> {
  const isPage = c.res.headers.get("content-type")?.startsWith("text/html") === true;
  if (isPage && c.get("isFile") !== true && c.res.body !== null) {
    const answer = await answerBelow(base, c.res);
    // Hono would put the headers of the former answer over those of the new one.
    c.res = undefined;
    c.res = answer;
  }
  headersBelow(base, c.res.headers);
}

/** The guards' answer before any front-end sees the request. May replace it with a length-checked request. */
function refuse(c: Context<HttpEnv>, guards: Guards): Response | undefined {
  const { raw, path } = c.req;
  if (guards.isForeign(raw, path)) return problemResponse({ code: "forbidden", right: "same-origin" });
  const limit = guards.bodyLimit(raw, path);
  const limited = limitBody(raw, limit);
  if (limited === "too-large") return toResponse(tooLarge(path, limit));
  if (limited !== raw) c.req.raw = limited;
  return undefined;
}

/** Tells anybody only whether the server is well; the health page tells administrators more. */
const statusOf = (c: Context<HttpEnv>, isOk: boolean): Response =>
  c.json({ status: isOk ? "ok" : "failing" }, isOk ? 200 : 503, { "cache-control": "no-store" });

/** Whether requests should come here: a disk that fills up is an administrator's matter, and most is answered all the same. */
const isReady = ({ trouble }: Health): boolean => trouble !== "unavailable" && trouble !== "other-schema";
