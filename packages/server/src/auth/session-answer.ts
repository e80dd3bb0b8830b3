import type { SessionAnswer } from "@snart/calendar/jmap/profile.ts";
import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { profile } from "../app/accounts/profile.ts";
import { unreadRelease } from "../app/health/releases.ts";
import { offeredProviders } from "../app/sign-in/stored-providers.ts";
import { setupNeeded } from "../app/accounts/set-up.ts";

/** @param version of this server */
export async function sessionAnswer(
  app: App,
  actor: Actor | undefined,
  { version }: Pick<SessionAnswer, "version">,
): Promise<SessionAnswer> {
  const about = { reportsErrors: (app.errorService?.host ?? null) !== null, version };
  const found = actor ? await profile(app, actor) : undefined;
  const providers = await offeredProviders(app);
  // Also for whoever is signed in: the page that they sign out to has it then.
  const offered = providers.length > 0 && { providers };
  if (!found?.ok) return { setupNeeded: await setupNeeded(app), account: null, ...about, ...offered };
  const { id, login, formerLogins, displayName, email, formerEmails, isAdmin, photoId, preferences } =
    found.value;
  const upgradedTo = await unreadRelease(app, { principalId: id, isAdmin });
  return {
    setupNeeded: false,
    account: {
      id,
      login,
      formerLogins,
      displayName,
      email: email ?? "",
      formerEmails,
      isAdmin,
      photoId: photoId ?? null,
      preferences,
    },
    ...about,
    ...offered,
    ...(upgradedTo !== undefined && { upgradedTo }),
  };
}
