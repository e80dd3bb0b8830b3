import { SECOND, type Instant } from "@snart/calendar/time/instant.ts";

/** What stands in the way of signing in. */
export type SignInTrouble =
  | { readonly kind: "missing"; readonly login: boolean; readonly password: boolean }
  /** wrong password or code */
  | { readonly kind: "wrong"; readonly attemptsLeft: number }
  | { readonly kind: "paused"; readonly until: Instant }
  | { readonly kind: "other"; readonly code: string };

/** The gaps of the form before it is sent; undefined when there are none. */
export function gapsIn(login: string, password: string): SignInTrouble | undefined {
  const missing = { login: login.trim() === "", password: password === "" };
  return missing.login || missing.password ? { kind: "missing", ...missing } : undefined;
}

/** Reads the server's refusal: `attemptsLeft` and `retryAfter` (seconds) only count if they are numbers. */
export function refusalOf(
  code: string,
  fields: Readonly<Record<string, unknown>>,
  now: Instant,
): SignInTrouble {
  const { attemptsLeft, retryAfter } = fields;
  if ((code === "wrong-password" || code === "wrong-code") && isCount(attemptsLeft))
    return { kind: "wrong", attemptsLeft };
  if (code === "too-many-attempts" && isCount(retryAfter))
    return { kind: "paused", until: now + retryAfter * SECOND };
  return { kind: "other", code };
}

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
