import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import { totpCode, totpStep } from "../app/sign-in/totp.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const ATTEMPTS = 4;

let server: TestServer;
let clock: TestClock;
let ids: Record<"elin" | "bo" | "chef", string>;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({
    env: {
      SNART_PUBLIC_URL: "https://calendar.example.org",
      SNART_TRUSTED_PROXIES: "127.0.0.1",
      SNART_LIMIT_SIGN_IN_ATTEMPTS: `${ATTEMPTS}`,
    },
    overrides: { now: clock.now },
  });
  const add = async (login: string, isAdmin = false) =>
    (await server.addUser(`${login}@example.com`, PASSWORD, { isAdmin })).id;
  ids = { chef: await add("chef", true), elin: await add("elin"), bo: await add("bo") };
});
afterEach(() => server.stop());

const HOME = "192.0.2.1";
const post = (path: string, body: object, cookie = "", from = HOME): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, "x-forwarded-for": from },
    body: JSON.stringify(body),
  });
interface Answer {
  readonly account: { readonly login: string } | null;
  readonly secondStep?: true;
  readonly code?: string;
  readonly attemptsLeft?: number;
}
const json = async (answer: Response): Promise<Answer> => (await answer.json()) as Answer;
const signIn = (login: string, password = PASSWORD, from = HOME) =>
  post("/auth/sign-in", { login, password }, "", from);
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
const codeNow = (secret: string, off = 0): string => totpCode(secret, totpStep(clock.now()) + off);

/** Turns elin's second step on. */
async function turnOn(): Promise<{ cookie: string; secret: string; codes: readonly string[] }> {
  const cookie = await session("elin");
  const [, begun] = await call(cookie, "elin", "SecondStep/begin");
  const secret = String(begun["secret"]);
  const [name, on] = await call(cookie, "elin", "SecondStep/confirm", { code: codeNow(secret) });
  expect(name, JSON.stringify(on)).toBe("SecondStep/confirm");
  clock.advance(60_000);
  return { cookie, secret, codes: on["recoveryCodes"] as readonly string[] };
}
/** The cookie of a sign-in that awaits its second step. */
async function awaiting(from = HOME): Promise<string> {
  const answer = await signIn("elin", PASSWORD, from);
  const cookie = cookieOf(answer);
  expect(await json(answer)).toMatchObject({ secondStep: true, account: null });
  expect(cookie).toMatch(/^snart_step=/);
  return cookie;
}
const second = (cookie: string, code: string, from = HOME) =>
  post("/auth/second-step", { code }, cookie, from);
const whoIs = async (cookie: string) =>
  (await json(await server.fetch("/auth/session", { headers: { cookie } }))).account?.login;
const actions = async () => (await listAudit(server.app, 100)).map(({ action }) => action);
const davStatus = async (password: string): Promise<number> => {
  const headers = { authorization: basic("elin", password), depth: "0" };
  return (await server.fetch("/dav/calendars/elin/", { method: "PROPFIND", headers })).status;
};

describe("a second step", () => {
  it("lets nobody in with the password alone, and its person in with a code", async () => {
    const { secret } = await turnOn();
    const step = await awaiting();
    expect(await whoIs(step)).toBeUndefined();
    const entered = await second(step, codeNow(secret));
    expect(entered.status).toBe(200);
    expect(await whoIs(cookieOf(entered))).toBe("elin");
    expect((await actions()).filter((action) => action === "sign-in")).toHaveLength(2);
    expect((await signIn("bo")).headers.getSetCookie().join()).toContain("snart_session=");
  });

  it("is not turned on without a right code, by an app password, or by somebody else's session", async () => {
    const cookie = await session("elin");
    const [, begun] = await call(cookie, "elin", "SecondStep/begin");
    const code = codeNow(String(begun["secret"]));
    const [wrong, why] = await call(cookie, "elin", "SecondStep/confirm", {
      code: code === "000000" ? "1" : "000000",
    });
    expect([wrong, why["code"]]).toEqual(["error", "wrong-code"]);
    const other = await session("elin");
    expect((await call(other, "elin", "SecondStep/confirm", { code }))[1]["code"]).toBe("sign-in-over");
    expect((await call(await session("bo"), "elin", "SecondStep/confirm", { code }))[0]).toBe("error");
    expect((await json(await signIn("elin"))).secondStep).toBeUndefined();
    clock.advance(11 * 60_000);
    expect((await call(cookie, "elin", "SecondStep/confirm", { code }))[1]["code"]).toBe("sign-in-over");
    expect((await call(cookie, "elin", "SecondStep/begin"))[1]["code"]).toBe("proof-needed");
  });

  it("takes each code of the app once, of ten at the same time one", async () => {
    const { secret } = await turnOn();
    const steps = [];
    for (let i = 0; i < 10; i++) steps.push(await awaiting());
    const code = codeNow(secret);
    const entered = await Promise.all(steps.map((step) => second(step, code)));
    expect(entered.filter(({ status }) => status === 200)).toHaveLength(1);
    const later = await second(await awaiting(), code);
    expect(later.status).not.toBe(200);
  });

  it("refuses the code with which it was turned on", async () => {
    const cookie = await session("elin");
    const [, begun] = await call(cookie, "elin", "SecondStep/begin");
    const code = codeNow(String(begun["secret"]));
    await call(cookie, "elin", "SecondStep/confirm", { code });
    expect(await json(await second(await awaiting(), code))).toMatchObject({ code: "wrong-code" });
  });

  it("takes each recovery code once, in any spelling, and stores none", async () => {
    const { codes } = await turnOn();
    expect(codes).toHaveLength(8);
    const [first = "", other = ""] = codes;
    expect(first).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
    const stored = await server.app.storage.read((tx) => tx.credentials.ofPrincipal(ids.elin as never));
    expect(JSON.stringify(stored)).not.toContain(first);
    const steps = [await awaiting(), await awaiting(), await awaiting()];
    const entered = await Promise.all(
      steps.map((step) => second(step, ` ${first.toUpperCase().replace("-", " ")}`)),
    );
    expect(entered.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await second(await awaiting(), first)).status).toBe(401);
    expect((await second(await awaiting(), other)).status).toBe(200);
    expect((await actions()).filter((action) => action === "recovery-code-used")).toHaveLength(2);
    const cookie = cookieOf(entered.find(({ status }) => status === 200) as Response);
    expect((await call(cookie, "elin", "SignInWays/get"))[1]["ways"]).toMatchObject({
      recoveryCodes: { left: 6, of: 8 },
    });
  });

  it("ends codes when new ones are made", async () => {
    const { cookie, codes } = await turnOn();
    const [, made] = await call(cookie, "elin", "RecoveryCodes/make");
    expect(made["recoveryCodes"]).toHaveLength(8);
    expect((await second(await awaiting(), codes[0] ?? "")).status).toBe(401);
    expect((await second(await awaiting(), String((made["recoveryCodes"] as string[])[0]))).status).toBe(200);
  });

  it("is for one browser, once, for some minutes, and ends with the password", async () => {
    const { secret, cookie } = await turnOn();
    expect(await json(await second("", codeNow(secret)))).toEqual({ code: "sign-in-over" });
    expect(await json(await second("snart_step=" + "a".repeat(43), codeNow(secret)))).toEqual({
      code: "sign-in-over",
    });
    const step = await awaiting();
    expect((await second(step, codeNow(secret))).status).toBe(200);
    clock.advance(60_000);
    expect(await json(await second(step, codeNow(secret)))).toEqual({ code: "sign-in-over" });
    const slow = await awaiting();
    clock.advance(11 * 60_000);
    expect(await json(await second(slow, codeNow(secret)))).toEqual({ code: "sign-in-over" });
    const former = await awaiting();
    await call(cookie, "elin", "Password/change", {
      currentPassword: PASSWORD,
      newPassword: "en helt annan mening",
    });
    expect(await json(await second(former, codeNow(secret)))).toEqual({ code: "sign-in-over" });
  });
});

describe("guesses at the second step", () => {
  it("are counted, the right password between them resets nothing, and other accounts are let in", async () => {
    const { secret } = await turnOn();
    const left: unknown[] = [];
    for (let i = 0; i < ATTEMPTS; i++) {
      const answer = await json(await second(await awaiting(), `00000${i}`));
      left.push(answer.attemptsLeft);
    }
    expect(left).toEqual([3, 2, 1, 0]);
    expect((await second(await awaiting(), codeNow(secret))).status).toBe(429);
    expect((await signIn("bo")).status).toBe(200);
    expect(await actions()).toContain("sign-in-paused");
    clock.advance(16 * 60_000);
    expect((await second(await awaiting(), codeNow(secret))).status).toBe(200);
  });

  it("from many addresses have no more points than from one, and spare the places where its owner was", async () => {
    const { secret } = await turnOn();
    expect((await second(await awaiting(), codeNow(secret))).status).toBe(200);
    clock.advance(60_000);
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) {
      const from = `198.51.100.${i}`;
      statuses.push((await second(await awaiting(from), `00000${i}`, from)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(ATTEMPTS);
    expect((await second(await awaiting("203.0.113.1"), codeNow(secret), "203.0.113.1")).status).toBe(429);
    expect((await second(await awaiting(), codeNow(secret))).status).toBe(200);
  });

  it("count again when half a minute makes the same digits another guess", async () => {
    await turnOn();
    const step = await awaiting();
    expect((await json(await second(step, "000000"))).attemptsLeft).toBe(3);
    expect((await json(await second(step, "000000"))).attemptsLeft).toBe(3);
    clock.advance(30_000);
    expect((await json(await second(step, "000000"))).attemptsLeft).toBe(2);
  });
});

describe("with a second step", () => {
  it("the account password opens nothing in calendar apps, and app passwords go on", async () => {
    const cookie = await session("elin");
    const [, made] = await call(cookie, "elin", "Credential/set", { create: { c: { label: "Mobil" } } });
    const { secret } = (made["created"] as { c: { secret: string } }).c;
    expect(await davStatus(PASSWORD)).toBe(207);
    await turnOn();
    expect(await davStatus(PASSWORD)).toBe(401);
    expect(await davStatus(secret)).toBe(207);
    const jmap = await server.fetch("/jmap/session", { headers: { authorization: basic("elin", PASSWORD) } });
    expect(jmap.status).toBe(401);
  });

  it("a link for a new password leads to it, and not past it", async () => {
    const { secret } = await turnOn();
    const [, made] = await call(await session("chef"), "chef", "Account/link", { id: ids.elin });
    const token = String((made["link"] as { url: string }).url)
      .split("/")
      .at(-1);
    const answer = await post("/auth/reset-password", { token, password: "en helt annan mening" });
    const step = cookieOf(answer);
    expect(await json(answer)).toMatchObject({ account: null, secondStep: true });
    expect(await whoIs(step)).toBeUndefined();
    expect((await second(step, codeNow(secret))).status).toBe(200);
  });

  it("its person turns it off with the password alone, and then the codes open nothing", async () => {
    const { cookie, codes } = await turnOn();
    const wrong = await call(cookie, "elin", "SecondStep/remove", { currentPassword: "gissning" });
    expect(wrong[1]["code"]).toBe("wrong-password");
    expect((await json(await signIn("elin"))).secondStep).toBe(true);
    const step = await awaiting();
    expect((await call(cookie, "elin", "SecondStep/remove", { currentPassword: PASSWORD }))[0]).toBe(
      "SecondStep/remove",
    );
    expect((await second(step, codes[0] ?? "")).status).toBe(401);
    expect((await json(await signIn("elin"))).account?.login).toBe("elin");
    expect((await call(cookie, "elin", "SignInWays/get"))[1]["ways"]).toMatchObject({
      secondStep: null,
      recoveryCodes: null,
    });
  });

  it("an administrator takes it away, nobody else does, and its sessions end", async () => {
    const { cookie } = await turnOn();
    const by = async (who: "bo" | "chef") =>
      call(await session(who), who, "Account/removeSecondStep", { id: ids.elin });
    expect((await by("bo"))[0]).toBe("error");
    expect((await json(await signIn("elin"))).secondStep).toBe(true);
    expect((await by("chef"))[0]).toBe("Account/removeSecondStep");
    expect(await whoIs(cookie)).toBeUndefined();
    expect((await json(await signIn("elin"))).account?.login).toBe("elin");
    expect((await by("chef"))[1]["code"]).toBe("not-found");
  });

  it("what changes it wants a proof that is not old", async () => {
    const { cookie } = await turnOn();
    clock.advance(11 * 60_000);
    for (const method of ["SecondStep/begin", "RecoveryCodes/make"])
      expect((await call(cookie, "elin", method))[1]["code"], method).toBe("proof-needed");
    const wrong = await call(cookie, "elin", "SignInWays/prove", { password: "gissning" });
    expect(wrong[1]["code"]).toBe("wrong-password");
    expect((await call(cookie, "elin", "RecoveryCodes/make"))[1]["code"]).toBe("proof-needed");
    await call(cookie, "elin", "SignInWays/prove", { password: PASSWORD });
    expect((await call(cookie, "elin", "RecoveryCodes/make"))[0]).toBe("RecoveryCodes/make");
  });
});
