import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { describe, expect, test } from "vitest";
import { toResponse } from "../../http/reply.ts";
import { refuse, type Refusal } from "../preconditions.ts";
import { pieceAnswer } from "./piece-answer.ts";

const PIECE = "<d:response/>".repeat(8 * 1024);
const REFUSED = failed(refuse("max-instances", "too many"));

/** Makes pieces, and after them a refusal from the given run on. */
function maker(count: number, refusedFrom = Number.POSITIVE_INFINITY) {
  const made: number[] = [];
  async function* pieces(at: number): AsyncGenerator<Result<string, Refusal>> {
    for (let piece = 0; piece < count; piece++) {
      made[at] = (made[at] ?? 0) + 1;
      yield ok(PIECE);
    }
    if (made.length > refusedFrom) yield REFUSED;
  }
  return { made, make: () => pieces(made.push(0) - 1) };
}
const OPTIONS = { mayBeRefused: true, isMinimal: false };

describe("an answer that may be refused at its end", () => {
  test("is made once if it is small", async () => {
    const { made, make } = maker(3);
    const answer = await pieceAnswer(make, OPTIONS);
    expect(answer.ok && (await toResponse(answer.value).text()).split("<d:response/>").length - 1).toBe(
      3 * 8 * 1024,
    );
    expect(made).toEqual([3]);
  });

  test("is made while it is sent if it is large, and not before it is read", async () => {
    const { made, make } = maker(100);
    const answer = await pieceAnswer(make, OPTIONS);
    expect(made[0]).toBe(100);
    expect(made[1]).toBeLessThan(5);
    expect(answer.ok && (await toResponse(answer.value).text()).split("<d:response/>").length - 1).toBe(
      100 * 8 * 1024,
    );
    expect(made).toEqual([100, 100]);
  });

  test.each([1, 100])("is refused whole after %i pieces", async (count) => {
    const { made, make } = maker(count, 0);
    expect(await pieceAnswer(make, OPTIONS)).toEqual(REFUSED);
    expect(made).toEqual([count]);
  });

  test("is cut off if it has grown too large meanwhile, since half of it would look complete", async () => {
    const { make } = maker(100, 1);
    const answer = await pieceAnswer(make, OPTIONS);
    if (!answer.ok) throw new Error("refused");
    await expect(toResponse(answer.value).text()).rejects.toThrow("could not be finished");
  });
});
