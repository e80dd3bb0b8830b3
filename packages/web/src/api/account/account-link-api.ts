import { ok, type Result } from "@snart/calendar/result.ts";
import { readSessionInfo, type SessionInfo } from "../auth-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord, request } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** Whom a link is for, as whoever holds it is told. */
export interface LinkAbout {
  readonly displayName: string;
  readonly email: string;
}

export async function fetchLink(kind: "invitation" | "reset", token: string): Asked<LinkAbout> {
  const given = await request(`/auth/${kind}/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const it = isRecord(given.value) ? given.value : {};
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return ok({ displayName: text(it["displayName"]), email: text(it["email"]) });
}

/** Whether the server mails links for new passwords at all. */
export async function fetchIsResetMailed(): Asked<boolean> {
  const given = await request("/auth/reset");
  if (!given.ok) return given;
  return ok(isRecord(given.value) && given.value["isMailed"] === true);
}

/** Asks for a link to choose a new password. The answer is the same whether or not the address is anybody's. */
export const askReset = (email: string, language: string): Asked<unknown> =>
  request("/auth/ask-reset", { method: "POST", body: { email, language } });

export interface Acceptance {
  readonly token: string;
  readonly displayName: string;
  readonly password: string;
  readonly language: string;
  readonly timeZone: string;
}

/** Makes the account one's own and signs it in. */
export const acceptInvitation = (form: Acceptance): Asked<SessionInfo> =>
  post("accept-invitation", { ...form });

/** Gives the account a new password and signs it in. */
export const resetPassword = (token: string, password: string): Asked<SessionInfo> =>
  post("reset-password", { token, password });

async function post(path: string, body: Readonly<Record<string, unknown>>): Asked<SessionInfo> {
  const given = await request(`/auth/${path}`, { method: "POST", body });
  if (!given.ok) return given;
  const session = readSessionInfo(given.value);
  return session ? ok(session) : { ok: false, problem: { kind: "unreachable" } };
}
