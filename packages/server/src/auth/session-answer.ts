import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { profile } from "../app/accounts/profile.ts";
import { setupNeeded } from "../app/accounts/set-up.ts";
import type { Preferences } from "../app/types.ts";

/** The first answer that the web app asks for: who is signed in, and what it needs before sign-in. */
export interface SessionAnswer {
  readonly setupNeeded: boolean;
  readonly account: SessionAccount | null;
  readonly sentryDsn: string | null;
  readonly version: string;
}
export interface SessionAccount {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
}

/** @param about fields that every answer of this server contains */
export async function sessionAnswer(
  app: App,
  actor: Actor | undefined,
  { sentryDsn, version }: Pick<SessionAnswer, "sentryDsn" | "version">,
): Promise<SessionAnswer> {
  const about = { sentryDsn, version };
  const found = actor ? await profile(app, actor) : undefined;
  if (!found?.ok) return { setupNeeded: await setupNeeded(app), account: null, ...about };
  const { id, login, displayName, email, isAdmin, preferences } = found.value;
  return { setupNeeded: false, account: { id, login, displayName, email, isAdmin, preferences }, ...about };
}
