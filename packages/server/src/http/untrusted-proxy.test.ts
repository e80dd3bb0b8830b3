import { afterEach, describe, expect, it } from "vitest";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

let server: TestServer;
afterEach(() => server.stop());

const URL = { SNART_PUBLIC_URL: "https://calendar.example.org" };
const visit = (forwardedFor?: string): Promise<Response> =>
  server.fetch(
    "/healthz",
    forwardedFor === undefined ? {} : { headers: { "x-forwarded-for": forwardedFor } },
  );
const warnings = (): readonly string[] =>
  server.logged.filter((line) => line.includes("SNART_TRUSTED_PROXIES does not name it"));

describe("a proxy that is not trusted", () => {
  it("is said once in the log, and on the health page", async () => {
    server = await startTestServer({ env: URL });
    await server.addUser("elin@example.com", "lång nog för alla", { isAdmin: true });
    await visit();
    expect(warnings()).toEqual([]);
    await visit("203.0.113.9");
    await visit("203.0.113.10");
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).toContain('"proxy":"127.0.0.1"');
    expect(warnings()[0]).toContain('"level":40');
    expect(await healthOf("elin")).toMatchObject({ untrustedProxy: "127.0.0.1" });
  });
  it.each([
    ["one that is trusted", { ...URL, SNART_TRUSTED_PROXIES: "127.0.0.1" }, "203.0.113.9"],
    [
      "one that is trusted, and asks for somebody at its own machine",
      { ...URL, SNART_TRUSTED_PROXIES: "127.0.0.1, ::1" },
      "127.0.0.1",
    ],
    ["no public address, so no proxy is meant", {}, "203.0.113.9"],
    ["no header", URL, undefined],
  ])("is not suspected of %s", async (_, env, forwardedFor) => {
    server = await startTestServer({ env });
    await server.addUser("elin@example.com", "lång nog för alla", { isAdmin: true });
    await visit(forwardedFor);
    expect(warnings()).toEqual([]);
    expect(await healthOf("elin")).toMatchObject({ untrustedProxy: null });
  });
});

async function healthOf(login: string): Promise<unknown> {
  const authorization = basic(login, "lång nog för alla");
  const session = await server.fetch("/jmap/session", { headers: { authorization } });
  const { primaryAccounts } = (await session.json()) as { primaryAccounts: Record<string, string> };
  const accountId = primaryAccounts["urn:ietf:params:jmap:calendars"];
  const answer = await server.fetch("/jmap/api", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({
      using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
      methodCalls: [["Server/health", { accountId }, "0"]],
    }),
  });
  const { methodResponses } = (await answer.json()) as {
    methodResponses: [string, { health: unknown }, string][];
  };
  return methodResponses[0]?.[1].health;
}
