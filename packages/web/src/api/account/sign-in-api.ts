import { readAnswer, type SessionInfo } from "../auth-client.ts";
import type { Asked } from "../problem.ts";
import { request } from "../request.ts";

/** POST /auth/sign-in with login or e-mail address. */
export const signIn = async (login: string, password: string): Asked<SessionInfo> =>
  readAnswer(await request("/auth/sign-in", { method: "POST", body: { login, password } }));

/** POST /auth/second-step: the code after the password, of an app or a recovery code. */
export const sendSecondStep = async (code: string): Asked<SessionInfo> =>
  readAnswer(await request("/auth/second-step", { method: "POST", body: { code } }));
