import { lookup } from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";

/** Addresses that are not of the open internet (RFC 6890): what a server can reach there is nobody else's business. */
const CLOSED = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  CLOSED.addSubnet(net, prefix, "ipv4");
/** Of version 6 only global unicast is open, without what carries version 4, tunnels and examples. */
const GLOBAL_V6 = new BlockList();
GLOBAL_V6.addSubnet("2000::", 3, "ipv6");
const CLOSED_V6 = new BlockList();
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  CLOSED_V6.addSubnet(net, prefix, "ipv6");

/** Whether an IP address is one of the open internet. */
export function isOpenAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !CLOSED.check(address, "ipv4");
  return family === 6 && GLOBAL_V6.check(address, "ipv6") && !CLOSED_V6.check(address, "ipv6");
}

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

export class RefusedAddress extends Error {}

/**
 * Posts to a URL that somebody has given us, and gives the status. Only https, only to addresses of the open internet: the
 * address is judged when it is connected to, so that no name can stand for another one in between. Redirects are not
 * followed, and no more is read than the status.
 * @throws RefusedAddress for where we do not go, Error when it can't be reached in time
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
        ...(isAllowed ? {} : { lookup: openLookup }),
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

type Looked = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** A name whose every address is open; one that also stands for a closed one is refused. */
function openLookup(hostname: string, options: LookupOptions, callback: Looked): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isOpenAddress(address)))
      return callback(new RefusedAddress("not an address of the open internet"), []);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}
