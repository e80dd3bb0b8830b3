import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../name-problem.ts";
import type { Problem } from "../problems.ts";
import { holderUsingLink, issueDeviceLink, type IssuedLink } from "./account-links.ts";
import { insertAppPassword } from "../sign-in/app-passwords.ts";

/**
 * Makes a link that gives whoever opens it first an app password of the actor, for some minutes: the picture code that
 * a phone's camera reads. Only a person at the web app may make one, like an app password itself.
 */
export function offerDevice(app: App, actor: Actor): Promise<Result<IssuedLink, Problem>> {
  if (actor.via === "app-password")
    return Promise.resolve(failed({ code: "forbidden", right: "manage credentials" }));
  return app.storage.write(async (tx) => {
    const { principalId: actorId, login: subject, via } = actor;
    await recordAudit(app, tx, { actorId, action: "device-offered", subject, detail: { via } });
    return ok(await issueDeviceLink(app, tx, actorId));
  });
}

/** What a device needs in order to fetch somebody's calendars. */
export interface ConnectedDevice {
  readonly login: string;
  readonly displayName: string;
  /** the app password that was made for it, told this once */
  readonly secret: string;
}

/**
 * Trades the token of a link for an app password; the link ends by it.
 * @param label what the device is to be called in its owner's list
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
