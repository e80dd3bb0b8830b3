import { ok } from "@snart/calendar/result.ts";
import { readAnswer, type SessionInfo } from "../auth-client.ts";
import type { Asked } from "../problem.ts";
import { record, text, type JsonRecord } from "../read-json.ts";
import { request } from "../request.ts";

/** The person of a link, as shown to its holder. */
export interface LinkAbout {
  readonly displayName: string;
  readonly email: string;
}

export async function fetchLink(kind: "invitation" | "reset", token: string): Asked<LinkAbout> {
  const given = await request(`/auth/${kind}/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const it = record(given.value);
  return ok({ displayName: text(it["displayName"]), email: text(it["email"]) });
}

/** Whether the server mails links for new passwords at all. */
export async function fetchIsResetMailed(): Asked<boolean> {
  const given = await request("/auth/reset");
  if (!given.ok) return given;
  return ok(record(given.value)["isMailed"] === true);
}

/** Asks for a link to choose a new password. The answer is the same whether or not the address is anybody's. */
export const askReset = (email: string, language: string): Asked<unknown> =>
  request("/auth/ask-reset", { method: "POST", body: { email, language } });

interface Acceptance {
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

const post = async (path: string, body: JsonRecord): Asked<SessionInfo> =>
  readAnswer(await request(`/auth/${path}`, { method: "POST", body }));
