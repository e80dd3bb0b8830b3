import { afterEach, beforeEach, expect, it } from "vitest";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const MINUTE = 60_000;
let server: TestServer;
let clock: TestClock;
let cookie: string;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({ overrides: { now: clock.now } });
  await server.addUser("elin@example.com", PASSWORD, { displayName: "Elin <Ek>" });
  cookie = cookieOf(await postJson("/auth/sign-in", { login: "elin", password: PASSWORD }));
});
afterEach(() => server.stop());

const postJson = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const postForm = (path: string, fields: Record<string, string>): Promise<Response> =>
  server.fetch(path, { method: "POST", body: new URLSearchParams(fields) });

/** Calls a method with any kind of proof. */
async function call(
  name: string,
  args: object,
  headers: Record<string, string>,
): Promise<readonly unknown[]> {
  const session = (await (await server.fetch("/jmap/session", { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = Object.values(session.primaryAccounts)[0];
  const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
  const answer = await postJson(
    "/jmap/api",
    { using, methodCalls: [[name, { accountId, ...args }, "0"]] },
    headers,
  );
  return (
    ((await answer.json()) as { methodResponses: readonly (readonly unknown[])[] }).methodResponses[0] ?? []
  );
}

async function offer(): Promise<string> {
  const [name, answer] = await call("Credential/offer", {}, { cookie });
  expect(name).toBe("Credential/offer");
  const { path } = answer as { path: string };
  expect(path).toMatch(/^\/connect\/[\w-]{43}$/);
  return path.slice("/connect/".length);
}
const labels = async (): Promise<readonly string[]> => {
  const [, answer] = await call("Credential/get", { ids: null }, { cookie });
  return (answer as { list: readonly { label: string }[] }).list.map(({ label }) => label);
};
const statusWith = async (secret: string): Promise<number> => {
  const headers = { authorization: basic("elin", secret), depth: "0" };
  const answer = await server.fetch("/dav/calendars/elin/", { method: "PROPFIND", headers });
  await answer.text();
  return answer.status;
};

it("gives the device that opens the link a password of its own, once", async () => {
  const token = await offer();
  const told = await server.fetch(`/auth/device/${token}`);
  expect(await told.json()).toEqual({ displayName: "Elin <Ek>" });
  expect(await labels(), "looking makes nothing").toEqual([]);

  const made = await postJson("/auth/connect-device", { token, label: " Elins mobil " });
  expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
  expect(made.headers.getSetCookie(), "a device is no session").toEqual([]);
  const { login, secret } = (await made.json()) as { login: string; secret: string };
  expect(login).toBe("elin");
  expect(await statusWith(secret)).toBe(207);
  expect(await labels()).toEqual(["Elins mobil"]);

  for (const again of [
    await postJson("/auth/connect-device", { token, label: "Två" }),
    await postForm("/auth/apple-profile", { token, label: "Tre" }),
    await server.fetch(`/auth/device/${token}`),
  ])
    expect(await again.json()).toEqual({ code: "account-link-invalid" });
  expect(await labels()).toEqual(["Elins mobil"]);
});

it("gives twenty simultaneous requests only one password", async () => {
  const token = await offer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => postJson("/auth/connect-device", { token, label: `Mobil ${n}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await labels()).toHaveLength(1);
});

it("gives iPhones and Macs a profile with the password in it", async () => {
  const token = await offer();
  const answer = await postForm("/auth/apple-profile", { token, label: "iPhone" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/x-apple-aspen-config",
  ]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const profile = await answer.text();
  expect(profile).toContain("<string>Snart, Elin &lt;Ek&gt;</string>");
  expect(profile).toContain(`<key>CalDAVPort</key><integer>${new URL(server.url).port}</integer>`);
  const [, secret = ""] = /<key>CalDAVPassword<\/key><string>([^<]+)</.exec(profile) ?? [];
  expect(await statusWith(secret)).toBe(207);
});

it("ends the link after ten minutes, when another is made, and when its owner may no longer sign in", async () => {
  const old = await offer();
  clock.advance(10 * MINUTE);
  await call("SignInWays/prove", { password: PASSWORD }, { cookie });
  const replaced = await offer();
  const last = await offer();
  const elin = await server.app.storage.read((tx) => tx.principals.byLogin("elin"));
  if (!elin) throw new Error("no elin");
  await server.app.storage.write((tx) => tx.principals.update(elin.id, { status: "suspended" }));
  for (const token of [old, replaced, last, "", "x".repeat(5_000)]) {
    const refused = await postJson("/auth/connect-device", { token, label: "x" });
    expect(refused.ok).toBe(false);
    const profile = await postForm("/auth/apple-profile", { token, label: "x" });
    expect(await profile.json()).toEqual({ code: "account-link-invalid" });
  }
  await server.app.storage.write((tx) => tx.principals.update(elin.id, { status: "active" }));
  expect(await labels()).toEqual([]);
  expect((await postJson("/auth/connect-device", { token: last, label: "x" })).status, "not used up").toBe(
    201,
  );
});

it("keeps the link usable after an invalid device name", async () => {
  const token = await offer();
  for (const label of ["", " ", "x".repeat(1_000)]) {
    const refused = await postJson("/auth/connect-device", { token, label });
    expect(await refused.json()).toMatchObject({ code: "invalid-name", field: "label" });
  }
  expect(await labels()).toEqual([]);
  expect((await postJson("/auth/connect-device", { token, label: "Mobil" })).status).toBe(201);
});

it("refuses a program with an app password, which could otherwise create more", async () => {
  const token = await offer();
  const { secret } = (await (await postJson("/auth/connect-device", { token, label: "Mobil" })).json()) as {
    secret: string;
  };
  const [name, answer] = await call("Credential/offer", {}, { authorization: basic("elin", secret) });
  expect([name, (answer as { type: string }).type]).toEqual(["error", "forbidden"]);
  const written = await server.app.storage.read((tx) => tx.audit.latest(50));
  const offers = written.filter(({ action }) => action === "device-offered");
  expect(offers.map(({ subject, detail }) => [subject, detail])).toEqual([["elin", { via: "session" }]]);
});
