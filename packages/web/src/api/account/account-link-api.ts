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

/** Returns whether the server sends links for new passwords by mail. */
export async function fetchIsResetMailed(): Asked<boolean> {
  const given = await request("/auth/reset");
  if (!given.ok) return given;
  return ok(record(given.value)["isMailed"] === true);
}

/** Asks for a link to choose a new password. The answer is the same whether or not an account has the address. */
export const askReset = (email: string, language: string): Asked<unknown> =>
  request("/auth/ask-reset", { method: "POST", body: { email, language } });

interface Acceptance {
  readonly token: string;
  readonly displayName: string;
  readonly password: string;
  readonly language: string;
  readonly timeZone: string;
}

/** Accepts an invitation: sets the person's name and password and signs them in. */
export const acceptInvitation = (form: Acceptance): Asked<SessionInfo> =>
  post("accept-invitation", { ...form });

/** Sets a new password and signs the person in. */
export const resetPassword = (token: string, password: string): Asked<SessionInfo> =>
  post("reset-password", { token, password });

const post = async (path: string, body: JsonRecord): Asked<SessionInfo> =>
  readAnswer(await request(`/auth/${path}`, { method: "POST", body }));
