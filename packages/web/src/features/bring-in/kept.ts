import type { SkippedObject } from "@snart/calendar/jmap/import.ts";
import { base } from "../../api/place.ts";
import type { BringIn, ComingCalendar, Source } from "./model.ts";

const STORED = `snart.bring-in${base}`;

interface KeptCalendar {
  readonly key: string;
  readonly name: string;
  readonly color: string | null;
  readonly isWanted: boolean;
  readonly target: string;
  /** its uploads on the server; none: it had not been read, or its attachments are only in the file */
  readonly blobIds: readonly string[];
  readonly missed: readonly SkippedObject[];
}

interface Kept extends Pick<BringIn, "connected" | "passedOver"> {
  readonly accountId: string;
  readonly source: Source;
  readonly calendars: readonly KeptCalendar[];
}

/** Stores in this tab where the server keeps what was read, so that a reload loses nothing; no password, and nothing of what is in it. */
export function keepBringIn(accountId: string, at: BringIn): void {
  const calendars = at.begunAt === undefined ? at.calendars.flatMap(keptOf) : [];
  const { source, passedOver, connected } = at;
  const kept: Kept = { accountId, source, passedOver, ...(connected && { connected }), calendars };
  try {
    if (calendars.some(({ blobIds }) => blobIds.length > 0))
      sessionStorage.setItem(STORED, JSON.stringify(kept));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Without storage it lives as long as the page.
  }
}

function keptOf({ key, name, color, from, isWanted, target, blobIds, missed = [], state }: ComingCalendar) {
  // A page that goes stops what it reads, which looks as if the server could not be reached.
  if (state.kind === "unusable" && state.code !== "unreachable") return [];
  const isWhole = from.kind !== "file" || (from.importable.archived?.size ?? 0) === 0;
  // What is read again after a reload has them already.
  const known = from.kind === "kept" ? from : { blobIds: isWhole ? blobIds : [], missed, isWanted, target };
  const now = state.kind === "rehearsed" ? { isWanted, target } : {};
  return [{ key, name, color, ...known, ...now }];
}

/** Returns what was being brought into an account in this tab before it was reloaded; undefined: nothing. */
export function keptBringIn(accountId: string): BringIn | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    if (!isKept(kept) || kept.accountId !== accountId) return undefined;
    const { source, passedOver, connected } = kept;
    return { source, passedOver, ...(connected && { connected }), calendars: kept.calendars.map(comingOf) };
  } catch {
    return undefined;
  }
}

const comingOf = ({ key, name, color, ...known }: KeptCalendar): ComingCalendar => ({
  key,
  name,
  color,
  from: { kind: "kept", ...known },
  isWanted: true,
  target: known.target,
  blobIds: [],
  state: known.blobIds.length > 0 ? { kind: "waiting" } : { kind: "unusable", code: "reloaded" },
});

/** Checks what is stored: only this page writes it, but an older version of the page may have. */
const isKept = (kept: unknown): kept is Kept =>
  typeof kept === "object" &&
  kept !== null &&
  "accountId" in kept &&
  "source" in kept &&
  "passedOver" in kept &&
  Array.isArray(kept.passedOver) &&
  "calendars" in kept &&
  Array.isArray(kept.calendars) &&
  kept.calendars.every(
    (one: Partial<KeptCalendar>) => Array.isArray(one.blobIds) && Array.isArray(one.missed),
  );
