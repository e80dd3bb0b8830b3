/**
 * Whether a browser sent this request on behalf of another site. Browsers say so themselves (Sec-Fetch-Site); older
 * ones at least name the origin of unsafe requests. A client that says neither is not a browser and has no cookies
 * that a foreign page could use.
 * @param publicUrl the configured address of the server
 */
export function isCrossSite(
  method: string,
  url: string,
  headers: Pick<Headers, "get">,
  publicUrl: string | null,
): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return false;
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  if (origin === null) return false;
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return false;
  return URL.parse(origin)?.host !== URL.parse(url)?.host;
}
