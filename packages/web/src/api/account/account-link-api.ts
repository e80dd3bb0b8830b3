import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { ok } from "@snart/calendar/result.ts";
import { readAnswer, type SessionInfo } from "../auth-client.ts";
import type { Asked } from "../problem.ts";
import { record, text, type JsonRecord } from "../read-json.ts";
import { request } from "../request.ts";

/** A device with an app password of its own. */
export type ConnectedDevice = Pick<CredentialRecord, "label" | "lastUsedAt">;

/** The person of a link, as shown to its holder. */
export interface LinkAbout {
  readonly displayName: string;
  readonly email: string;
  /** how many browsers are signed in; 0 for an invitation */
  readonly signIns: number;
  readonly devices: readonly ConnectedDevice[];
}

export async function fetchLink(kind: "invitation" | "reset", token: string): Asked<LinkAbout> {
  const given = await request(`/auth/${kind}/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const it = record(given.value);
  const { signIns, devices } = it;
  return ok({
    displayName: text(it["displayName"]),
    email: text(it["email"]),
    signIns: typeof signIns === "number" ? signIns : 0,
    devices: Array.isArray(devices) ? devices.map(record).map(deviceOf) : [],
  });
}

const deviceOf = ({ label, lastUsedAt }: JsonRecord): ConnectedDevice => ({
  label: text(label),
  lastUsedAt: typeof lastUsedAt === "string" ? lastUsedAt : null,
});

/** Returns whether the server sends links for new passwords by mail. */
export async function fetchIsResetMailed(): Asked<boolean> {
  const given = await request("/auth/reset");
  if (!given.ok) return given;
  return ok(record(given.value)["isMailed"] === true);
}

/** Asks for a link to choose a new password, which leads on to a booking page (`to`). The answer is the same whether or not an account has the address. */
export const askReset = (email: string, language: string, to: string | undefined): Asked<unknown> =>
  request("/auth/ask-reset", {
    method: "POST",
    body: { email, language, ...(to !== undefined && { to }) },
  });

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
export const resetPassword = (token: string, password: string, removeDevices: boolean): Asked<SessionInfo> =>
  post("reset-password", { token, password, removeDevices });

const post = async (path: string, body: JsonRecord): Asked<SessionInfo> =>
  readAnswer(await request(`/auth/${path}`, { method: "POST", body }));
