const NAME = "snart_session";
const STEP = "snart_step";
const PASSKEY = "snart_passkey";
const DAY_SECONDS = 86_400;

/** @param seconds how long the browser keeps it; 0 ends it */
const setCookie = (name: string, value: string, seconds: number, https: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;

/**
 * The `Set-Cookie` that keeps somebody signed in. Lax: links from other sites arrive signed in, foreign forms do not.
 */
export const sessionCookie = (token: string, days: number, https: boolean): string =>
  setCookie(NAME, token, days * DAY_SECONDS, https);

/** The `Set-Cookie` that ends it. */
export const clearedSessionCookie = (https: boolean): string => setCookie(NAME, "", 0, https);

/**
 * The `Set-Cookie` for a sign-in that has begun and goes on in the same browser. Lax: who comes back from another site's sign-in page
 * brings it along.
 */
export const stepCookie = (token: string, minutes: number, https: boolean): string =>
  setCookie(STEP, token, minutes * 60, https);

/** The `Set-Cookie` that ends it. */
export const clearedStepCookie = (https: boolean): string => setCookie(STEP, "", 0, https);

/** The same for a sign-in by a passkey: pages ask for one by themselves, which must not end another sign-in that has begun. */
export const passkeyCookie = (token: string, minutes: number, https: boolean): string =>
  setCookie(PASSKEY, token, minutes * 60, https);

/** The token of a sign-in by a passkey in a `Cookie` header. */
export const passkeyToken = (header: string | null): string | undefined => tokenIn(header, PASSKEY);

/** The token of such a sign-in in a `Cookie` header. */
export const stepToken = (header: string | null): string | undefined => tokenIn(header, STEP);

/** The session token in a `Cookie` header, if it has one in our form. */
export const sessionToken = (header: string | null): string | undefined => tokenIn(header, NAME);

function tokenIn(header: string | null, wanted: string): string | undefined {
  if (header === null || header.length > 16_384) return undefined;
  for (const pair of header.split(";")) {
    const [name, value = ""] = pair.trim().split("=");
    if (name === wanted && /^[A-Za-z0-9_-]{16,128}$/.test(value)) return value;
  }
  return undefined;
}
