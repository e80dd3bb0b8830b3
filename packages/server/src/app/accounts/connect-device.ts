import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";
import { holderUsingLink, issueDeviceLink, type IssuedLink } from "./account-links.ts";
import { proofProblem } from "../sign-in/proof.ts";
import { insertAppPassword } from "../sign-in/app-passwords.ts";

/**
 * Makes a link that gives the first device that opens it an app password of the actor, for some minutes: the QR code
 * for a phone's camera. As with app passwords, only a person in the web app may make one, who has proved lately who they are.
 */
export function offerDevice(app: App, actor: Actor): Promise<Result<IssuedLink, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = await proofProblem(app, tx, actor);
    if (problem) return failed(problem);
    const { principalId: actorId, login: subject, via } = actor;
    await recordAudit(app, tx, { actorId, action: "device-offered", subject, detail: { via } });
    return ok(await issueDeviceLink(app, tx, actorId));
  });
}

/** The settings with which a device fetches a person's calendars. */
interface ConnectedDevice {
  readonly login: string;
  readonly displayName: string;
  /** its new app password, shown this once */
  readonly secret: string;
}

/**
 * Exchanges the token of a link for an app password, which ends the link.
 * @param label the name of the device in its owner's list
 */
export function connectDevice(
  app: App,
  token: string,
  label: string,
): Promise<Result<ConnectedDevice, Problem>> {
  const problem = nameProblem(app, label, "label");
  return app.storage.write(async (tx) => {
    const held = await holderUsingLink(app, tx, token, "device");
    if (!held.ok) return held;
    if (problem) return failed(problem);
    const { id: principalId, login, displayName } = held.value.principal;
    await tx.accountLinks.removeOfPrincipal(principalId, "device");
    const { secret } = await insertAppPassword(app, tx, { principalId, login }, label);
    return ok({ login, displayName, secret });
  });
}
