const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Runs a task after those that came before it under the same key. @param of what the keys belong to */
export async function inTurn<T>(of: object, key: string, task: () => Promise<T>): Promise<T> {
  const queue = queues.get(of) ?? new Map<string, Promise<unknown>>();
  queues.set(of, queue);
  const before = queue.get(key);
  const mine = (before ?? Promise.resolve()).then(task, task);
  queue.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queue.get(key) === mine) queue.delete(key);
  }
}
