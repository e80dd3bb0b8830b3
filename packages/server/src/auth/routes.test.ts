import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setupToken } from "../app/accounts/set-up.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";

let server: TestServer;
let clock: TestClock;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({
    env: { SNART_LIMIT_SIGN_IN_ATTEMPTS: "3" },
    overrides: { now: clock.now },
  });
});
afterEach(() => server.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const session = async (cookie?: string): Promise<Record<string, unknown>> => {
  const response = await server.fetch("/auth/session", cookie === undefined ? {} : { headers: { cookie } });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return (await response.json()) as Record<string, unknown>;
};
const PASSWORD = "lång nog för alla";

describe("first run", () => {
  const form = {
    displayName: "Elin Strand",
    email: "Elin@Example.com",
    password: PASSWORD,
    language: "sv",
    timeZone: "Europe/Stockholm",
  };

  it("creates the administrator for the person with the link, once", async () => {
    expect(await session()).toEqual({
      setupNeeded: true,
      account: null,
      reportsErrors: false,
      version: expect.any(String) as string,
    });
    const token = await setupToken(server.app);
    const made = await post("/auth/setup", { ...form, token });
    expect(made.status).toBe(201);
    const body = (await made.json()) as Record<string, unknown>;
    expect(body).toMatchObject({
      setupNeeded: false,
      account: {
        login: "elin",
        email: "elin@example.com",
        isAdmin: true,
        preferences: { language: "sv", timeZone: "Europe/Stockholm" },
      },
    });
    expect(await session(cookieOf(made))).toEqual(body);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password"/i);

    const again = await post("/auth/setup", { ...form, email: "b@example.com", token });
    expect([again.status, await again.json()]).toEqual([409, { code: "setup-done" }]);
    expect(again.headers.getSetCookie()).toEqual([]);
    expect((await server.app.storage.read((tx) => tx.principals.list("person"))).length).toBe(1);
  });

  it.each([
    [{ token: "wrong" }, 403, { code: "setup-token-wrong" }],
    [{ email: "elin" }, 422, { code: "invalid-email", field: "email" }],
    [{ password: "kort" }, 422, { code: "weak-password", field: "password", minimum: 10 }],
    [{ displayName: "" }, 422, { code: "invalid-name", field: "displayName" }],
    [{ language: "fi" }, 400, { code: "malformed-request" }],
    [{ email: 7 }, 400, { code: "malformed-request" }],
  ])("refuses %j and creates nobody", async (wrong, status, problem) => {
    const token = await setupToken(server.app);
    const refused = await post("/auth/setup", { ...form, token, ...wrong });
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject(problem);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await session())["setupNeeded"]).toBe(true);
  });
});

describe("sign-in", () => {
  beforeEach(async () => void (await server.addUser("elin@example.com", PASSWORD)));
  const signIn = (login: string, password: string, headers: Record<string, string> = {}) =>
    post("/auth/sign-in", { login, password }, headers);

  it("accepts login or e-mail in any case and begins a session", async () => {
    for (const login of ["elin", "ELIN", "Elin@example.com"]) {
      const answer = await signIn(login, PASSWORD);
      expect(answer.status, login).toBe(200);
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^snart_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      );
      expect(await session(cookieOf(answer))).toMatchObject({ account: { login: "elin" } });
    }
  });

  it("counts down wrong passwords, then asks to wait, also with the right one", async () => {
    for (const attemptsLeft of [2, 1, 0]) {
      const wrong = await signIn("elin", `fel lösenord ${attemptsLeft}`);
      expect([wrong.status, await wrong.json()]).toEqual([401, { code: "wrong-password", attemptsLeft }]);
      expect(wrong.headers.get("www-authenticate"), "no browser prompt over the form").toBeNull();
    }
    const blocked = await signIn("elin", PASSWORD);
    expect([blocked.status, await blocked.json()]).toEqual([
      429,
      { code: "too-many-attempts", retryAfter: 900 },
    ]);
    expect(blocked.headers.get("retry-after")).toBe("900");
    expect(blocked.headers.getSetCookie()).toEqual([]);
    clock.advance(900_000);
    expect((await signIn("elin", PASSWORD)).status).toBe(200);
  });

  it("counts simultaneous guesses one by one", async () => {
    const atOne = await Promise.all(Array.from({ length: 20 }, (_, i) => signIn("elin", `gissning ${i}`)));
    expect(atOne.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(atOne.filter(({ status }) => status === 429)).toHaveLength(17);
  });

  it("answers the same for a person who does not exist", async () => {
    const [nobody, somebody] = [await signIn("nobody", "fel lösenord"), await signIn("elin", "fel lösenord")];
    expect(nobody.status).toBe(somebody.status);
    expect(Object.keys((await nobody.json()) as object)).toEqual(
      Object.keys((await somebody.json()) as object),
    );
  });

  it("ends the session on the server when signing out, and after its time", async () => {
    const first = cookieOf(await signIn("elin", PASSWORD));
    const second = cookieOf(await signIn("elin", PASSWORD));
    const out = await post("/auth/sign-out", {}, { cookie: first });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()[0]).toMatch(/^snart_session=; .*Max-Age=0/);
    expect(await session(first)).toMatchObject({ account: null });
    expect(await session(second), "the other device").toMatchObject({ account: { login: "elin" } });
    clock.advance(31 * 86_400_000);
    expect(await session(second)).toMatchObject({ account: null });
  });

  it("replaces the session a browser already has", async () => {
    const first = cookieOf(await signIn("elin", PASSWORD));
    const second = cookieOf(await signIn("elin", PASSWORD, { cookie: first }));
    expect(await session(first)).toMatchObject({ account: null });
    expect(await session(second)).toMatchObject({ account: { login: "elin" } });
  });

  it.each([
    ["not JSON", "{", "application/json"],
    ["a form of a foreign page", "login=elin&password=x", "application/x-www-form-urlencoded"],
    [
      "JSON as text, which needs no preflight",
      JSON.stringify({ login: "elin", password: PASSWORD }),
      "text/plain",
    ],
    ["a list", "[]", "application/json"],
    ["a huge field", JSON.stringify({ login: "x".repeat(5_000), password: "y" }), "application/json"],
    ["a polluted prototype", '{"__proto__":{"login":"elin","password":"x"}}', "application/json"],
  ])("refuses %s", async (_what, body, type) => {
    const refused = await server.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      400,
      "malformed-request",
    ]);
  });

  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
  ])("refuses a request from another site %j", async (headers) => {
    const refused = await signIn("elin", PASSWORD, headers as Record<string, string>);
    expect(refused.status).toBe(403);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });
  it("accepts a request from its own page", async () => {
    expect((await signIn("elin", PASSWORD, { origin: server.url })).status).toBe(200);
    expect(
      (await signIn("elin", PASSWORD, { "sec-fetch-site": "same-origin", origin: "https://behind.a.proxy" }))
        .status,
    ).toBe(200);
  });
});
