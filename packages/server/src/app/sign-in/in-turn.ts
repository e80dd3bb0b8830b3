const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Runs a task after earlier ones with the same key. @param of the owner of the keys */
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
