import { describe, expect, it } from "vitest";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { wordedCode } from "./problem.ts";
import { answer } from "./request.ts";

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
