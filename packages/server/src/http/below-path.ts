import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * The seam between the server, which writes all addresses from the root of its host, and the path below which people
 * reach it (`SNART_PUBLIC_URL=https://example.org/calendar`). Proxies pass that path on or take it away; both are
 * understood, and what leaves has it.
 */

/** The path below which people reach the server, without a slash at its end; "" at the root of its host. */
export function basePathOf(publicUrl: string | null): string {
  return publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");
}

/**
 * Takes the path away from a request's target, before anybody has read it.
 * @param base the path, without a slash at its end
 * @returns where a browser is to go instead: it typed the path without the slash at its end, and the service worker
 * answers only what is below
 */
export function enterBelow(incoming: IncomingMessage, base: string): string | undefined {
  const { url, method } = incoming;
  if (base === "" || url === undefined) return undefined;
  if (url.split("?", 1)[0] === base && method === "GET") return `${base}/${url.slice(base.length)}`;
  const [, origin = "", target = ""] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(url) ?? [];
  if (target === base || target.startsWith(`${base}?`))
    incoming.url = `${origin}/${target.slice(base.length)}`;
  else if (target.startsWith(`${base}/`)) incoming.url = origin + target.slice(base.length);
  return undefined;
}

/** Puts the path before an address from the root of our host; other addresses, and those that have it, stay. */
export function below(base: string, address: string): string {
  const isOurs = /^\/(?![/\\])/.test(address) && address !== base && !address.startsWith(`${base}/`);
  return isOurs && base !== "" ? base + address : address;
}

/**
 * Puts the path before the addresses in the attributes of a page that we made. What people wrote has its quotation
 * marks escaped there, so it is never taken for an attribute.
 */
export const pageBelow = (base: string, html: string): string =>
  base === ""
    ? html
    : html.replace(/(\s(?:href|src|action|content)=")(\/[^"]*)"/g, (_, name: string, address: string) => {
        return `${name}${below(base, address)}"`;
      });

/** Puts the path before the addresses in the web app's manifest. */
export const manifestBelow = (base: string, json: string): string =>
  json.replace(/("(?:id|start_url|scope|src)": ")(\/[^"]*)"/g, (_, name: string, address: string) => {
    return `${name}${below(base, address)}"`;
  });

/** Puts the path into a page that the server made, and into the policy of its style, which names a typeface. */
export async function answerBelow(base: string, answer: Response): Promise<Response> {
  const style = /<style>(.*?)<\/style>/s;
  const html = pageBelow(base, await answer.text()).replace(style, (_, rules: string) => {
    return `<style>${rules.replaceAll('url("/', `url("${base}/`)}</style>`;
  });
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const policy = headers.get("content-security-policy");
  const rules = style.exec(html)?.[1];
  if (policy !== null && rules !== undefined) {
    const hash = createHash("sha256").update(rules).digest("base64");
    headers.set("content-security-policy", policy.replace(/'sha256-[^']*'/, `'sha256-${hash}'`));
  }
  return new Response(html, { status: answer.status, headers });
}

/** Puts the path into a redirect and into the path of cookies. */
export function headersBelow(base: string, headers: Headers): void {
  if (base === "") return;
  const location = headers.get("location");
  if (location !== null) headers.set("location", below(base, location));
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return;
  headers.delete("set-cookie");
  for (const cookie of cookies)
    headers.append("set-cookie", cookie.replace(/; Path=\/(?=;|$)/, `; Path=${base}`));
}
