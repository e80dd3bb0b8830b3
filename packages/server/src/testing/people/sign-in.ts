import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { App } from "../../app/app.ts";
import type { Problem } from "../../app/problems.ts";
import type { SignedIn } from "../../app/sign-in/sessions.ts";
import { signIn as enter } from "../../app/sign-in/sign-in.ts";

/** Signs somebody in who has no second step. */
export async function signIn(
  app: App,
  input: Parameters<typeof enter>[1],
): Promise<Result<SignedIn, Problem>> {
  const entered = await enter(app, input);
  if (!entered.ok) return entered;
  return "stepToken" in entered.value ? failed({ code: "sign-in-over" }) : ok(entered.value);
}
