import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { guardedLookup, isOpenAddress, RefusedAddress } from "./open-addresses.ts";

export interface GuardedPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface GuardOptions {
  /** Hosts (`host:port`) that may be reached though they are closed, by http too; for tests. */
  readonly allowed?: ReadonlySet<string>;
  readonly timeoutMs?: number;
}

/**
 * Posts to a URL that a user has given, and returns the status. Only https, only to public addresses: the address is
 * checked when connecting, so that no name can stand for another one in between. Redirects are not followed, and only
 * the status is read.
 * @throws RefusedAddress for closed addresses, Error if it can't be reached in time
 */
export function guardedPost(post: GuardedPost, options: GuardOptions = {}): Promise<number> {
  const { allowed = new Set<string>(), timeoutMs = 10_000 } = options;
  const url = URL.parse(post.url);
  const isAllowed = url !== null && allowed.has(url.host);
  if (!url || url.username !== "" || (url.protocol !== "https:" && !(isAllowed && url.protocol === "http:")))
    return Promise.reject(new RefusedAddress("only https is posted to"));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isAllowed && !isOpenAddress(host))
    return Promise.reject(new RefusedAddress("not an address of the open internet"));
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(
      url,
      {
        method: "POST",
        headers: { ...post.headers, "Content-Length": String(post.body.byteLength) },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(isAllowed ? {} : { lookup: guardedLookup() }),
      },
      (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("error", reject);
    request.end(post.body);
  });
}
