import { Hono } from "hono";
import type { Context } from "hono";
import type { Limits } from "../app/limits.ts";
import { BodyTooLarge, limitBody } from "./body-limit.ts";
import { clientAddressFinder } from "./client-address.ts";
import type { HttpEnv } from "./http-env.ts";
import { markEndless } from "./listen.ts";
import type { Logger } from "./logger.ts";
import { problemResponse } from "./problem-response.ts";
import { isCrossSite } from "./same-origin.ts";
import { securityHeaders, securityHeadersOfData } from "./security-headers.ts";
import type { StaticSite } from "./static-site.ts";

/** Where an error happened, in words that name nobody. */
export interface ErrorPlace {
  readonly requestId: string;
  readonly route: string;
}
export interface Health {
  readonly ok: boolean;
  readonly [detail: string]: unknown;
}
export interface ServerParts {
  /** Origin under which people reach the server; null when it is not configured. */
  readonly publicUrl: string | null;
  readonly errorReportOrigin: string | null;
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  readonly log: Logger;
  readonly reportError: (error: unknown, place: ErrorPlace) => void;
  readonly newRequestId: () => string;
  readonly health: () => Promise<Health>;
  readonly site: StaticSite;
  /** Adds the front-ends' routes. */
  readonly mount: (server: Hono<HttpEnv>) => void;
}

/** Bytes of a sign-in form, far more than any needs. */
const FORM_SIZE = 65_536;
/** Requests that take longer are worth a line in the log. */
const SLOW_MS = 2_000;

/** The whole HTTP server as one Fetch-standard handler: guards around, front-ends and the web app inside. */
export function createServer(parts: ServerParts): Hono<HttpEnv> {
  const server = new Hono<HttpEnv>();
  const findAddress = clientAddressFinder(parts.trustedProxies);
  const https = parts.publicUrl?.startsWith("https:") === true;
  const secure = securityHeaders({ https, errorReportOrigin: parts.errorReportOrigin });
  const ofData = Object.entries(securityHeadersOfData({ https }));

  server.use("*", async (c, next) => {
    const started = performance.now();
    c.set("requestId", parts.newRequestId());
    c.set(
      "address",
      findAddress(c.env?.incoming?.socket.remoteAddress, c.req.raw.headers.get("x-forwarded-for")),
    );
    const refusal = refuse(c, parts);
    const outgoing = c.env?.outgoing;
    if (outgoing && c.req.path.startsWith("/dav/")) {
      // To write into the headers of a Response costs as much as answering a GET does: Node's own are as good, and no page is there.
      for (const [name, value] of ofData) outgoing.setHeader(name, value);
      outgoing.setHeader("x-request-id", c.get("requestId"));
      if (refusal) c.res = refusal;
      else await next();
    } else {
      if (refusal) c.res = refusal;
      else await next();
      c.res.headers.set("x-request-id", c.get("requestId"));
      secure(c.res.headers, c.get("isFrameable"));
      if (isEventStream(c.res) && outgoing) markEndless(outgoing);
    }
    logAccess(parts.log, c, performance.now() - started);
  });
  server.get("/healthz", (c) => healthz(c, parts));
  parts.mount(server);
  server.get(
    "*",
    async (c) => (await parts.site.answer(c.req.raw)) ?? problemResponse({ code: "not-found" }),
  );
  server.notFound(() => problemResponse({ code: "not-found" }));
  server.onError((error, c) => answerError(error, c, parts));
  return server;
}

/** What is answered before any front-end sees the request. May put a length-checked request in its place. */
function refuse(c: Context<HttpEnv>, parts: ServerParts): Response | undefined {
  const { method, url, headers } = c.req.raw;
  const path = c.req.path;
  const byBrowserSession = headers.has("cookie") || path.startsWith("/auth/") || path.startsWith("/jmap/");
  if (byBrowserSession && isCrossSite(method, url, headers, parts.publicUrl))
    return problemResponse({ code: "forbidden", right: "same-origin" });
  const isAttachment = method === "POST" && path.startsWith("/dav/") && url.includes("action=attachment-");
  const limit = bodyLimit(path, isAttachment, parts.limits);
  const limited = limitBody(c.req.raw, limit);
  if (limited === "too-large") return tooLarge(path, limit);
  if (limited !== c.req.raw) c.req.raw = limited;
  return undefined;
}

function bodyLimit(path: string, isAttachment: boolean, limits: Limits): number {
  // JMAP and attachments are held to limits of their own, which are named; here they are only kept from swamping the server.
  if (isAttachment) return Math.max(limits.requestSize, 2 * limits.attachmentSize);
  if (path.startsWith("/jmap/")) return Math.max(limits.uploadSize, limits.requestSize);
  return path.startsWith("/auth/") || path.startsWith("/rsvp/") ? FORM_SIZE : limits.requestSize;
}

/** A JMAP client is told which of its limits it met (RFC 8620 §3.6.1). */
function tooLarge(path: string, limit: number): Response {
  const response = path.startsWith("/jmap/")
    ? Response.json(
        {
          type: "urn:ietf:params:jmap:error:limit",
          limit: path.startsWith("/jmap/upload/") ? "maxSizeUpload" : "maxSizeRequest",
          status: 413,
          code: "request-too-large",
        },
        { status: 413, headers: { "content-type": "application/problem+json" } },
      )
    : problemResponse({ code: "request-too-large", limit });
  response.headers.set("connection", "close");
  return response;
}

function answerError(error: Error, c: Context<HttpEnv>, parts: ServerParts): Response {
  if (error instanceof BodyTooLarge) return tooLarge(c.req.path, error.limit);
  const place: ErrorPlace = { requestId: c.get("requestId"), route: routeName(c.req.path) };
  if (c.env?.incoming?.errored || c.req.raw.signal.aborted) {
    parts.log.debug({ ...place, method: c.req.method }, "the client went away");
    return new Response(null, { status: 400 });
  }
  parts.log.error({ ...place, method: c.req.method, err: error }, "a request failed");
  parts.reportError(error, place);
  return problemResponse({ code: "internal" });
}

const isEventStream = (response: Response): boolean =>
  response.headers.get("content-type")?.startsWith("text/event-stream") === true;

async function healthz(c: Context<HttpEnv>, parts: ServerParts): Promise<Response> {
  const { ok, ...details } = await parts.health();
  return c.json({ status: ok ? "ok" : "failing", ...details }, ok ? 200 : 503, {
    "cache-control": "no-store",
  });
}

/** Method, kind of path, status and time; never who asked or for what. */
function logAccess(log: Logger, c: Context<HttpEnv>, took: number): void {
  const level =
    took >= SLOW_MS && c.res.headers.get("content-type") !== "text/event-stream" ? "info" : "debug";
  if (!log.isLevelEnabled(level)) return;
  const route = routeName(c.req.path);
  log[level](
    {
      requestId: c.get("requestId"),
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(took),
    },
    "request",
  );
}

const ROUTES = [
  "/dav/principals/",
  "/dav/calendars/",
  "/dav/",
  "/jmap/upload/",
  "/jmap/download/",
  "/jmap/",
  "/auth/",
  "/.well-known/",
  "/assets/",
  "/healthz",
];
/** The part of a path that names no person or thing. */
export const routeName = (path: string): string => ROUTES.find((route) => path.startsWith(route)) ?? "/";
