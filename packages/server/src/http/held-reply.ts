import type { Pieces, Reply } from "./reply.ts";

/** The reply, with `leave` called when its body has been sent, or will not be. */
export function heldReply(reply: Reply, leave: () => void): Reply {
  const { body } = reply;
  if (body === null || typeof body === "string") {
    leave();
    return reply;
  }
  return { ...reply, body: heldPieces(body, leave) };
}

/** Not a generator: one that is ended before it began would not notice. */
const heldPieces = (pieces: Pieces, leave: () => void): Pieces => ({
  [Symbol.asyncIterator]() {
    const iterator = pieces[Symbol.asyncIterator]();
    return {
      async next() {
        try {
          const next = await iterator.next();
          if (next.done) leave();
          return next;
        } catch (error) {
          leave();
          throw error;
        }
      },
      async return(value: unknown) {
        leave();
        await iterator.return?.();
        return { done: true, value };
      },
    };
  },
});
