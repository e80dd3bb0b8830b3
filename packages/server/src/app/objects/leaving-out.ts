import { ok, type Result } from "@snart/calendar/result.ts";
import type { Problem } from "../problems.ts";
import { isDamage } from "../storage-problem.ts";

/**
 * What `read` finds of all of these; if something of it can't be read, what it finds of all others: one damaged page of the database must
 * not hide the rest.
 * @param read reads in a transaction of its own
 * @param onLost called with each that can't be read
 */
export async function leavingOut<K, V>(
  keys: readonly K[],
  read: (keys: readonly K[]) => Promise<Result<readonly V[], Problem>>,
  onLost?: (key: K) => void,
): Promise<Result<readonly V[], Problem>> {
  const found = await unlessDamaged(() => read(keys));
  if (found !== "damaged") return found;
  const [only] = keys;
  if (keys.length <= 1) {
    if (only !== undefined) onLost?.(only);
    return ok([]);
  }
  const half = keys.length >> 1;
  const first = await leavingOut(keys.slice(0, half), read, onLost);
  if (!first.ok) return first;
  const second = await leavingOut(keys.slice(half), read, onLost);
  return second.ok ? ok([...first.value, ...second.value]) : second;
}

/**
 * The same within one transaction that only reads: SQLite goes on with it once it has met damage. What it would write afterwards it
 * refuses, and PostgreSQL ends the transaction.
 * @param read may throw, as `readStored` does
 */
export async function readableOf<K, V>(
  keys: readonly K[],
  read: (keys: readonly K[]) => Promise<readonly V[]>,
  onLost?: (key: K) => void,
): Promise<readonly V[]> {
  const found = await leavingOut(keys, async (part) => ok(await read(part)), onLost);
  return found.ok ? found.value : [];
}

/** Throws what is no damage. */
export async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | "damaged"> {
  try {
    return await work();
  } catch (error) {
    if (isDamage(error)) return "damaged";
    throw error;
  }
}
