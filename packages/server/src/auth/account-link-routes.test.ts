import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mintActor } from "../app/actor.ts";
import { askReset } from "../app/accounts/ask-reset.ts";
import { invitePerson } from "../app/accounts/invite-person.ts";
import type { MailDelivery } from "../app/types.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { createAppPassword } from "../app/sign-in/app-passwords.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";
import { openSmtpSink, type SmtpSink } from "../testing/smtp-sink.ts";
import { until } from "../testing/until.ts";

const PASSWORD = "lång nog för alla";
const NEW = "en helt annan mening";
let sink: SmtpSink;
let clock: TestClock;
let server: TestServer;
const ENV = (): Record<string, string> => ({
  SNART_SMTP_URL: sink.url,
  SNART_MAIL_FROM: "calendar@snart.example",
  SNART_PUBLIC_URL: "https://calendar.snart.example",
  SNART_LIMIT_RESET_REQUESTS: "3",
  SNART_LIMIT_RESET_MAILS: "6",
});
beforeEach(async () => {
  sink = await openSmtpSink();
  clock = testClock();
  server = await startTestServer({
    env: ENV(),
    overrides: { now: clock.now },
  });
  await server.addUser("elin@example.com", PASSWORD);
});
afterEach(async () => {
  await server.stop();
  await sink.close();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const ask = (email: string, headers: Record<string, string> = {}): Promise<Response> =>
  post("/auth/ask-reset", { email, language: "sv" }, headers);
const audited = async (action: string): Promise<readonly string[]> =>
  (await server.app.storage.read((tx) => tx.audit.latest(50)))
    .filter((entry) => entry.action === action)
    .map(({ subject }) => subject);
const mails = (count: number): Promise<void> => until(() => sink.mails.length >= count);
const deliveries = async (): Promise<readonly MailDelivery[]> =>
  server.app.storage.read(async (tx) => {
    const elin = await tx.principals.byEmail("elin@example.com");
    return elin ? tx.mail.deliveriesOf(elin.id, null, 10) : [];
  });
const tokenIn = (text: string | undefined): string => /\/reset\/([\w-]{43})/.exec(text ?? "")?.[1] ?? "";
const signIn = (password: string): Promise<Response> =>
  post("/auth/sign-in", { login: "elin@example.com", password });

describe("a forgotten password", () => {
  it("is replaced through a link that the person gets by mail and that works once", async () => {
    const before = cookieOf(await signIn(PASSWORD));
    expect((await ask(" Elin@Example.com ")).status).toBe(202);
    await mails(1);
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(["elin@example.com"]);
    expect(mail?.read.subject).toBe("Välj ett nytt lösenord till Snart");
    expect(mail?.read.text).toContain("https://calendar.snart.example/reset/");
    const token = tokenIn(mail?.read.text);
    expect((await signIn(PASSWORD)).status, "asking changes nothing").toBe(200);
    const chosen = await post("/auth/reset-password", { token, password: NEW });
    expect(chosen.status).toBe(200);
    const again = await post("/auth/reset-password", { token, password: "ännu en annan mening" });
    expect([again.status, await again.json()]).toEqual([404, { code: "account-link-invalid" }]);
    expect([(await signIn(PASSWORD)).status, (await signIn(NEW)).status]).toEqual([401, 200]);
    const session = await server.fetch("/auth/session", { headers: { cookie: before } });
    expect(await session.json()).toMatchObject({ account: null });
    expect(await audited("password-reset-asked")).toEqual(["elin@example.com"]);
    expect(await audited("password-reset")).toEqual(["elin@example.com"]);
  });

  it.each([true, false])(
    "lists the devices, and removes them if that is chosen (%s)",
    async (removeDevices) => {
      const elin = await server.app.storage.read((tx) => tx.principals.byEmail("elin@example.com"));
      if (!elin) throw new Error("no elin");
      await signIn(PASSWORD);
      const [session] = await server.app.storage.read((tx) => tx.sessions.ofPrincipal(elin.id));
      const actor = mintActor({
        principalId: elin.id,
        login: elin.login,
        isAdmin: false,
        via: "session",
        proof: session?.id ?? "",
      });
      const phone = await createAppPassword(server.app, actor, "Elin's phone");
      const desk = await createAppPassword(server.app, actor, "Desk");
      if (!phone.ok || !desk.ok) throw new Error("no app passwords");
      const overDav = async (): Promise<number> => {
        const headers = { authorization: basic("elin", phone.value.secret), depth: "0" };
        return (await server.fetch("/dav/calendars/elin/", { method: "PROPFIND", headers })).status;
      };
      expect(await overDav()).toBe(207);
      await ask("elin@example.com");
      await mails(1);
      const token = tokenIn(sink.mails[0]?.read.text);
      await until(async () =>
        (await server.app.storage.read((tx) => tx.credentials.ofPrincipal(elin.id))).some(
          ({ lastUsedAt }) => lastUsedAt !== null,
        ),
      );
      expect(await (await server.fetch(`/auth/reset/${token}`)).json()).toMatchObject({
        email: "elin@example.com",
        signIns: 1,
        devices: [
          { label: "Desk", lastUsedAt: null },
          { label: "Elin's phone", lastUsedAt: "2026-11-20T12:00:00Z" },
        ],
      });
      const chosen = await post("/auth/reset-password", { token, password: NEW, removeDevices });
      expect(chosen.status).toBe(200);
      expect(await overDav()).toBe(removeDevices ? 401 : 207);
      const removed = removeDevices ? ["Desk", "Elin's phone"] : [];
      expect((await audited("app-password-removed")).toSorted()).toEqual(removed);
    },
  );

  it("gets the same answer without an account, and nothing is sent", async () => {
    await server.addUser("bo@example.com", PASSWORD);
    await server.app.storage.write(async (tx) => {
      const bo = await tx.principals.byEmail("bo@example.com");
      if (bo) await tx.principals.update(bo.id, { status: "suspended", statusSince: clock.now() });
    });
    // The last one is processed last: once its mail is there, the others have been processed.
    const asked = [
      await ask("nobody@example.com"),
      await ask("bo@example.com"),
      await ask("elin@example.com"),
    ];
    const shapes = await Promise.all(
      asked.map(async (answer) => [
        answer.status,
        [...answer.headers.keys()].toSorted(),
        await answer.text(),
      ]),
    );
    expect(shapes[0]).toEqual(shapes[2]);
    expect(shapes[1]).toEqual(shapes[2]);
    await mails(1);
    expect(sink.mails.map(({ to }) => to)).toEqual([["elin@example.com"]]);
    expect(await deliveries()).toHaveLength(1);
  });

  it("takes the same work before the answer for every address", async () => {
    await server.stop();
    // No jobs run beside the requests, so that all reads belong to them.
    server = await startTestServer({ env: ENV(), overrides: { now: clock.now, jobsEveryMs: 0 } });
    await server.addUser("elin@example.com", PASSWORD);
    const counted: number[] = [];
    for (const email of ["nobody@example.com", "elin@example.com"]) {
      const looked = vi.spyOn(server.app.storage, "read");
      await ask(email);
      counted.push(looked.mock.calls.length);
      looked.mockRestore();
    }
    expect(counted, "its own count is read, and nobody is looked up").toEqual([1, 1]);
  });

  it("is limited for one address, also for simultaneous requests", async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask("elin@example.com")));
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(3);
    const refused = asked.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("3600");
    expect((await ask("nobody@example.com")).status, "the address has used up its own").toBe(429);
    await mails(3);
    expect(await deliveries()).toHaveLength(3);
    const [first, second, last] = sink.mails.map(({ read }) => tokenIn(read.text));
    const statuses: number[] = [];
    for (const token of [first, second, last])
      statuses.push((await server.fetch(`/auth/reset/${token}`)).status);
    expect(
      statuses.filter((status) => status === 200),
      "only the newest link works",
    ).toHaveLength(1);
    clock.advance(3_600_000);
    expect((await ask("elin@example.com")).status).toBe(202);
  });

  it("leads back to the booking page from which it was asked for, and nowhere else", async () => {
    const to = "/b/elin/talk?lang=sv";
    const sent = await post("/auth/ask-reset", { email: "elin@example.com", language: "sv", to });
    expect(sent.status).toBe(202);
    await mails(1);
    const text = sink.mails[0]?.read.text ?? "";
    expect(text).toContain(`/reset/${tokenIn(text)}?to=${encodeURIComponent(to)}`);
    for (const wrong of ["https://evil.example/b/elin", "//evil.example", "/settings", "/b/../settings"]) {
      const refused = await post("/auth/ask-reset", { email: "elin@example.com", language: "sv", to: wrong });
      expect(refused.status, wrong).toBe(400);
    }
  });

  it("can't be blocked by strangers who know the address, and nobody gets more than the limit of mails", async () => {
    const from = (address: string) =>
      askReset(server.app, {
        email: "elin@example.com",
        language: "sv",
        origin: "https://calendar.snart.example",
        address,
      });
    for (let n = 0; n < 3; n++) await from("192.0.2.1");
    expect(await from("192.0.2.1")).toMatchObject({ ok: false, problem: { code: "too-many-attempts" } });
    expect((await ask("elin@example.com")).status, "her own still works").toBe(202);
    await mails(4);
    for (const address of ["192.0.2.2", "192.0.2.3", "192.0.2.4"])
      for (let n = 0; n < 3; n++) expect((await from(address)).ok).toBe(true);
    // Processed last: once his mail is there, all the others have been processed.
    await server.addUser("bo@example.com", PASSWORD);
    await ask("bo@example.com");
    await mails(7);
    const sent = sink.mails.map(({ to }) => to[0]);
    expect(sent.filter((to) => to === "elin@example.com")).toHaveLength(6);
    expect(sent.filter((to) => to === "bo@example.com")).toHaveLength(1);
    // Her last link still works.
    const works = await Promise.all(
      sink.mails
        .filter(({ to }) => to[0] === "elin@example.com")
        .map(async ({ read }) => (await server.fetch(`/auth/reset/${tokenIn(read.text)}`)).status),
    );
    expect(works.filter((status) => status === 200)).toHaveLength(1);
  });

  it("never links to the address in a request's headers", async () => {
    await ask("elin@example.com", { host: "evil.example", "x-forwarded-host": "evil.example" });
    await mails(1);
    expect(sink.mails[0]?.raw).not.toContain("evil.example");
  });

  it.each([
    ["half an address", { email: "elin", language: "sv" }, 422, "invalid-email"],
    ["too much", { email: `${"x".repeat(5_000)}@example.com`, language: "sv" }, 400, "malformed-request"],
    ["another language", { email: "elin@example.com", language: "fi" }, 400, "malformed-request"],
    ["a list", { email: ["elin@example.com"], language: "sv" }, 400, "malformed-request"],
  ])("refuses %s", async (_what, body, status, code) => {
    const refused = await post("/auth/ask-reset", body);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([status, code]);
    expect(await audited("password-reset-asked")).toEqual([]);
  });

  it("refuses requests from another site", async () => {
    expect((await ask("elin@example.com", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await audited("password-reset-asked")).toEqual([]);
  });
});

it.each([
  ["no mail is set up", {}],
  [
    "nobody has said where the server is reached",
    { SNART_SMTP_URL: "smtp://127.0.0.1:1", SNART_MAIL_FROM: "calendar@snart.example" },
  ],
])("says so beforehand when %s", async (_why, env) => {
  const without = await startTestServer({ env });
  try {
    expect(await (await without.fetch("/auth/reset")).json()).toEqual({ isMailed: false });
    const refused = await without.fetch("/auth/ask-reset", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "elin@example.com", language: "sv" }),
    });
    expect([refused.status, await refused.json()]).toEqual([409, { code: "mail-not-set-up" }]);
  } finally {
    await without.stop();
  }
});

describe("an invitation to the server", () => {
  it("is mailed in both languages, the chosen one first, with one link", async () => {
    const admin = await server.addUser("admin@example.com", PASSWORD, { isAdmin: true, displayName: "Ada" });
    const actor = mintActor({
      principalId: admin.id,
      login: admin.login,
      isAdmin: true,
      via: "session",
      proof: "",
    });
    const bo = { displayName: "Bo", email: "bo@example.com", isAdmin: false, language: "sv" as const };
    expect(await invitePerson(server.app, actor, bo, "https://calendar.snart.example")).toMatchObject({
      ok: true,
    });
    await mails(1);
    const [mail] = sink.mails;
    expect(mail?.to).toEqual(["bo@example.com"]);
    expect(mail?.read.subject).toBe("Ada bjuder in dig till Snart · Ada invites you to Snart");
    const links = mail?.read.text?.match(/https:\/\/calendar\.snart\.example\/\S+/g) ?? [];
    expect(new Set(links).size).toBe(1);
    expect(mail?.read.text).toMatch(/delad kalender[\s\S]*shared calendar/);
  });
});
