import type { ServerHealth } from "@snart/calendar/jmap/account.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { backupSchedule, backupState } from "../backups/backup-settings.ts";
import { nextDue } from "../backups/schedule.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { clockMark } from "./clock-mark.ts";
import { countActive } from "./count-active.ts";
import type { HealthFacts, ProcessFacts } from "./health-facts.ts";
import { judgeHealth } from "./judge-health.ts";

/** How the server is, for administrators: what is known of it, and what somebody should do about it. */
export async function serverHealth(app: App, actor: Actor): Promise<Result<ServerHealth, Problem>> {
  const now = app.now();
  const found = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    return ok(await storedFacts(app, tx, now));
  });
  if (!found.ok) return found;
  const { backups, ...stored } = found.value;
  const storage = await app.storage.health();
  const facts: HealthFacts = {
    ...stored,
    now,
    storage,
    load: await app.storage.load(),
    backups: app.backups && { ...backups, newestAt: await newestBackup(app) },
    untrustedProxy: app.untrustedProxy?.() ?? null,
    process: await processFacts(app),
  };
  const { ok: isOk, dialect, schemaVersion, trouble, detail, freeBytes } = storage;
  return ok({
    isOk,
    database: dialect,
    schemaVersion,
    trouble,
    detail,
    freeBytes,
    sendsMail: facts.mail.isSetUp,
    untrustedProxy: facts.untrustedProxy,
    missedBackups: facts.backups?.missed ?? null,
    waiting: facts.outbox.reduce((sum, { count }) => sum + count, 0),
    ...facts.people,
    checks: judgeHealth(facts),
  });
}

/** What the database knows. */
async function storedFacts(app: App, tx: ReadTransaction, now: number) {
  const { person, group, bookable } = await countActive(tx);
  const state = await backupState(tx);
  const month = new Date(now).toISOString().slice(0, 7);
  const taken = (await tx.bookingRefusals.sumOfMonth(month)).filter(({ reason }) => reason === "taken");
  return {
    outbox: await tx.queues.outboxByKind(),
    jobs: await tx.queues.jobsByState(),
    feeds: await tx.feeds.count(),
    mail: { isSetUp: app.outside !== undefined, mailbox: app.mailAdministration?.mailbox() },
    devices: (await tx.push.live(now)).length,
    backups: {
      missed: state?.missed ?? 0,
      problem: state?.problem ?? null,
      nextAt: nextDue(await backupSchedule(tx), now),
    },
    clockSteadySince: (await clockMark(tx))?.steadySince,
    conflicts: bookable === 0 ? undefined : taken.reduce((sum, { times }) => sum + times, 0),
    people: { people: person, groups: group },
  };
}

/** When the newest backup was made; null: none is there. */
const newestBackup = async ({ backups }: App): Promise<number | null> =>
  (await backups?.list().catch(() => []))?.[0]?.madeAt ?? null;

async function processFacts({ process }: App): Promise<ProcessFacts | undefined> {
  if (!process) return undefined;
  const { version, node, startedAt, publicUrl, eventSources, certificate } = process;
  return {
    version,
    node,
    startedAt,
    publicUrl,
    eventSources: eventSources?.(),
    certificate: await certificate?.(),
  };
}
