import { AsyncLocalStorage } from "node:async_hooks";

/** The same pieces, each made in the context that this was called in: a stream asks for them when the request is over, in no context. */
export function inSameContext<T>(pieces: AsyncIterable<T>): AsyncIterable<T> {
  const within = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const all = pieces[Symbol.asyncIterator]();
      return {
        next: () => within(() => all.next()),
        return: async () => (await within(() => all.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}
