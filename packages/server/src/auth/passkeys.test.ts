import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";
import { Authenticator } from "../testing/people/authenticator.ts";

const PASSWORD = "lång nog för alla";
const ORIGIN = "https://calendar.example.org";

let server: TestServer;
let clock: TestClock;
let ids: Record<"elin" | "bo", string>;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({
    env: {
      SNART_PUBLIC_URL: ORIGIN,
      SNART_LIMIT_PASSKEY_REQUESTS: "20",
      SNART_LIMIT_PASSKEYS_PER_PERSON: "3",
    },
    overrides: { now: clock.now },
  });
  const add = async (login: string) => (await server.addUser(`${login}@example.com`, PASSWORD)).id;
  ids = { elin: await add("elin"), bo: await add("bo") };
});
afterEach(() => server.stop());

const post = (path: string, body: object, cookie = ""): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
const signIn = async (login: string, password = PASSWORD) => post("/auth/sign-in", { login, password });
const session = async (login: string): Promise<string> => cookieOf(await signIn(login));
type Called = readonly [string, Record<string, unknown>];
async function call(cookie: string, who: keyof typeof ids, method: string, args = {}): Promise<Called> {
  const answer = await post(
    "/jmap/api",
    {
      using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
      methodCalls: [[method, { accountId: ids[who], ...args }, "0"]],
    },
    cookie,
  );
  return ((await answer.json()) as { methodResponses: [Called] }).methodResponses[0];
}
async function addPasskey(cookie: string, who: keyof typeof ids, wrong = {}) {
  const key = new Authenticator(ORIGIN);
  const [, begun] = await call(cookie, who, "Passkey/begin");
  const passkey = key.make(begun["publicKey"], wrong);
  const [name, made] = await call(cookie, who, "Passkey/add", { label: "Telefonen", passkey });
  return { key, made, isMade: name === "Passkey/add", passkey };
}
/** A challenge for whoever comes, in a browser of its own. */
async function begin(): Promise<{ cookie: string; publicKey: unknown }> {
  const answer = await post("/auth/passkey-request", {});
  const { publicKey } = (await answer.json()) as { publicKey: unknown };
  return { cookie: cookieOf(answer), publicKey };
}
async function enter(key: Authenticator, wrong: Parameters<Authenticator["use"]>[1] = {}): Promise<Response> {
  const { cookie, publicKey } = await begin();
  return post("/auth/passkey", { passkey: key.use(publicKey, wrong) }, cookie);
}
const code = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code?: unknown }).code;
const whoIs = async (cookie: string) => {
  const answer = await server.fetch("/auth/session", { headers: { cookie } });
  return ((await answer.json()) as { account: { login: string } | null }).account?.login;
};
const actions = async () => (await listAudit(server.app, 100)).map(({ action }) => action);
const ways = async (cookie: string) =>
  (await call(cookie, "elin", "SignInWays/get"))[1]["ways"] as {
    passkeys: { id: string; lastUsedAt: unknown }[];
  };

describe("a passkey", () => {
  it("opens the account of its owner, also past a second step, and says when it was used", async () => {
    const cookie = await session("elin");
    const { key, isMade } = await addPasskey(cookie, "elin");
    expect(isMade).toBe(true);
    expect((await ways(cookie)).passkeys).toMatchObject([{ label: "Telefonen", lastUsedAt: null }]);
    await server.app.storage.write((tx) =>
      tx.credentials.insert({
        id: "totp",
        principalId: ids.elin as never,
        kind: "totp",
        label: "",
        secretHash: "",
        createdAt: 1,
        lastUsedAt: null,
        lastUsedBy: null,
        data: { kind: "totp", secret: "AAAA", lastStep: 0 },
      }),
    );
    const entered = await enter(key);
    expect(entered.status).toBe(200);
    expect(await whoIs(cookieOf(entered))).toBe("elin");
    expect((await ways(cookie)).passkeys).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    const [entry] = await listAudit(server.app, 1);
    expect(entry).toMatchObject({ action: "sign-in", subject: "elin", detail: { with: "passkey" } });
  });

  it("gets another name from its owner alone, in the web app, and opens what it opened", async () => {
    const cookie = await session("elin");
    const { key, made } = await addPasskey(cookie, "elin");
    const rename = (who: keyof typeof ids, by: string, label: string) =>
      call(by, who, "Passkey/rename", { id: made["id"], label });
    const [, others] = await rename("bo", await session("bo"), "min");
    expect(others["type"]).toBe("notFound");
    for (const wrong of ["", "   ", "x".repeat(500)])
      expect((await rename("elin", cookie, wrong))[0], wrong).toBe("error");
    expect((await ways(cookie)).passkeys).toMatchObject([{ label: "Telefonen" }]);
    clock.advance(3_600_000);
    expect((await rename("elin", cookie, " Jobbtelefonen "))[0]).toBe("Passkey/rename");
    expect((await ways(cookie)).passkeys).toMatchObject([{ label: "Jobbtelefonen" }]);
    const [entry] = await listAudit(server.app, 1);
    expect(entry).toMatchObject({
      action: "passkey-renamed",
      subject: "Jobbtelefonen",
      detail: { login: "elin", from: "Telefonen" },
    });
    expect((await enter(key)).status).toBe(200);
  });

  it.each([
    ["is for another page", { origin: "https://calendar.example.org.evil.example" }],
    ["is for another server", { rpId: "example.org" }],
    ["is no making", { type: "webauthn.get" }],
    ["has another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["did not look who is there", { isVerified: false }],
  ])("is not added when it %s", async (_, wrong) => {
    const cookie = await session("elin");
    const { made } = await addPasskey(cookie, "elin", wrong);
    expect(made["code"]).toBe("wrong-passkey");
    expect((await ways(cookie)).passkeys).toEqual([]);
  });

  it.each([
    ["is for another page", { origin: "http://calendar.example.org" }],
    ["is for another server", { rpId: "localhost" }],
    ["is no signing in", { type: "webauthn.create" }],
    ["has another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["did not look who is there", { isVerified: false }],
    ["names nobody", { userHandle: "" }],
    ["names somebody who is not here", { userHandle: "bm9ib2R5" }],
  ])("opens nothing when its answer %s", async (_, wrong) => {
    const { key } = await addPasskey(await session("elin"), "elin");
    const refused = await enter(key, wrong);
    expect([refused.status, await code(refused)]).toEqual([401, "wrong-passkey"]);
    expect(cookieOf(refused)).not.toContain("snart_session");
    expect((await enter(key)).status).toBe(200);
  });

  it("opens nobody else's account, and a stranger's opens none", async () => {
    const { key } = await addPasskey(await session("elin"), "elin");
    const bo = Buffer.from(ids.bo).toString("base64url");
    expect((await enter(key, { userHandle: bo })).status).toBe(401);
    const elin = Buffer.from(ids.elin).toString("base64url");
    expect((await enter(new Authenticator(ORIGIN), { userHandle: elin })).status).toBe(401);
    expect(await actions()).toContain("sign-in-failed");
  });

  it("signs for one browser, once, for some minutes", async () => {
    const { key } = await addPasskey(await session("elin"), "elin");
    const { cookie, publicKey } = await begin();
    const passkey = key.use(publicKey);
    expect(await code(await post("/auth/passkey", { passkey }))).toBe("sign-in-over");
    const other = await begin();
    expect(await code(await post("/auth/passkey", { passkey }, other.cookie))).toBe("wrong-passkey");
    const twice = await Promise.all([1, 2, 3].map(() => post("/auth/passkey", { passkey }, cookie)));
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const slow = await begin();
    clock.advance(11 * 60_000);
    expect(await code(await post("/auth/passkey", { passkey: key.use(slow.publicKey) }, slow.cookie))).toBe(
      "sign-in-over",
    );
  });

  it("that counts backwards opens nothing, and the log says so", async () => {
    const { key } = await addPasskey(await session("elin"), "elin");
    expect((await enter(key, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect((await enter(key, { counter })).status, `${counter}`).toBe(401);
    expect((await actions()).filter((action) => action === "passkey-doubted")).toHaveLength(3);
    expect((await enter(key, { counter: 8 })).status).toBe(200);
  });

  it("opens nothing once it is removed, or its owner is suspended", async () => {
    const cookie = await session("elin");
    const { key } = await addPasskey(cookie, "elin");
    await server.app.storage.write((tx) => tx.principals.update(ids.elin as never, { status: "suspended" }));
    expect((await enter(key)).status).toBe(401);
    await server.app.storage.write((tx) => tx.principals.update(ids.elin as never, { status: "active" }));
    expect((await enter(key)).status).toBe(200);
    const id = (await ways(cookie)).passkeys[0]?.id ?? "";
    expect((await call(await session("bo"), "bo", "Passkey/remove", { id }))[1]["code"]).toBe("not-found");
    expect((await call(cookie, "elin", "Passkey/remove", { id }))[0]).toBe("Passkey/remove");
    expect((await enter(key)).status).toBe(401);
  });

  it("is bound to the session that began it, and limited in number", async () => {
    const cookie = await session("elin");
    const key = new Authenticator(ORIGIN);
    const [, begun] = await call(cookie, "elin", "Passkey/begin");
    const passkey = key.make(begun["publicKey"]);
    const elsewhere = await call(await session("elin"), "elin", "Passkey/add", { label: "x", passkey });
    expect(elsewhere[1]["code"]).toBe("sign-in-over");
    expect((await call(cookie, "elin", "Passkey/add", { label: "x", passkey }))[0]).toBe("Passkey/add");
    expect((await call(cookie, "elin", "Passkey/add", { label: "x", passkey }))[1]["code"]).toBe(
      "sign-in-over",
    );
    for (let i = 0; i < 2; i++) expect((await addPasskey(cookie, "elin")).isMade).toBe(true);
    expect((await call(cookie, "elin", "Passkey/begin"))[1]["code"]).toBe("too-many-passkeys");
  });

  it("is asked for so often from one address, and no more", async () => {
    for (let i = 0; i < 20; i++) expect((await post("/auth/passkey-request", {})).status).toBe(200);
    expect((await post("/auth/passkey-request", {})).status).toBe(429);
    expect((await signIn("bo")).status).toBe(200);
  });

  it.each([
    [{}],
    [{ passkey: null }],
    [{ passkey: { id: 1, response: {} } }],
    [{ passkey: { id: "x", response: { userHandle: 7 } } }],
  ])("answers %j with a refusal", async (body) => {
    const { cookie } = await begin();
    expect([400, 401]).toContain((await post("/auth/passkey", body, cookie)).status);
  });
});

describe("without a password", () => {
  it("a passkey or a recovery code lets its owner in, and nothing else", async () => {
    const cookie = await session("elin");
    expect((await call(cookie, "elin", "Password/remove"))[1]["code"]).toBe("last-credential");
    const { key } = await addPasskey(cookie, "elin");
    const [, removed] = await call(cookie, "elin", "Password/remove");
    const codes = removed["recoveryCodes"] as string[];
    expect(codes).toHaveLength(8);
    expect((await signIn("elin")).status).toBe(401);
    const headers = { authorization: basic("elin", PASSWORD), depth: "0" };
    expect((await server.fetch("/dav/calendars/elin/", { method: "PROPFIND", headers })).status).toBe(401);
    expect((await enter(key)).status).toBe(200);
    const id = (await ways(cookie)).passkeys[0]?.id ?? "";
    expect((await call(cookie, "elin", "Passkey/remove", { id }))[1]["code"]).toBe("last-credential");
    const entered = await signIn("elin", codes[0]);
    expect(await whoIs(cookieOf(entered))).toBe("elin");
    expect((await signIn("elin", codes[0])).status).toBe(401);
    const [, bad] = await call(cookie, "elin", "Password/change", {
      currentPassword: "",
      newPassword: "kort",
    });
    expect(bad["code"]).toBe("weak-password");
    const again = { currentPassword: "", newPassword: "en helt annan mening" };
    expect((await call(cookie, "elin", "Password/change", again))[0]).toBe("Password/change");
    expect((await signIn("elin", "en helt annan mening")).status).toBe(200);
    expect((await signIn("elin", codes[1])).status).toBe(401);
  });

  it("dangerous things want a proof that is not old, which a passkey gives", async () => {
    const cookie = await session("elin");
    const { key } = await addPasskey(cookie, "elin");
    await call(cookie, "elin", "Password/remove");
    clock.advance(11 * 60_000);
    const change = { currentPassword: "", newPassword: "en helt annan mening" };
    expect((await call(cookie, "elin", "Password/change", change))[1]["code"]).toBe("proof-needed");
    expect((await call(cookie, "elin", "Account/close", { currentPassword: "" }))[1]["code"]).toBe(
      "proof-needed",
    );
    const prove = async (by: Authenticator) => {
      const [, asked] = await call(cookie, "elin", "SignInWays/request");
      return call(cookie, "elin", "SignInWays/prove", { passkey: by.use(asked["publicKey"]) });
    };
    const bos = await addPasskey(await session("bo"), "bo");
    expect((await prove(bos.key))[1]["code"]).toBe("wrong-passkey");
    expect((await call(cookie, "elin", "Password/change", change))[1]["code"]).toBe("proof-needed");
    expect((await prove(key))[0]).toBe("SignInWays/prove");
    expect((await call(cookie, "elin", "Password/change", change))[0]).toBe("Password/change");
  });
});
