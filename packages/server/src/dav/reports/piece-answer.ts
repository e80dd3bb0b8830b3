import { ok, type Result } from "@snart/calendar/result.ts";
import { multistatusAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import type { Refusal } from "../preconditions.ts";

/** Responses of a multistatus as XML, made while they are sent; or the reason why there is no such answer. */
export type Pieces = AsyncIterable<Piece>;

type Piece = Result<string, Refusal>;

/** Characters passed on together. */
const GROUP = 32 * 1024;

/**
 * The same, grouped: each step of an asynchronous iterator costs more than writing a short response. Others get their
 * turn between two pieces.
 */
export async function* grouped(pieces: Iterable<Piece>, { app, actor }: Exchange): AsyncGenerator<Piece> {
  const turn = app.turns.of(actor.principalId);
  let text = "";
  for (const piece of pieces) {
    if (turn.isDue()) await turn.next();
    if (!piece.ok) {
      yield piece;
      return;
    }
    text += piece.value;
    if (text.length < GROUP) continue;
    yield ok(text);
    text = "";
  }
  if (text !== "") yield ok(text);
}

interface PieceOptions {
  /** a refusal may come after the first piece, so all must be made before the first byte is sent */
  readonly mayBeRefused: boolean;
  readonly isMinimal: boolean;
  readonly tail?: string | (() => string);
}

/** Answers with pieces as they come, so that memory does not grow with the size of the answer. */
export async function pieceAnswer(make: () => Pieces, { mayBeRefused, ...options }: PieceOptions): Answer {
  return mayBeRefused ? triedFirst(make, options) : streamed(make(), options);
}

async function streamed(pieces: Pieces, options: Omit<PieceOptions, "mayBeRefused">): Answer {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (!first.done && !first.value.ok) return first.value;
  return multistatusAnswer(following(first, iterator), options);
}

/** Characters kept while checking whether the rest is refused. */
const KEPT = 1024 * 1024;

/**
 * The same if a refusal may come after the first byte: everything is made once before any of it is sent. A small
 * answer is kept; a large one is made a second time while it is sent, which takes twice the work and no memory.
 */
async function triedFirst(make: () => Pieces, options: Omit<PieceOptions, "mayBeRefused">): Answer {
  let responses: string[] | undefined = [];
  let size = 0;
  for await (const piece of make()) {
    if (!piece.ok) return piece;
    size += piece.value.length;
    if (size > KEPT) responses = undefined;
    responses?.push(piece.value);
  }
  return responses ? multistatusAnswer(responses, options) : streamed(make(), options);
}

/**
 * @throws Error for a refusal in the middle, such as a right that was just withdrawn: a multistatus that ended there
 * would tell the client that the rest is gone, so the connection is cut
 */
async function* following(
  first: IteratorResult<Piece, unknown>,
  iterator: AsyncIterator<Piece>,
): AsyncGenerator<string> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) {
      if (!next.value.ok) throw new Error(`an answer could not be finished: ${next.value.problem.text}`);
      yield next.value.value;
    }
  } finally {
    await iterator.return?.();
  }
}
