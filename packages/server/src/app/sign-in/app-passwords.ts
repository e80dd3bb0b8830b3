import { hash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { AuditAction } from "../../storage/records/audit.ts";
import type { AppPasswordScope, Credential } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { nameProblem } from "../given-text.ts";
import { grantAll } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "./proof.ts";
import { readableSecret } from "./readable-secret.ts";

/** 78 random bits. */
const LENGTH = 16;

/** The actor's app passwords, newest first, without their secrets. */
export function listAppPasswords(app: App, actor: Actor): Promise<readonly Credential[]> {
  return app.storage.read(async (tx) =>
    (await tx.credentials.ofPrincipal(actor.principalId, "app-password")).toSorted(
      (a, b) => b.createdAt - a.createdAt,
    ),
  );
}

/**
 * Makes an app password for one device or program; the secret is shown this once. Only a person in the web app may
 * make one, who has proved lately who they are: a program with an app password must not be able to create more.
 */
export async function createAppPassword(
  app: App,
  actor: Actor,
  label: string,
  scope?: AppPasswordScope,
): Promise<Result<NewAppPassword, Problem>> {
  const problem = nameProblem(app, label, "label");
  if (problem) return failed(problem);
  return app.storage.write(async (tx) => {
    const refused = (await proofProblem(app, tx, actor)) ?? (await scopeProblem(tx, actor, scope));
    return refused ? failed(refused) : ok(await insertAppPassword(app, tx, actor, label, scope));
  });
}

/** What is wrong with a scope: calendars that its maker does not reach, or too many. */
async function scopeProblem(
  tx: WriteTransaction,
  actor: Actor,
  scope: AppPasswordScope | undefined,
): Promise<Problem | undefined> {
  const reached = new Set((await grantAll(tx, actor)).map(({ calendar }) => calendar.id));
  const isRight =
    (scope?.calendarIds ?? []).every((id) => reached.has(id)) && scope?.calendarIds?.length !== 0;
  return isRight ? undefined : { code: "invalid-value", field: "scope", detail: "calendars that one has" };
}

/** An app password with its secret, which is not stored. */
interface NewAppPassword {
  readonly credential: Credential;
  readonly secret: string;
}

/** Stores somebody's new app password, with an entry in the audit log. */
export async function insertAppPassword(
  app: App,
  tx: WriteTransaction,
  owner: Pick<Actor, "principalId" | "login">,
  label: string,
  scope?: AppPasswordScope,
): Promise<NewAppPassword> {
  const secret = readableSecret(app, LENGTH);
  const credential: Credential = {
    id: app.newId(),
    principalId: owner.principalId,
    kind: "app-password",
    label: label.trim(),
    secretHash: hashOfAppPassword(secret),
    createdAt: app.now(),
    lastUsedAt: null,
    lastUsedBy: null,
    data: scope ? { kind: "app-password", scope } : null,
  };
  await tx.credentials.insert(credential);
  await recordAudit(app, tx, auditOf(owner, "app-password-created", credential));
  return { credential, secret };
}

/** Revokes an app password at once. */
export async function removeAppPassword(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "manage credentials" });
  return app.storage.write(async (tx) => {
    const own = await tx.credentials.ofPrincipal(actor.principalId, "app-password");
    const credential = own.find((one) => one.id === id);
    if (!credential || !(await tx.credentials.remove(actor.principalId, id)))
      return failed({ code: "not-found" });
    await recordAudit(app, tx, auditOf(actor, "app-password-removed", credential));
    return ok(undefined);
  });
}

/** Revokes all app passwords of a person, as whoever got in may have made one. */
export async function removeAllAppPasswords(
  app: App,
  tx: WriteTransaction,
  owner: Pick<Actor, "principalId" | "login">,
): Promise<void> {
  for (const credential of await tx.credentials.ofPrincipal(owner.principalId, "app-password")) {
    await tx.credentials.remove(owner.principalId, credential.id);
    await recordAudit(app, tx, auditOf(owner, "app-password-removed", credential));
  }
}

const auditOf = (
  { principalId: actorId, login }: Pick<Actor, "principalId" | "login">,
  action: AuditAction,
  { label }: Credential,
) => ({
  actorId,
  action,
  subject: label,
  detail: { login },
});

/** The typed form: without dashes and spaces, in any case. */
const normaliseAppPassword = (secret: string): string => secret.replace(/[\s-]/g, "").toLowerCase();

/**
 * The stored form of an app password: it has so many random bits that no dictionary helps and no slow hash is needed.
 */
export const hashOfAppPassword = (secret: string): string =>
  hash("sha256", `snart app password:${normaliseAppPassword(secret)}`, "base64url");
