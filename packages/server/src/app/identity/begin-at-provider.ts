import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { hashOfToken } from "../sign-in/sessions.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { openProvider } from "../sign-in/stored-providers.ts";

/** Why somebody goes to a provider: to come in, to let it open their account too, or to prove that they are still who they are. */
export type Errand = "sign-in" | "link" | "prove";

interface Beginning {
  readonly providerId: string;
  readonly errand: Errand;
  /** Where people come back to from the provider. */
  readonly redirectUri: string;
  /** The page that opens after that. */
  readonly returnTo: string;
  /** As the browser has them, for a new account. */
  readonly chosen: Pick<Preferences, "language" | "timeZone">;
  readonly address: string;
}

/** What is noted of it until the browser comes back; the token of its cookie finds it. */
export interface AtProvider extends Omit<Beginning, "address"> {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The session of whoever is signed in already; null: nobody is. */
  readonly sessionId: string | null;
}

/**
 * Sends a browser to a provider.
 * @param actor who is signed in there; only they link and prove
 * @returns with the token for the cookie of the browser that comes back; `not-found`, `provider-unavailable`, `too-many-attempts`,
 * `proof-needed` to link
 */
export async function beginAtProvider(
  app: App,
  actor: Actor | undefined,
  { address, ...beginning }: Beginning,
): Promise<Result<{ readonly token: string; readonly url: string }, Problem>> {
  const retryAfter = await spendAttempt(app, app.passkeyRequests, address);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  const { errand, redirectUri } = beginning;
  const found = await app.storage.read(async (tx) => {
    if (errand !== "sign-in" && actor?.via !== "session") return failed({ code: "not-signed-in" } as const);
    const problem = errand === "link" && actor ? await proofProblem(app, tx, actor) : undefined;
    if (problem) return failed(problem);
    const provider = await openProvider(tx, beginning.providerId);
    return provider ? ok(provider) : failed({ code: "not-found" } as const);
  });
  if (!found.ok) return found;
  const [state, nonce, verifier] = [app.newSecret(24), app.newSecret(24), app.newSecret(48)];
  const question = { redirectUri, state, nonce, verifier, asksAnew: errand === "prove" };
  const asked = await app.openid.authorizationUrl(found.value, question);
  if (typeof asked === "string") return failed({ code: "provider-unavailable" });
  const token = app.newSecret(32);
  const createdAt = app.now();
  const isSignedIn = errand !== "sign-in" && actor !== undefined;
  const data: AtProvider = {
    ...beginning,
    state,
    nonce,
    verifier,
    sessionId: isSignedIn ? actor.proof : null,
  };
  await app.storage.write(
    (tx) =>
      tx.signInSteps.put({
        tokenHash: hashOfToken(token),
        kind: "oidc",
        principalId: isSignedIn ? actor.principalId : null,
        data: { ...data },
        createdAt,
        expiresAt: createdAt + app.limits.signInStepMinutes * MINUTE,
      }),
    "half",
  );
  return ok({ token, url: asked.url });
}

/** A page of this server that a browser may be sent to; anything else is its first page. */
export function safeReturn(path: string): string {
  const isOurs = /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes("\\") && path.length <= 2_000;
  return isOurs && !path.startsWith("/auth/") ? path : "/";
}
