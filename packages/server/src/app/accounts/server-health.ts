import { ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** How the server is, for who administers it. */
export interface ServerHealth {
  readonly isOk: boolean;
  readonly database: "sqlite" | "postgres";
  readonly schemaVersion: number;
  /** What the database says of itself; empty when nothing is wrong. */
  readonly detail: string;
  /** Messages that wait to be sent. */
  readonly waiting: number;
  readonly sendsMail: boolean;
  readonly people: number;
  readonly groups: number;
}

export async function serverHealth(app: App, actor: Actor): Promise<Result<ServerHealth, Problem>> {
  const found = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const active = (await tx.principals.list()).filter(({ status }) => status === "active");
    const count = (kind: "person" | "group") => active.filter((one) => one.kind === kind).length;
    return ok({ waiting: await tx.queues.outboxSize(), people: count("person"), groups: count("group") });
  });
  if (!found.ok) return found;
  const { ok: isOk, dialect, schemaVersion, detail } = await app.storage.health();
  return ok({
    isOk,
    database: dialect,
    schemaVersion,
    detail,
    sendsMail: app.outside !== undefined,
    ...found.value,
  });
}
