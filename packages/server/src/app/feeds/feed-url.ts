/** Longer ones are mistakes, and exceed what a database can index. */
const LONGEST = 2_000;

/**
 * The address from which a feed is fetched: browsers hand `webcal:` to calendar apps, and it means https. Undefined
 * for anything but a web address.
 */
export function feedUrl(written: string): string | undefined {
  const text = written.trim().replace(/^webcals?:\/\//i, "https://");
  const url =
    text.length > LONGEST ? null : URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "")
    return undefined;
  if (!isDecodable(url.username) || !isDecodable(url.password)) return undefined;
  url.hash = "";
  return url.href.length > LONGEST ? undefined : url.href;
}

/**
 * The addresses at which a feed may be: `webcal:` says nothing of encryption, so where nobody answers at https, http is
 * tried. Empty for anything but a web address.
 */
export function feedUrls(written: string): readonly string[] {
  const url = feedUrl(written);
  if (url === undefined) return [];
  const plain = /^webcal:\/\//i.test(written.trim()) ? feedUrl(url.replace(/^https:/, "http:")) : undefined;
  return plain === undefined ? [url] : [url, plain];
}

/** An address without name and password, for display. */
export function shownUrl(address: string): { readonly url: string; readonly hasCredentials: boolean } {
  const url = new URL(address);
  const hasCredentials = url.username !== "" || url.password !== "";
  [url.username, url.password] = ["", ""];
  return { url: url.href, hasCredentials };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
