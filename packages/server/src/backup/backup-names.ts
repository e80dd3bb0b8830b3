/** Why a backup was made. */
export type BackupKind = "nightly" | "manual" | "upgrade";

/** What the name of a backup says. */
export interface BackupName {
  readonly file: string;
  /** Milliseconds UTC, whole seconds. */
  readonly madeAt: number;
  readonly kind: BackupKind;
  /** Whether it was restored as a test when it was made. */
  readonly isTested: boolean;
  readonly isEncrypted: boolean;
}

const PATTERN =
  /^snart-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)-(nightly|manual|upgrade)(-untested)?\.tar(\.age)?$/;

/** `snart-2026-11-29T030000Z-nightly.tar`: by name is by age. */
export function backupFileName({ madeAt, kind, isTested, isEncrypted }: Omit<BackupName, "file">): string {
  const at = new Date(madeAt).toISOString().replace(/\.\d+/, "").replaceAll(":", "");
  return `snart-${at}-${kind}${isTested ? "" : "-untested"}.tar${isEncrypted ? ".age" : ""}`;
}

/** @returns undefined if it is not the name of a backup */
export function readBackupName(file: string): BackupName | undefined {
  const [, date, hour, minute, second, kind, untested, age] = PATTERN.exec(file) ?? [];
  const madeAt = Date.parse(`${date}${hour}:${minute}:${second}`);
  if (kind === undefined || Number.isNaN(madeAt)) return undefined;
  return {
    file,
    madeAt,
    kind: kind as BackupKind,
    isTested: untested === undefined,
    isEncrypted: age !== undefined,
  };
}

/** How many nightly backups stay: one for each of the last days, weeks and months that have any. */
export interface Retention {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** Backups before an upgrade that stay. */
const UPGRADES = 3;
const DAY_MS = 86_400_000;
/** 1970 began on a Thursday; weeks begin on Monday. */
const weekOf = (at: number): number => Math.floor((at / DAY_MS + 3) / 7);

/**
 * The backups that can go: nightly ones beyond the retention, and all but the last ones before an upgrade. What somebody asked for stays,
 * and so does the newest that was tested.
 */
export function expendable<B extends BackupName>(backups: readonly B[], keep: Retention): B[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt - a.madeAt);
  const nightly = newestFirst.filter(({ kind }) => kind === "nightly");
  const kept = new Set<B>([
    ...newestFirst.filter(({ kind }) => kind === "manual"),
    ...newestFirst.filter(({ kind }) => kind === "upgrade").slice(0, UPGRADES),
    ...newestFirst.filter(({ isTested }) => isTested).slice(0, 1),
    ...newestOfEach(nightly, keep.daily, (at) => Math.floor(at / DAY_MS)),
    ...newestOfEach(nightly, keep.weekly, weekOf),
    ...newestOfEach(nightly, keep.monthly, (at) => new Date(at).toISOString().slice(0, 7)),
  ]);
  return newestFirst.filter((backup) => !kept.has(backup));
}

function newestOfEach<B extends BackupName>(
  newestFirst: readonly B[],
  count: number,
  periodOf: (at: number) => number | string,
): B[] {
  const newest = new Map<number | string, B>();
  // A tested one stands for its period before a later one that wasn't.
  for (const backup of [...newestFirst.filter((b) => b.isTested), ...newestFirst]) {
    const period = periodOf(backup.madeAt);
    if (!newest.has(period)) newest.set(period, backup);
  }
  return [...newest.values()].toSorted((a, b) => b.madeAt - a.madeAt).slice(0, count);
}
