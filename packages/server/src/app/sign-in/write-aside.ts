import type { WriteTransaction } from "../../storage/port.ts";
import type { App } from "../app.ts";

const underWay = new WeakMap<App["storage"], Set<string>>();

/**
 * Writes a note that nobody waits for, such as when something was used last: a request that only reads must not wait for the writes
 * of others. While a note is being written, others of the same key are left out; one that fails is left out too.
 */
export function writeAside(
  { storage }: Pick<App, "storage">,
  key: string,
  work: (tx: WriteTransaction) => Promise<void>,
): void {
  const keys = underWay.get(storage) ?? new Set<string>();
  underWay.set(storage, keys);
  if (keys.has(key)) return;
  keys.add(key);
  storage
    .write(work)
    .catch(() => undefined)
    .finally(() => keys.delete(key));
}
