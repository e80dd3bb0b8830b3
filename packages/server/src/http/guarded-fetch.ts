import type { FeedErrorCode } from "@snart/calendar/jmap/feeds.ts";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import type { FeedAnswer, FeedFetcher, FeedRequest } from "../app/feed-fetcher.ts";
import { addressRule, guardedLookup, RefusedAddress, type Resolve } from "./open-addresses.ts";

export interface FetchGuard {
  /** Addresses and networks that may be reached though they are not public. */
  readonly networks?: readonly string[];
  /** Resolves names; tests pass their own. */
  readonly resolve?: Resolve;
}

const MOST_REDIRECTS = 5;
/** Below this only the web's own ports: other services there do not speak HTTP to strangers. */
const FIRST_FREE_PORT = 1024;

/** Why a fetch ended without a usable answer. */
export class Unusable extends Error {
  readonly code: FeedErrorCode;
  readonly status: number | undefined;
  constructor(code: FeedErrorCode, status?: number) {
    super(code);
    this.code = code;
    this.status = status;
  }
}

/**
 * Fetches from an address that a user has given. Only http and https, only public addresses and those that the
 * administrator has named; every redirect is checked again, and the checked address is the one connected to. Bounded
 * in time over all redirects, and in bytes both as sent and unpacked.
 */
export function guardedFetcher({ networks = [], resolve }: FetchGuard = {}): FeedFetcher {
  const way = wayOf({ networks, ...(resolve && { resolve }) });
  return async (request) => {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      return await follow(request, { ...way, signal });
    } catch (error) {
      return { kind: "failed", error: errorOf(error, signal) };
    }
  };
}

interface Way {
  readonly mayReach: (address: string) => boolean;
  readonly lookup: ReturnType<typeof guardedLookup>;
  readonly signal: AbortSignal;
}

/** Which addresses may be reached, and how names are resolved to them. */
export function wayOf({ networks = [], resolve }: FetchGuard): Omit<Way, "signal"> {
  const mayReach = addressRule(networks);
  return { mayReach, lookup: guardedLookup(mayReach, resolve) };
}

async function follow(request: FeedRequest, way: Way): Promise<FeedAnswer> {
  const first = new URL(request.url);
  let url = first;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    // Credentials are for the server that they were given for, and never go unencrypted where they did not before.
    const response = await open(url, request, way, url.origin === first.origin ? first : undefined);
    const next = redirectOf(response, url);
    if (!next) return await answerOf(response, request);
    response.destroy();
    url = next;
  }
  throw new Unusable("too-many-redirects");
}

/** Where an answer sends whoever asks; undefined: it is no redirect. */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  const next = headers.location === undefined ? null : URL.parse(headers.location, from.href);
  if (!next) throw new Unusable("answered-badly", statusCode);
  return next;
}

const open = (url: URL, request: FeedRequest, way: Way, credentials?: URL): Promise<IncomingMessage> =>
  openTo(url, { headers: headersOf(request, credentials) }, way);

interface Sent {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request to an address that may be reached, at a port of the web. */
export function openTo(
  url: URL,
  { method = "GET", headers, body }: Sent,
  way: Way,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port === "" ? 0 : url.port);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const isFreePort = port === 0 || port === 80 || port === 443 || port >= FIRST_FREE_PORT;
  if (!isWeb || !isFreePort || (isIP(host) !== 0 && !way.mayReach(host)))
    return Promise.reject(new Unusable("address-refused"));
  const target = new URL(url);
  [target.username, target.password, target.hash] = ["", "", ""];
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const { lookup, signal } = way;
    const asked = send(target, { method, headers, signal, agent: false, lookup }, resolve);
    asked.on("error", reject);
    asked.end(body);
  });
}

function headersOf(
  { etag, lastModified }: FeedRequest,
  credentials: URL | undefined,
): Record<string, string> {
  const name = decodeURIComponent(credentials?.username ?? "");
  const password = decodeURIComponent(credentials?.password ?? "");
  const basic = Buffer.from(`${name}:${password}`).toString("base64");
  return {
    Accept: "text/calendar, */*;q=0.5",
    "Accept-Encoding": "gzip",
    "User-Agent": "Snart",
    ...(etag !== null && { "If-None-Match": etag }),
    ...(lastModified !== null && { "If-Modified-Since": lastModified }),
    ...((name !== "" || password !== "") && { Authorization: `Basic ${basic}` }),
  };
}

async function answerOf(response: IncomingMessage, request: FeedRequest): Promise<FeedAnswer> {
  const status = response.statusCode ?? 0;
  if (status === 200) {
    const content = await contentOf(response, request.maxBytes);
    const { etag = null, "last-modified": lastModified = null } = response.headers;
    return { kind: "read", content, etag, lastModified };
  }
  response.destroy();
  if (status === 304) return { kind: "unchanged" };
  if (status === 401 || status === 403) throw new Unusable("needs-sign-in", status);
  if (status === 404 || status === 410) throw new Unusable("not-there", status);
  throw new Unusable("answered-badly", status);
}

/** Reads and unpacks the body; stops as soon as either is too large, whatever length the other side claims. */
export async function contentOf(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  let sent = 0;
  response.on("data", (chunk: Buffer) => {
    sent += chunk.byteLength;
    if (sent > maxBytes) response.destroy(new Unusable("too-large"));
  });
  const unpacked = unpack(response);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      size += part.byteLength;
      if (size > maxBytes) throw new Unusable("too-large");
      parts.push(part);
    }
  } finally {
    response.destroy();
    unpacked.destroy();
  }
  if (!response.complete) throw new Unusable("incomplete");
  return Buffer.concat(parts, size);
}

function unpack(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return response;
  if (!["gzip", "x-gzip", "deflate"].includes(encoding)) throw new Unusable("answered-badly", 200);
  const unpacker = encoding === "deflate" ? createInflate() : createGunzip();
  response.on("error", (error) => unpacker.destroy(error));
  response.on("aborted", () => unpacker.destroy(new Unusable("incomplete")));
  return response.pipe(unpacker);
}

/** What ended a fetch, as an error of a feed. */
export function errorOf(error: unknown, signal: AbortSignal): { code: FeedErrorCode; status?: number } {
  if (error instanceof Unusable)
    return { code: error.code, ...(error.status !== undefined && { status: error.status }) };
  if (error instanceof RefusedAddress) return { code: "address-refused" };
  if (signal.aborted) return { code: "timed-out" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") return { code: "incomplete" };
  if (code.startsWith("Z_")) return { code: "answered-badly" };
  return { code: "unreachable" };
}
