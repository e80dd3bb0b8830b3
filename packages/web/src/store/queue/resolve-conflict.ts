import { forcedPatch, withoutPaths } from "./conflict.ts";
import type { QueueMessage, Resolution } from "./queue-entry.ts";

/** Sends my side after all. */
export const keepMine: Resolution = (entry, _pending, nextId) => {
  const { change, conflict } = entry;
  if (!conflict) return [];
  const settled = { ...entry, before: conflict.theirs, conflict: null };
  if (change.kind === "update" && conflict.kind === "gone" && conflict.mine) {
    // The event is restored first, and then changed as intended.
    const restored = { kind: "restore", key: change.key, event: conflict.mine } as const;
    return [
      { kind: "revised", entry: { ...settled, change: restored } },
      { kind: "added", entries: [{ ...entry, id: nextId(), conflict: null }] },
    ];
  }
  const forced =
    change.kind === "update" ? { ...change, patch: forcedPatch(change.patch, conflict) } : change;
  return [{ kind: "revised", entry: { ...settled, change: forced } }];
};

/** Drops the parts that conflict with theirs, and no more. */
export const keepTheirs: Resolution = ({ change, conflict, action }, pending) => {
  if (!conflict) return [];
  const paths = conflict.parts.map((part) => part.path);
  const revised: QueueMessage[] = [];
  const dropped: string[] = [];
  for (const it of pending.filter((one) => one.change.key === change.key || one.action === action)) {
    const patch =
      it.change.kind === "update" && it.change.key === change.key && conflict.kind === "changed"
        ? withoutPaths(it.change.patch, paths)
        : {};
    if (it.change.kind === "update" && Object.keys(patch).length > 0)
      revised.push({ kind: "revised", entry: { ...it, change: { ...it.change, patch }, conflict: null } });
    else dropped.push(it.id);
  }
  return [...revised, { kind: "dropped", ids: dropped }];
};
