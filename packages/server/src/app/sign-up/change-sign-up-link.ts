import { failed, ok, type Result } from "@snart/calendar/result.ts";
import {
  lastSignUpLink,
  signUpLinkOf,
  withSignUpLink,
} from "@snart/calendar/scheduling/sign-up/sign-up-link.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import type { Problem } from "../problems.ts";
import { changeSignUp } from "./answer-sign-up.ts";
import type { SignUpView } from "./read-sign-up.ts";
import type { SignUpReference } from "./sign-up-spot.ts";

/**
 * Lets people without an account sign up by a secret link, or revokes the link for everybody; a new one differs,
 * unless `isFormer` asks for the last. People who came through it keep their places and their own links.
 * @returns `forbidden` for people other than the organizer
 */
export function changeSignUpLink(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  reference: SignUpReference,
  { isOn, isFormer }: { readonly isOn: boolean; readonly isFormer: boolean },
): Promise<Result<SignUpView, Problem>> {
  return changeSignUp(app, actor, accountId, reference, async (scope, { spot, stored, mayManage }) => {
    if (!mayManage) return failed({ code: "forbidden", right: "mayWriteAll" });
    const known = signUpLinkOf(spot.component);
    if ((known !== undefined) === isOn) return ok(spot.component);
    await recordAudit(app, scope.tx, {
      actorId: actor.principalId,
      action: isOn ? "sign-up-link-created" : "sign-up-link-revoked",
      subject: stored.id,
      detail: { login: actor.login, title: stored.summary },
    });
    const former = lastSignUpLink(spot.component);
    const link = former !== undefined && (!isOn || isFormer) ? former : app.newId();
    return ok(withSignUpLink(spot.component, { id: link, isRevoked: !isOn }));
  });
}
