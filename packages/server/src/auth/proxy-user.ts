import type { Context } from "hono";
import { networkFinder } from "../http/client-address.ts";
import type { HttpEnv } from "../http/http-env.ts";

export interface ProxySignIn {
  /** The header in which proxies say who somebody is; null: none is believed. */
  readonly signInHeader: string | null;
  /** Addresses or networks of the proxies that are believed. */
  readonly signInProxies: readonly string[];
  /** Those whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/**
 * Who a proxy says somebody is: a login or an e-mail address. Only of the peer itself, never of an address that another header names; and
 * not where the request came through somebody whose X-Forwarded-For is not believed, who may have written this header too.
 * @returns a function that finds it in a request; undefined: nobody who is believed says so
 */
export function proxyUserFinder({
  signInHeader,
  signInProxies,
  trustedProxies,
}: ProxySignIn): (c: Context<HttpEnv>) => string | undefined {
  if (signInHeader === null || signInProxies.length === 0) return () => undefined;
  const mayName = networkFinder(signInProxies);
  const mayForward = networkFinder(trustedProxies);
  return (c) => {
    const peer = c.env?.incoming?.socket.remoteAddress;
    if (peer === undefined || !mayName(peer)) return undefined;
    const isForwarded = ["x-forwarded-for", "forwarded"].some((name) => c.req.header(name) !== undefined);
    if (isForwarded && !mayForward(peer)) return undefined;
    // Another site's page may make a browser ask, and each time would begin a session.
    const site = c.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none") return undefined;
    const name = c.req.header(signInHeader);
    return name !== undefined && NAME.test(name) ? name : undefined;
  };
}

/** One name: a header that came twice has a comma, and whoever sent the second may be the person themself. */
const NAME = /^[\x21-\x2b\x2d-\x7e]{1,254}$/;
