import { afterEach, describe, expect, it, vi } from "vitest";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { readOtherPart } from "./calendars/other-calendars-api.ts";
import { wordedCode } from "./problem.ts";
import { answer, request } from "./request.ts";

const HTML = "<html><body><h1>413 Request Entity Too Large</h1><hr>nginx</body></html>";
const limit = (name: string) => JSON.stringify({ type: "urn:ietf:params:jmap:error:limit", limit: name });

describe("a refusal", () => {
  it.each([
    ["a proxy's limit of a body", 413, HTML, "error.too-large-for-proxy"],
    ["a proxy's limit of requests", 429, "<html>429</html>", "error.too-many-requests"],
    ["the server's own size of a request", 413, '{"code":"request-too-large"}', "error.request-too-large"],
    ["JMAP's size of a file", 413, limit("maxSizeUpload"), "error.request-too-large"],
    ["JMAP's size of a request", 400, limit("maxSizeRequest"), "error.request-too-large"],
    ["JMAP's number of calls", 400, limit("maxCallsInRequest"), "error.too-much-at-once"],
    ["JMAP's requests at the same time", 400, limit("maxConcurrentRequests"), "error.too-many-requests"],
    ["wrong passwords", 429, '{"code":"too-many-attempts","retryAfter":9}', "error.too-many-attempts"],
    ["an error that says nothing", 500, "<html>500</html>", "error.internal"],
  ])("because of %s has its own sentence", (_, status, text, key) => {
    const given = answer(status, text);
    expect(given.ok).toBe(false);
    expect(given.ok ? "" : problemKey(wordedCode(given.problem))).toBe(key);
  });
});

it("a 401 of the server's own says that the session has ended, and a wrong password does not", () => {
  const kindOf = (text: string) => {
    const given = answer(401, text);
    return given.ok ? "" : given.problem.kind;
  };
  expect(kindOf('{"code":"not-signed-in"}')).toBe("signedOut");
  expect(kindOf("")).toBe("signedOut");
  expect(kindOf('{"code":"wrong-password","attemptsLeft":9}')).toBe("refused");
});

describe("how long an answer may take", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Our server answers after so many ms, unless nobody waits any more. */
  const answering = (ms: number) =>
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      const answered = Promise.withResolvers<Response>();
      signal?.addEventListener("abort", () => answered.reject(signal.reason));
      setTimeout(() => answered.resolve(new Response("{}")), ms);
      return answered.promise;
    });

  it("is for its caller to say", async () => {
    answering(300);
    expect(await request("/x", { timeoutMs: 50 })).toMatchObject({ problem: { kind: "unreachable" } });
    expect(await request("/x", { timeoutMs: 2_000 })).toMatchObject({ ok: true });
  });

  it("is minutes where our server waits for another one", async () => {
    const asked: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      asked.push(ms);
      return new AbortController().signal;
    });
    answering(0);
    await readOtherPart(
      "a",
      { address: "https://x.example", username: "u", password: "p" },
      "https://x.example/c/",
      null,
    );
    // The session, and the part.
    expect(asked).toEqual([15_000, 200_000]);
    vi.restoreAllMocks();
  });
});
