import type { Limits } from "../app/limits.ts";
import { problemOfFailure } from "../app/storage-problem.ts";
import { BodyTooLarge } from "./body-limit.ts";
import { clientAddressFinder, isNearby, networkFinder } from "./client-address.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Logger } from "./logger.ts";
import { problemReply } from "./problem-response.ts";
import { reply, type Reply } from "./reply.ts";
import { isCrossSite } from "./same-origin.ts";

/** Where an error happened, without naming anybody. */
export interface ErrorPlace {
  readonly requestId: string;
  readonly route: string;
}

export interface GuardParts {
  /** The public origin of the server; null if it is not configured. */
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  readonly log: Logger;
  readonly reportError: (error: unknown, place: ErrorPlace) => void;
  readonly newRequestId: () => string;
  /** Called with every answer. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Called with the first proxy whose clients cannot be told apart, because it is not trusted. */
  readonly onUntrustedProxy?: (peer: string) => void;
}

/** One request on its way through the server. */
export interface Visit {
  /** Identifies it in the answer, the log and error reports. */
  readonly requestId: string;
  /** The client's IP address, as far as it can be known. */
  readonly address: string;
  /** on the clock of `performance.now` */
  readonly startedAt: number;
}

/** The parts of a request that the guards read. */
type Guarded = Pick<HttpRequest, "method" | "url" | "headers">;

/** Bytes of a sign-in form, far more than any needs. */
const FORM_SIZE = 65_536;
/** Slower requests are logged. */
const SLOW_MS = 2_000;

/** The work around every request, whichever way it came in. */
export class Guards {
  readonly #parts: GuardParts;
  readonly #findAddress: ReturnType<typeof clientAddressFinder>;
  readonly #isTrusted: ReturnType<typeof networkFinder>;
  #mayNoticeProxy: boolean;

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#findAddress = clientAddressFinder(parts.trustedProxies);
    this.#isTrusted = networkFinder(parts.trustedProxies);
    this.#mayNoticeProxy = parts.publicUrl !== null && parts.onUntrustedProxy !== undefined;
  }

  /** @param peer address of the other end of the socket */
  enter(peer: string | undefined, forwardedFor: string | null): Visit {
    const requestId = this.#parts.newRequestId();
    const address = this.#findAddress(peer, forwardedFor);
    // The address is the proxy's own; that of somebody at the machine of a trusted one may be so, too.
    if (this.#mayNoticeProxy && forwardedFor !== null && isNearby(address) && !this.#isTrusted(peer ?? "")) {
      this.#mayNoticeProxy = false;
      this.#parts.onUntrustedProxy?.(address);
    }
    return { requestId, address, startedAt: performance.now() };
  }

  /** Whether a browser sent it with somebody's session on behalf of another site. */
  isForeign({ method, url, headers }: Guarded, path: string): boolean {
    const byBrowserSession = headers.has("cookie") || path.startsWith("/auth/") || path.startsWith("/jmap/");
    return byBrowserSession && isCrossSite(method, url, headers, this.#parts.publicUrl);
  }

  /** Bytes that a request's body may have. */
  bodyLimit({ method, url }: Guarded, path: string): number {
    const { limits } = this.#parts;
    // JMAP and attachments have limits of their own, which their answers name; here they are only kept from flooding
    // the server.
    if (path.startsWith("/dav/"))
      return method === "POST" && url.includes("action=attachment-")
        ? Math.max(limits.requestSize, 2 * limits.attachmentSize)
        : limits.requestSize;
    if (path.startsWith("/jmap/")) return Math.max(limits.uploadSize, limits.requestSize);
    if (path.startsWith("/scim/")) return limits.provisioningSize;
    return /^\/(?:auth|door|rsvp|signup)\//.test(path) ? FORM_SIZE : limits.requestSize;
  }

  /** @param isGone whether the client has hung up, which explains any error */
  answerError(error: unknown, { requestId }: Visit, request: Guarded, path: string, isGone: boolean): Reply {
    if (error instanceof BodyTooLarge) return tooLarge(path, error.limit);
    const { log, reportError } = this.#parts;
    const place: ErrorPlace = { requestId, route: routeName(path) };
    if (isGone) {
      log.debug({ ...place, method: request.method }, "the client went away");
      return reply(null, { status: 400 });
    }
    const failure = problemOfFailure(error);
    if (failure) {
      const what = { ...place, method: request.method, reason: String(error) };
      if (failure.code === "data-damaged") log.error(what, "something stored cannot be read");
      else log.warn(what, "the database did not answer");
      return problemReply(failure);
    }
    log.error({ ...place, method: request.method, err: error }, "a request failed");
    reportError(error, place);
    return problemReply({ code: "internal" });
  }

  /** Logs method, kind of path, status and time; never the person or the thing. */
  leave({ requestId, startedAt }: Visit, method: string, path: string, answer: Answer): void {
    const ms = performance.now() - startedAt;
    const level = ms >= SLOW_MS && answer.isEndless !== true ? "info" : "debug";
    const { log, onAnswer } = this.#parts;
    if (!onAnswer && !log.isLevelEnabled(level)) return;
    const answered = { method, route: routeName(path), status: answer.status, ms };
    onAnswer?.(answered);
    log[level]({ requestId, ...answered, ms: Math.round(ms) }, "request");
  }
}

interface Answer {
  readonly status: number;
  /** an event stream */
  readonly isEndless?: boolean;
}

/** An answered request, without naming anybody. */
export interface Answered {
  readonly method: string;
  /** The part of its path that names no person or thing. */
  readonly route: string;
  readonly status: number;
  /** Until its answer began. */
  readonly ms: number;
}

/** A JMAP client learns which limit it met (RFC 8620 §3.6.1). */
export function tooLarge(path: string, limit: number): Reply {
  if (path.startsWith("/jmap/")) {
    const problem = {
      type: "urn:ietf:params:jmap:error:limit",
      limit: path.startsWith("/jmap/upload/") ? "maxSizeUpload" : "maxSizeRequest",
      status: 413,
      code: "request-too-large",
    };
    const headers = { "content-type": "application/problem+json", connection: "close" };
    return reply(JSON.stringify(problem), { status: 413, headers });
  }
  if (path.startsWith("/scim/")) {
    const problem = {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: "413",
      detail: `A request has at most ${limit} bytes.`,
    };
    const headers = { "content-type": "application/scim+json", connection: "close" };
    return reply(JSON.stringify(problem), { status: 413, headers });
  }
  const { status, headers, body } = problemReply({ code: "request-too-large", limit });
  return { status, headers: { ...headers, connection: "close" }, body };
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
  "/attachments/",
  "/b/",
  "/booking/",
  "/c/",
  "/door/",
  "/export/",
  "/feed/",
  "/p/",
  "/photo/",
  "/rsvp/",
  "/scim/",
  "/signup/",
  "/healthz",
  "/metrics",
];
/** The part of a path that names no person or thing. */
export const routeName = (path: string): string => ROUTES.find((route) => path.startsWith(route)) ?? "/";
