import { readAnswer, type SessionInfo } from "../auth-client.ts";
import type { Asked } from "../problem.ts";
import { request } from "../request.ts";

interface SetupForm {
  readonly token: string;
  readonly displayName: string;
  readonly email: string;
  readonly password: string;
  readonly language: string;
  readonly timeZone: string;
}

/** POST /auth/setup: makes the first account and signs it in. */
export const setUp = async (form: SetupForm): Asked<SessionInfo> =>
  readAnswer(await request("/auth/setup", { method: "POST", body: form }));
