import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Actor } from "../actor.ts";
import type { App, ErrorSample, ErrorServiceState, ErrorTrial } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** How errors are reported, and a test of it that can be looked at before it is sent. */
export interface ErrorReportingReport extends ErrorServiceState {
  /** Where to; null: nothing is ever sent. */
  readonly host: string | null;
  /** Whether the configuration chooses the service, so that nobody can here. */
  readonly isConfigured: boolean;
  readonly sample: (ErrorSample & { readonly payload: string }) | null;
}

const NOTHING: ErrorServiceState = { sent: 0, failed: 0, heldBack: 0, lastFailureAt: null };

/** Where errors are reported to and what became of those of this process, for administrators. */
export async function errorReporting(app: App, actor: Actor): Promise<Result<ErrorReportingReport, Problem>> {
  const granted = await app.storage.read((tx) => grantAdministration(tx, actor));
  if (!granted.ok) return granted;
  const { errorService: service } = app;
  if (!service) return ok({ host: null, isConfigured: false, sample: null, ...NOTHING });
  const at = Math.floor(app.now() / 1000) * 1000;
  const sample = { id: app.newId().replaceAll("-", ""), at };
  const payload = await service.sample(sample);
  const { host, isConfigured } = service;
  return ok({
    host,
    isConfigured,
    ...service.state(),
    sample: payload === null ? null : { ...sample, payload },
  });
}

/** A test may be sent so long after it was shown. */
const LONGEST = 3_600_000;

/**
 * Sends a test that was shown, byte by byte.
 * @returns `invalid-value` for one that was shown too long ago, or never
 */
export async function tryErrorReporting(
  app: App,
  actor: Actor,
  sample: ErrorSample,
): Promise<Result<ErrorTrial, Problem>> {
  const granted = await app.storage.read((tx) => grantAdministration(tx, actor));
  if (!granted.ok) return granted;
  const { errorService: service } = app;
  if (!/^[\da-f]{32}$/.test(sample.id))
    return failed({ code: "invalid-value", field: "id", detail: "no test" });
  if (Math.abs(app.now() - sample.at) > LONGEST)
    return failed({ code: "invalid-value", field: "at", detail: "shown too long ago" });
  const trial = await service?.trySample(sample);
  return trial
    ? ok(trial)
    : failed({ code: "invalid-value", field: "id", detail: "errors are not reported" });
}
