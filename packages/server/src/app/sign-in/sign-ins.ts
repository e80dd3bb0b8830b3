import { hash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Session } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";

/** A browser in which a person is signed in, as shown to that person. */
export interface SignIn {
  /** reveals nothing of the session's token, nor of its stored form */
  readonly id: string;
  readonly createdAt: number;
  /** to the day: it is recorded that often */
  readonly lastUsedAt: number;
  /** when it ends if it is not used any more */
  readonly expiresAt: number;
  /** as the browser named itself */
  readonly userAgent: string | null;
  readonly isCurrent: boolean;
}

/** The browsers in which the actor is signed in, the latest used first; ended sessions are left out. */
export async function listSignIns(app: App, actor: Actor): Promise<readonly SignIn[]> {
  const sessions = await app.storage.read((tx) => tx.sessions.ofPrincipal(actor.principalId));
  return sessions
    .filter(({ expiresAt }) => expiresAt > app.now())
    .map((session) => signInOf(app, actor, session))
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt || b.createdAt - a.createdAt);
}

const signInOf = (app: App, { via, proof }: Actor, session: Session): SignIn => ({
  id: idOf(session),
  createdAt: session.createdAt,
  lastUsedAt: Math.max(session.createdAt, session.expiresAt - app.limits.sessionDays * DAY),
  expiresAt: Math.min(session.expiresAt, session.createdAt + app.limits.sessionMostDays * DAY),
  userAgent: session.userAgent,
  isCurrent: via === "session" && proof === session.id,
});

const idOf = ({ id }: Session): string => hash("sha256", `snart sign-in:${id}`, "base64url").slice(0, 22);

/**
 * Signs the actor out of another browser, at once. Only from a browser: an app password may not sign its owner out.
 */
export async function endSignIn(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  if (actor.via === "app-password") return failed({ code: "forbidden", right: "end sessions" });
  return app.storage.write(async (tx) => {
    const sessions = await tx.sessions.ofPrincipal(actor.principalId);
    const session = sessions.find((one) => idOf(one) === id && one.expiresAt > app.now());
    if (!session) return failed({ code: "not-found" });
    await tx.sessions.remove(session.id);
    const { principalId: actorId, login: subject } = actor;
    const detail = { browser: session.userAgent ?? "", from: "elsewhere" };
    await recordAudit(app, tx, { actorId, action: "sign-out", subject, detail });
    return ok(undefined);
  });
}
