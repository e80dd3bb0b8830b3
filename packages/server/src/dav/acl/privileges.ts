// The levels of sharing as privileges (RFC 3744 §3, RFC 4791 §6.1.1), and back.
import type { ShareLevel } from "../../app/types.ts";

/** The privileges that represent a level in an ACE; the ones they contain are implied. */
const BY_LEVEL: Readonly<Record<ShareLevel, readonly string[]>> = {
  freeBusy: ["c:read-free-busy"],
  read: ["d:read"],
  write: ["d:read", "d:bind"],
  edit: ["d:read", "d:write"],
  manage: ["d:all"],
};

export const privilegesOfLevel = (level: ShareLevel): readonly string[] => BY_LEVEL[level];

/** The privileges that one in `supported-privilege-set` contains, by its name with the usual prefix. */
const CONTAINED: Readonly<Record<string, readonly string[]>> = {
  "d:read": ["c:read-free-busy", "d:read-current-user-privilege-set"],
  "d:write": ["d:write-properties", "d:write-content", "d:bind", "d:unbind"],
};

/** The privileges allowed in an ACE of a calendar; the scheduling ones belong to the inbox and the outbox. */
const KNOWN: ReadonlySet<string> = new Set([
  "d:all",
  "d:read-acl",
  "d:write-acl",
  ...Object.keys(CONTAINED),
  ...Object.values(CONTAINED).flat(),
]);

export const isKnownPrivilege = (name: string): boolean => KNOWN.has(name);

/**
 * The level that known privileges express; undefined if they lie between two, since either would differ from the
 * request. A person who adds events may change and remove them, so that `bind`, `unbind` and `write-content` together
 * mean the same as `bind` alone.
 */
export function levelOfPrivileges(names: readonly string[]): ShareLevel | undefined {
  const has = new Set(names.flatMap((name) => [name, ...(CONTAINED[name] ?? [])]));
  if (has.has("d:all")) return "manage";
  const mayRead = has.has("d:read");
  const mayWrite = CONTAINED["d:write"]?.every((name) => has.has(name)) === true;
  if (has.has("d:write-acl")) return mayRead && mayWrite ? "manage" : undefined;
  if (has.has("d:read-acl")) return undefined;
  if (mayRead && mayWrite) return "edit";
  const mayAdd = has.has("d:bind");
  if (mayRead && mayAdd) return "write";
  if (mayAdd || has.has("d:unbind") || has.has("d:write-content")) return undefined;
  // Every reader has properties of their own.
  if (mayRead) return "read";
  return has.has("c:read-free-busy") && !has.has("d:write-properties") ? "freeBusy" : undefined;
}
