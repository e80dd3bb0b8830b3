import type { ReleaseNote } from "@snart/calendar/jmap/administration/release-notes.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import notes from "@snart/locales/release-notes.json" with { type: "json" };
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** The setting that holds which version has served these data. */
const SETTING = "release";

/** The newest version that has served these data, and how it came. */
interface Release {
  readonly version: string;
  /** null: it was the first */
  readonly from: string | null;
  readonly at: Instant;
  /** The administrators who have read of it. */
  readonly readBy: readonly PrincipalId[];
}

interface ReleaseReport {
  readonly version: string | null;
  readonly from: string | null;
  /** ms UTC; null: it was no upgrade */
  readonly upgradedAt: Instant | null;
  readonly isUnread: boolean;
  /** Newest first. */
  readonly notes: readonly ReleaseNote[];
}

/**
 * Remembers the version that serves from now on. One that is older than what has served already changes nothing: while several
 * processes are replaced one by one, both serve, and nobody is told twice.
 */
export async function rememberRelease(app: App, version: string): Promise<void> {
  const known = await app.storage.read(released);
  if (known && !isNewer(version, known.version)) return;
  await app.storage.write(async (tx) => {
    const before = await released(tx);
    if (before && !isNewer(version, before.version)) return;
    await store(tx, { version, from: before?.version ?? null, at: app.now(), readBy: [] });
  });
}

/** The version that an administrator has not read of yet; undefined: nothing is new, or not for them. */
export async function unreadRelease(
  app: App,
  { principalId, isAdmin }: Pick<Actor, "principalId" | "isAdmin">,
): Promise<string | undefined> {
  if (!isAdmin) return undefined;
  const release = await app.storage.read(released);
  return release && isUnreadBy(release, principalId) ? release.version : undefined;
}

/** What every version brought, for administrators, and whether the last one is news. */
export function releaseReport(app: App, actor: Actor): Promise<Result<ReleaseReport, Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const release = await released(tx);
    const { version = null, from = null } = release ?? {};
    return ok({
      version,
      from,
      upgradedAt: release && from !== null ? release.at : null,
      isUnread: release !== undefined && isUnreadBy(release, actor.principalId),
      notes: notes satisfies readonly ReleaseNote[],
    });
  });
}

/** Notes that an administrator has read of the last upgrade. */
export function readOfRelease(app: App, actor: Actor): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const release = await released(tx);
    if (release && isUnreadBy(release, actor.principalId))
      await store(tx, { ...release, readBy: [...release.readBy, actor.principalId] });
    return ok(undefined);
  });
}

const isUnreadBy = ({ from, readBy }: Release, who: PrincipalId): boolean =>
  from !== null && !readBy.includes(who);

async function released(tx: ReadTransaction): Promise<Release | undefined> {
  const text = await tx.settings.get(SETTING);
  return text === undefined ? undefined : (JSON.parse(text) as Release);
}

const store = (tx: WriteTransaction, release: Release): Promise<void> =>
  tx.settings.replace(SETTING, JSON.stringify(release));

/** Whether a version, three numbers, comes after another. */
function isNewer(version: string, than: string): boolean {
  const [mine, other] = [version, than].map((text) => text.split(".").map(Number));
  for (const [index, number] of (mine ?? []).entries()) {
    const against = other?.[index] ?? 0;
    if (number !== against) return number > against;
  }
  return false;
}
