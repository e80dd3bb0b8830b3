interface SecurityHeaderOptions {
  /** Whether people reach the server by https. */
  readonly https: boolean;
}

const FEATURES = [
  "camera",
  "microphone",
  "geolocation",
  "payment",
  "usb",
  "serial",
  "midi",
  "browsing-topics",
];

/** A page talks to this server alone: also what it reports of its errors goes there, and on from there. */
const PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

/** An answer that is not a page may not load or run anything, even if a browser shows it. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The browser headers of an answer that is never a page, such as CalDAV's. */
export function securityHeadersOfData({ https }: SecurityHeaderOptions): Readonly<Record<string, string>> {
  return {
    "content-security-policy": NO_PAGE,
    ...EVERYWHERE,
    ...(https && HTTPS_ONLY),
  };
}

/** Whether pages of other sites may load an answer: only what says so itself, which is one script. */
const OTHER_SITES = "cross-origin-resource-policy";
const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  [OTHER_SITES]: "same-origin",
};
const HTTPS_ONLY = { "strict-transport-security": "max-age=31536000" };

/** @returns a function that adds the headers that keep browsers from being misused */
export function securityHeaders(
  options: SecurityHeaderOptions,
): (headers: Headers, isFrameable?: boolean) => void {
  const framed = PAGE.replace("frame-ancestors 'none'", "frame-ancestors *");
  const permissions = FEATURES.map((feature) => `${feature}=()`).join(", ");
  const everywhere = Object.entries({ ...EVERYWHERE, ...(options.https && HTTPS_ONLY) });
  return (headers, isFrameable = false) => {
    const isPage = headers.get("content-type")?.startsWith("text/html") === true;
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", isPage ? (isFrameable ? framed : PAGE) : NO_PAGE);
    const policy = headers.get(OTHER_SITES);
    for (const [name, value] of everywhere) headers.set(name, value);
    if (policy === "cross-origin") headers.set(OTHER_SITES, policy);
    if (!isPage) return;
    headers.set("permissions-policy", permissions);
    headers.set("cross-origin-opener-policy", "same-origin");
  };
}
