import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Job } from "../../storage/records/queues.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** The pieces of background work that are kept, the latest first, for administrators. */
export function listJobs(app: App, actor: Actor, limit: number): Promise<Result<readonly Job[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    return granted.ok ? ok(await tx.queues.jobs(limit)) : granted;
  });
}

/**
 * Makes a piece of background work that failed due at once, also one that was given up; a server takes it within a second.
 * @returns `not-found` for one that is not there, has not failed or has been done
 */
export function retryJob(app: App, actor: Actor, id: string): Promise<Result<Job, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const job = await tx.queues.job(id);
    if (job?.state !== "dead" && job?.state !== "retrying") return failed({ code: "not-found" });
    const again: Job = { ...job, state: "queued", runAt: app.now(), attempts: 0 };
    if (job.state === "dead") await tx.queues.schedule(again);
    else await tx.queues.updateJob(id, job.attempts, { runAt: app.now() });
    const detail = { login: actor.login, to: `retry ${job.kind}` };
    const entry = { action: "server-changed", subject: "jobs", detail } as const;
    await recordAudit(app, tx, { actorId: actor.principalId, ...entry });
    return ok(job.state === "dead" ? again : { ...job, runAt: app.now() });
  });
}

/** Notes that somebody has work done that otherwise is done by itself. */
export function noteWork(app: App, actor: Actor, name: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const detail = { login: actor.login, to: `run ${name}` };
    const entry = { action: "server-changed", subject: "jobs", detail } as const;
    await recordAudit(app, tx, { actorId: actor.principalId, ...entry });
    return ok(undefined);
  });
}
