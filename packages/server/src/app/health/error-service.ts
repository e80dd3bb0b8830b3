import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";

/** The setting that holds the address of the service that administrators have chosen; empty: they want none any more. */
const SETTING = "error-service";
/** Longer than any address of such a service. */
const LONGEST = 500;

/** The address (DSN) of the service that administrators have chosen; null: none. */
export const storedErrorService = async (tx: ReadTransaction): Promise<string | null> =>
  (await tx.settings.get(SETTING)) || null;

/**
 * Chooses the service that errors are reported to, at once in this process and within seconds in others.
 * @param dsn its address, which is never told again; null: nothing is sent any more
 * @returns `forbidden`, `proof-needed`; `invalid-value` for what is no address, or where the configuration chooses
 */
export async function setErrorService(
  app: App,
  actor: Actor,
  dsn: string | null,
): Promise<Result<void, Problem>> {
  const { errorService: service } = app;
  const done = await app.storage.write(async (tx): Promise<Result<void, Problem>> => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const unproved = await proofProblem(app, tx, actor);
    if (unproved) return failed(unproved);
    if (!service || service.isConfigured) return wrong("SNART_SENTRY_DSN decides");
    if (dsn !== null && (dsn.length > LONGEST || !service.isAddress(dsn)))
      return wrong("a DSN like https://key@errors.example.org/1");
    const before = await storedErrorService(tx);
    if (before === dsn) return ok(undefined);
    await tx.settings.replace(SETTING, dsn ?? "");
    const detail = { login: actor.login, from: hostOf(before), to: hostOf(dsn) };
    const entry = { actorId: actor.principalId, action: "server-changed", subject: "errorService" } as const;
    await recordAudit(app, tx, { ...entry, detail });
    return ok(undefined);
  });
  if (done.ok) await service?.follow();
  return done;
}

const wrong = (detail: string): Result<never, Problem> =>
  failed({ code: "invalid-value", field: "dsn", detail });

/** Its key stays out of the log. */
const hostOf = (dsn: string | null): string => (dsn === null ? "" : (URL.parse(dsn)?.host ?? ""));
