const NAME = "snart_session";
const DAY_SECONDS = 86_400;

/**
 * The `Set-Cookie` that keeps somebody signed in. Lax: links from other sites arrive signed in, foreign forms do not.
 */
export function sessionCookie(token: string, days: number, https: boolean): string {
  return `${NAME}=${token}; Path=/; Max-Age=${days * DAY_SECONDS}; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}

/** The `Set-Cookie` that ends it. */
export function clearedSessionCookie(https: boolean): string {
  return `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${https ? "; Secure" : ""}`;
}

/** The session token in a `Cookie` header, if it has one in our form. */
export function sessionToken(header: string | null): string | undefined {
  if (header === null || header.length > 16_384) return undefined;
  for (const pair of header.split(";")) {
    const [name, value = ""] = pair.trim().split("=");
    if (name === NAME && /^[A-Za-z0-9_-]{16,128}$/.test(value)) return value;
  }
  return undefined;
}
