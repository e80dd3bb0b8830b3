/** An import that this browser began. */
export interface RecentImport {
  readonly accountId: string;
  readonly id: string;
  /** ms */
  readonly at: number;
}

const STORED = "snart.broughtIn";
/** As long as an import can be undone. */
const LASTS_MS = 30 * 86_400_000;
const MOST = 40;

/** Returns the imports of an account that can still be undone, the latest first. */
export function recentImports(accountId: string, now = Date.now()): readonly RecentImport[] {
  return stored().filter((each) => each.accountId === accountId && each.at > now - LASTS_MS);
}

/** Remembers imports, so that they are found again after the page was left. */
export const rememberImports = (accountId: string, ids: readonly string[], now = Date.now()): void =>
  store([...ids.map((id) => ({ accountId, id, at: now })), ...stored()].slice(0, MOST));

/** Forgets imports that have been undone, or are gone. */
export const forgetImports = (ids: readonly string[]): void =>
  store(stored().filter(({ id }) => !ids.includes(id)));

function stored(): readonly RecentImport[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function store(list: readonly RecentImport[]): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing: the imports go on all the same.
  }
}

const isRecent = (value: unknown): value is RecentImport =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as RecentImport).accountId === "string" &&
  typeof (value as RecentImport).id === "string" &&
  typeof (value as RecentImport).at === "number";
