import type { Credential } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { proofProblem } from "../sign-in/proof.ts";

/** How the actor signs in, without any secret. */
export interface SignInWays {
  readonly hasPassword: boolean;
  /** Oldest first. */
  readonly passkeys: readonly Credential[];
  /** Who they are at providers, the oldest first. */
  readonly identities: readonly Credential[];
  /** Codes of an app after the password; undefined: none are asked for. */
  readonly secondStep: Credential | undefined;
  readonly recovery: { readonly left: number; readonly of: number; readonly createdAt: number } | undefined;
  /** Whether they have proved so lately who they are that nothing asks again. */
  readonly isProved: boolean;
}

/** The ways in which the actor can sign in. */
export function listSignInWays(app: App, actor: Actor): Promise<SignInWays> {
  return app.storage.read(async (tx) => {
    const all = await tx.credentials.ofPrincipal(actor.principalId);
    const codes = all.find(({ kind }) => kind === "recovery");
    return {
      hasPassword: all.some(({ kind }) => kind === "password"),
      passkeys: all.filter(({ kind }) => kind === "passkey"),
      identities: all.filter(({ kind }) => kind === "oidc"),
      secondStep: all.find(({ kind }) => kind === "totp"),
      recovery:
        codes?.data?.kind === "recovery"
          ? { left: codes.data.codes.length, of: codes.data.of, createdAt: codes.createdAt }
          : undefined,
      isProved: (await proofProblem(app, tx, actor)) === undefined,
    };
  });
}
