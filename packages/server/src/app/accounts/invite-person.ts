import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import { grantAdministration } from "../grants.ts";
import { emailProblem, insertPrincipal } from "./new-person.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { issueLink, type IssuedLink } from "./account-links.ts";
import { mailLink } from "./account-mail.ts";

interface Invitation {
  readonly email: string;
  readonly displayName: string;
  readonly isAdmin: boolean;
  readonly language: NonNullable<Preferences["language"]>;
}

/** A link, and whether it goes to the person by mail; if not, its creator passes it on. */
export interface SentLink {
  readonly principal: Principal;
  readonly issued: IssuedLink;
  readonly isMailed: boolean;
}

/** Invites somebody to create an account. @returns `proof-needed` to make an administrator */
export async function invitePerson(
  app: App,
  actor: Actor,
  invitation: Invitation,
  origin: string,
): Promise<Result<SentLink, Problem>> {
  const problem = nameProblem(app, invitation.displayName, "displayName") ?? emailProblem(invitation.email);
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const refused = problem ?? (invitation.isAdmin ? await proofProblem(app, tx, actor) : undefined);
    if (refused) return failed(refused);
    const { language, ...fields } = invitation;
    const added = await insertPrincipal(app, tx, { ...fields, preferences: { language } }, "invited");
    if (!added.ok) return added;
    const issued = await issueLink(app, tx, added.value);
    const by = await tx.principals.byId(actor.principalId);
    const isMailed = await mailLink({ app, tx, now: app.now() }, origin, added.value, issued, by);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: "user-invited",
      subject: added.value.email ?? "",
      detail: { login: actor.login, role: invitation.isAdmin ? "administrator" : "member" },
    });
    return ok({ principal: added.value, issued, isMailed });
  });
}

/** Makes a new link for somebody: an invitation again, or one to choose a new password. The earlier one ends. */
export function renewLink(
  app: App,
  actor: Actor,
  id: PrincipalId,
  origin: string,
): Promise<Result<SentLink, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const principal = await tx.principals.byId(id);
    const isOpen = principal?.status === "invited" || principal?.status === "active";
    if (principal?.kind !== "person" || !isOpen) return failed({ code: "not-found" });
    const issued = await issueLink(app, tx, principal);
    const by = await tx.principals.byId(actor.principalId);
    const isMailed = await mailLink({ app, tx, now: app.now() }, origin, principal, issued, by);
    await recordAudit(app, tx, {
      actorId: actor.principalId,
      action: issued.kind === "invitation" ? "user-invited" : "reset-link-created",
      subject: principal.email ?? principal.login,
      detail: { login: actor.login },
    });
    return ok({ principal, issued, isMailed });
  });
}
