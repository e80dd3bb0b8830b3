import type { WriteTransaction } from "../../storage/port.ts";
import type { AuditAction } from "../../storage/records/audit.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { mailSecurity, type SecurityNews } from "./mail-security.ts";

/** Notes a change of how somebody signs in: in the audit log, and to them by mail. @param of a device's name, if it is about one */
export async function note(
  app: App,
  tx: WriteTransaction,
  { principalId: actorId, login }: Pick<Actor, "principalId" | "login">,
  action: AuditAction,
  news: SecurityNews,
  of?: string,
): Promise<void> {
  const detail: Readonly<Record<string, string>> = of === undefined ? {} : { login };
  await recordAudit(app, tx, { actorId, action, subject: of ?? login, detail });
  const person = await tx.principals.byId(actorId);
  if (person) await mailSecurity({ app, tx, now: app.now() }, person, news);
}
