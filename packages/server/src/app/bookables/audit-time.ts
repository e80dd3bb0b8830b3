import type { WriteTransaction } from "../../storage/port.ts";
import type { AuditAction } from "../../storage/records/audit.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";

/** Writes the line of a time of a thing that somebody books, gives up, waits for or hands over. */
export async function auditTime(
  {
    app,
    tx,
    actor,
    actorId = actor.principalId,
  }: {
    readonly app: App;
    readonly tx: WriteTransaction;
    readonly actor: Actor;
    readonly actorId?: PrincipalId | null;
  },
  action: AuditAction,
  { thing, startsAt }: Pick<Booking, "startsAt"> & { readonly thing: Principal | undefined },
  more: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(app, tx, {
    actorId,
    action,
    subject: thing?.displayName ?? "",
    detail: {
      login: actor.login,
      via: actor.via,
      ...(actor.client !== undefined && { with: actor.client }),
      bookable: thing?.login ?? "",
      start: new Date(startsAt).toISOString(),
      ...more,
    },
  });
}
