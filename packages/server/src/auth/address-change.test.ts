import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import type { PrincipalId } from "../app/types.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";
import type { Answer } from "../testing/jmap-client.ts";
import { openSmtpSink, type SmtpSink } from "../testing/smtp-sink.ts";
import { until } from "../testing/until.ts";

const PASSWORD = "lång nog för alla";
const OLD = "elin@example.com";
const NEW = "elin.ek@example.org";
const HOUR = 3_600_000;
let sink: SmtpSink;
let clock: TestClock;
let server: TestServer;
let ids: Record<"chef" | "elin" | "bo", PrincipalId>;

async function start(env: Record<string, string>): Promise<void> {
  server = await startTestServer({ env, overrides: { now: clock.now } });
  const add = async (login: string, isAdmin = false) =>
    (await server.addUser(`${login}@example.com`, PASSWORD, { isAdmin, displayName: login })).id;
  ids = { chef: await add("chef", true), elin: await add("elin"), bo: await add("bo") };
}
const withMail = (): Record<string, string> => ({
  SNART_SMTP_URL: sink.url,
  SNART_MAIL_FROM: "calendar@snart.example",
  SNART_PUBLIC_URL: "https://calendar.snart.example",
  SNART_LIMIT_RESET_MAILS: "3",
});
beforeEach(async () => {
  sink = await openSmtpSink();
  clock = testClock();
  await start(withMail());
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
type Who = keyof typeof ids;
/** One JMAP call, as somebody with the account password or another secret. */
async function call(who: Who, name: string, args: object, secret = PASSWORD): Promise<Answer> {
  const headers = { authorization: basic(who, secret) };
  const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
  const answer = await post(
    "/jmap/api",
    { using, methodCalls: [[name, { accountId: ids[who], ...args }, "0"]] },
    headers,
  );
  return ((await answer.json()) as Answer).methodResponses[0][1];
}
const ask = (email: string, who: Who = "elin", currentPassword = PASSWORD): Promise<Answer> =>
  call(who, "Address/change", { email, currentPassword });
const linksTo = (email: string): readonly string[] =>
  sink.mails
    .filter(({ to }) => to.includes(email))
    .flatMap(({ read }) => /\/address\/([\w-]{43})/.exec(read.text ?? "")?.[1] ?? []);
/** The token in the mail to an address that has a link, and is not one of those before. */
async function tokenTo(email: string, before: readonly string[] = []): Promise<string> {
  const fresh = () => linksTo(email).find((token) => !before.includes(token));
  await until(() => fresh() !== undefined);
  return fresh() ?? "";
}
const open = (token: string, headers: Record<string, string> = {}): Promise<Response> =>
  post("/auth/change-address", { token }, headers);
const change = async (email: string, who: Who = "elin"): Promise<void> => {
  const before = linksTo(email);
  await ask(email, who);
  expect((await open(await tokenTo(email, before))).status).toBe(204);
};
const addresses = async (who: Who): Promise<readonly (string | null)[]> => {
  const person = await server.app.storage.read((tx) => tx.principals.byId(ids[who]));
  return [person?.email ?? null, ...(person?.formerEmails ?? [])];
};
const codeOf = (one: Answer): string => (one["code"] as string | undefined) ?? "changed";
const signIn = (login: string, password = PASSWORD): Promise<Response> =>
  post("/auth/sign-in", { login, password });
const audited = async (): Promise<readonly string[]> =>
  (await server.app.storage.read((tx) => tx.audit.latest(50)))
    .filter(({ action }) => action.startsWith("address-"))
    .map(({ action, subject, detail }) => `${action} ${subject} ${detail["proof"] ?? ""}`.trim())
    .toReversed();

describe("another address, where mail is sent", () => {
  it("is taken by the link in a mail to it, once, and the former one is told", async () => {
    const asked = await ask(" Elin.Ek@Example.ORG ");
    const linkEndsAt = new Date(clock.now() + 24 * HOUR).toISOString().replace(".000", "");
    expect(asked).toEqual({ accountId: ids.elin, linkEndsAt });
    const token = await tokenTo(NEW);
    const about = await server.fetch(`/auth/address/${token}`);
    expect(await about.json()).toEqual({ displayName: "elin", email: NEW, until: linkEndsAt });
    expect(about.headers.get("cache-control")).toBe("no-store");
    expect(await addresses("elin"), "asking and looking change nothing").toEqual([OLD]);
    expect((await open(token)).status).toBe(204);
    expect(await addresses("elin")).toEqual([NEW, OLD]);
    expect((await open(token)).status).toBe(404);
    await until(() => sink.mails.length === 2);
    expect(sink.mails[1]?.to).toEqual([OLD]);
    expect(sink.mails[1]?.read.subject).toBe("Your email address in Snart has been changed");
    expect(sink.mails[1]?.read.text).toContain(NEW);
    expect(await audited()).toEqual([`address-asked ${NEW}`, `address-changed ${NEW} proved`]);
    expect(JSON.stringify(server.logged)).not.toContain(token);
  });

  it("signs in at once, and so does the former one, in calendar apps too", async () => {
    const made = await call("elin", "Credential/set", { create: { c: { label: "Phone" } } });
    const { secret } = made.created.c;
    await change(NEW);
    for (const login of [NEW, OLD, OLD.toUpperCase(), "elin"]) {
      expect([login, (await signIn(login)).status]).toEqual([login, 200]);
      const headers = { authorization: basic(login, secret), depth: "0" };
      const synced = await server.fetch("/dav/calendars/elin/calendar/", { method: "PROPFIND", headers });
      expect([login, synced.status]).toEqual([login, 207]);
    }
    const { account } = (await (await signIn(NEW)).json()) as Answer;
    expect(account).toMatchObject({ email: NEW, formerEmails: [OLD] });
    expect((await call("elin", "Profile/get", { ids: null })).list[0]).toMatchObject({
      email: NEW,
      formerEmails: [OLD],
    });
    expect((await signIn(OLD, "not the password")).status).toBe(401);
  });

  it("gets the links for a new password, whichever address is typed, and ends those that went to the former one", async () => {
    const reset = (email: string) => post("/auth/ask-reset", { email, language: "en-GB" });
    const linkIn = (text = ""): string => /\/reset\/([\w-]{43})/.exec(text)?.[1] ?? "";
    await reset(OLD);
    await until(() => sink.mails.length === 1);
    const early = linkIn(sink.mails[0]?.read.text);
    await change(NEW);
    expect((await server.fetch(`/auth/reset/${early}`)).status).toBe(404);
    await reset(OLD);
    await until(() => sink.mails.some(({ to, read }) => to.includes(NEW) && linkIn(read.text) !== ""));
    expect(sink.mails.filter(({ to }) => to.includes(OLD))).toHaveLength(2);
  });

  it("can be the former one again", async () => {
    await change(NEW);
    await change(OLD);
    expect(await addresses("elin")).toEqual([OLD, NEW]);
  });

  it.each([
    ["no address", "elin"],
    ["no address at all", ""],
    ["two addresses", "a@example.org, b@example.org"],
    ["a line break", "a@example.org\r\nBcc: b@example.org"],
    ["ten thousand characters", `${"a".repeat(5_000)}@${"b".repeat(5_000)}.example`],
    ["a NUL", "a\0@example.org"],
    ["the server's own", "calendar@snart.example"],
    ["another's", "BO@example.com"],
    ["the same", OLD],
  ])("is refused if it is %s", async (_, email) => {
    const answer = await ask(email);
    expect(answer["type"]).toBe("invalidArguments");
    expect(await addresses("elin")).toEqual([OLD]);
    expect([await audited(), sink.mails]).toEqual([[], []]);
  });

  it("is refused if it was another's, with the same words as if it is", async () => {
    await change("bo.b@example.org", "bo");
    expect(await ask("bo@example.com")).toMatchObject({ code: "duplicate-email", field: "email" });
    expect(await ask("bo.b@example.org")).toMatchObject({ code: "duplicate-email", field: "email" });
    expect(await addresses("elin")).toEqual([OLD]);
  });

  it("needs the account password, which is not guessed here, and no device may ask", async () => {
    const made = await call("elin", "Credential/set", { create: { c: { label: "Phone" } } });
    const args = { email: NEW, currentPassword: PASSWORD };
    const byDevice = await call("elin", "Address/change", args, made.created.c.secret);
    expect(byDevice).toMatchObject({ type: "forbidden" });
    const wrong = [];
    for (let n = 0; n < 11; n++) wrong.push((await ask(NEW, "elin", `guess ${n}`))["code"]);
    expect(wrong[0]).toBe("wrong-password");
    expect(wrong.at(-1)).toBe("too-many-attempts");
    expect([await addresses("elin"), sink.mails]).toEqual([[OLD], []]);
  });

  it("is asked for a few times in an hour", async () => {
    for (const n of [1, 2, 3]) expect(await ask(`elin${n}@example.org`)).not.toHaveProperty("code");
    expect(await ask(NEW)).toMatchObject({ code: "too-many-attempts", retryAfter: 3_600 });
    clock.advance(HOUR + 1_000);
    expect(await ask(NEW)).not.toHaveProperty("code");
  });
});

describe("a link to another address", () => {
  it.each([
    ["after a day", async () => clock.advance(24 * HOUR + 1_000)],
    ["for another address since", () => ask("elin@third.example")],
    [
      "before the password was changed",
      () =>
        call("elin", "Password/change", { currentPassword: PASSWORD, newPassword: "en helt annan mening" }),
    ],
    [
      "of a suspended person",
      () => call("chef", "Account/set", { update: { [ids.elin]: { status: "suspended" } } }),
    ],
  ])("does not work %s", async (_, before) => {
    await ask(NEW);
    const token = await tokenTo(NEW);
    await before();
    const answer = await open(token);
    expect([answer.status, await answer.json()]).toEqual([404, { code: "account-link-invalid" }]);
    expect((await server.fetch(`/auth/address/${token}`)).status).toBe(404);
    expect(await addresses("elin")).toEqual([OLD]);
  });

  it.each(["", "x", "a".repeat(10_000)])("does not work if it is none (%#)", async (token) => {
    expect((await open(token)).status).toBeGreaterThanOrEqual(400);
    expect(await addresses("elin")).toEqual([OLD]);
  });

  it("opens nothing else, and no other link opens it", async () => {
    await ask(NEW);
    const token = await tokenTo(NEW);
    for (const path of ["invitation", "restore", "reset"])
      expect((await server.fetch(`/auth/${path}/${token}`)).status).toBe(404);
    expect((await post("/auth/reset-password", { token, password: "en helt annan mening" })).status).toBe(
      404,
    );
    expect((await post("/auth/restore-account", { token })).status).toBe(404);
    expect((await signIn(OLD)).status).toBe(200);
  });

  it("that somebody else opens changes its own person's address, and signs nobody in", async () => {
    await ask(NEW);
    const cookie = cookieOf(await signIn("bo@example.com"));
    const answer = await open(await tokenTo(NEW), { cookie });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    expect([await addresses("elin"), await addresses("bo")]).toEqual([[NEW, OLD], ["bo@example.com"]]);
    const session = (await (await server.fetch("/auth/session", { headers: { cookie } })).json()) as Answer;
    expect(session.account.login).toBe("bo");
  });

  it("gives an address to the first of two who open theirs at once", async () => {
    await ask(NEW);
    await ask(NEW, "bo");
    await until(() => linksTo(NEW).length === 2);
    const tokens = linksTo(NEW);
    const answers = await Promise.all(tokens.map((token) => open(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422]);
    const both = [await addresses("elin"), await addresses("bo")];
    expect(both.filter(([present]) => present === NEW)).toHaveLength(1);
    expect(both.filter((all) => all.length === 1)).toHaveLength(1);
  });
});

describe("another address, where no mail is sent", () => {
  beforeEach(async () => {
    await server.stop();
    await start({ SNART_LIMIT_FORMER_ADDRESSES: "2" });
  });

  it("is taken at once, as nothing can prove it", async () => {
    expect(await ask(NEW)).toEqual({ accountId: ids.elin, linkEndsAt: null });
    expect(await addresses("elin")).toEqual([NEW, OLD]);
    expect((await signIn(NEW)).status).toBe(200);
    expect(await audited()).toEqual([`address-changed ${NEW} unproved`]);
    expect(await ask("bo@example.com")).toMatchObject({ code: "duplicate-email" });
    expect(await ask(OLD, "bo")).toMatchObject({ code: "duplicate-email" });
  });

  it("is one of a few, and none of them is lost", async () => {
    for (const n of [1, 2]) await ask(`elin${n}@example.org`);
    expect(await ask("elin3@example.org")).toMatchObject({ code: "too-many-addresses", limit: 2 });
    expect(await addresses("elin")).toEqual(["elin2@example.org", "elin1@example.org", OLD]);
    expect(await ask(OLD)).not.toHaveProperty("code");
    expect(await addresses("elin")).toEqual([OLD, "elin2@example.org", "elin1@example.org"]);
  });

  it("that two take at once goes to one of them", async () => {
    const answers = await Promise.all([ask(NEW), ask(NEW, "bo")]);
    expect(answers.map(codeOf).toSorted()).toEqual(["changed", "duplicate-email"]);
  });

  it("that is asked for twice at once is changed once", async () => {
    const answers = await Promise.all([ask(NEW), ask(NEW)]);
    expect(answers.map(codeOf).toSorted()).toEqual(["changed", "invalid-value"]);
    expect(await addresses("elin")).toEqual([NEW, OLD]);
  });
});

describe("an administrator", () => {
  const update = (patch: object, who: Who = "chef", of: string = ids.elin): Promise<Answer> =>
    call(who, "Account/set", { update: { [of]: patch } });

  it("gives a person another address, and the person is told", async () => {
    expect((await update({ email: " Elin.Ek@example.org" }))["updated"]).toHaveProperty(ids.elin);
    expect(await addresses("elin")).toEqual([NEW, OLD]);
    await until(() => sink.mails.length === 1);
    expect(sink.mails[0]?.to).toEqual([OLD]);
    expect(await audited()).toEqual([`address-changed ${NEW} administrator`]);
    const { list } = await call("chef", "Account/get", { ids: [ids.elin] });
    expect(list[0]).toMatchObject({ email: NEW, formerEmails: [OLD] });
  });

  it.each([
    ["another's address", { email: "bo@example.com" }, "duplicate-email"],
    ["no address", { email: "elin" }, "invalid-email"],
    ["a former address that was none", { formerEmails: ["x@example.org"] }, "invalid-value"],
    ["both at once", { email: NEW, formerEmails: [] }, "invalid-value"],
  ])("is refused %s, and nothing else is changed with it", async (_, patch, code) => {
    const { notUpdated } = await update({ ...patch, name: "Renamed" });
    expect(notUpdated[ids.elin]).toMatchObject({ type: "invalidProperties", code });
    const person = await server.app.storage.read((tx) => tx.principals.byId(ids.elin));
    expect([person?.email, person?.displayName, await audited()]).toEqual([OLD, "elin", []]);
  });

  it("alone does it, and alone releases a former one, which others may have then", async () => {
    await update({ email: NEW });
    for (const patch of [{ email: "x@example.org" }, { formerEmails: [] }])
      expect((await update(patch, "bo"))["notUpdated"] ?? (await update(patch, "bo"))["type"]).toBeTruthy();
    expect(await addresses("elin")).toEqual([NEW, OLD]);
    expect(await ask(OLD, "bo")).toMatchObject({ code: "duplicate-email" });
    expect((await update({ formerEmails: [] }))["updated"]).toHaveProperty(ids.elin);
    expect(await addresses("elin")).toEqual([NEW]);
    expect((await signIn(OLD)).status).toBe(401);
    await change(OLD, "bo");
    expect((await audited()).slice(0, 2)).toEqual([
      `address-changed ${NEW} administrator`,
      `address-released ${OLD}`,
    ]);
  });

  it("corrects the address of somebody who is invited: the former one is nobody's, and its link ends", async () => {
    const made = await call("chef", "Account/set", {
      create: { c: { name: "Åsa", email: "asa@exampel.org" } },
    });
    const { id, link } = made.created.c;
    const path = new URL(link.url).pathname.replace("/invite/", "/auth/invitation/");
    expect((await server.fetch(path)).status).toBe(200);
    await update({ email: "asa@example.org" }, "chef", id);
    expect((await server.fetch(path)).status).toBe(404);
    const { list } = await call("chef", "Account/get", { ids: [id] });
    expect(list[0]).toMatchObject({ email: "asa@example.org", formerEmails: [], status: "invited" });
    const again = await call("chef", "Account/link", { id });
    expect(
      (await server.fetch(new URL(again.link.url).pathname.replace("/invite/", "/auth/invitation/"))).status,
    ).toBe(200);
    await until(() => sink.mails.some(({ to }) => to.includes("asa@example.org")));
    expect(await ask("asa@exampel.org", "bo")).not.toHaveProperty("code");
  });

  it("finds the addresses of a removed account free", async () => {
    await update({ email: NEW });
    await call("chef", "Account/set", { destroy: [ids.elin] });
    expect((await update({ email: "late@example.org" }))["notUpdated"]).toHaveProperty(ids.elin);
    expect(await ask(OLD, "bo")).toMatchObject({ code: "duplicate-email" });
    clock.advance(31 * 24 * HOUR);
    expect(await removeDeletedAccounts(server.app)).toBe(1);
    await change(OLD, "bo");
    await change(NEW, "bo");
    expect(await addresses("bo")).toEqual([NEW, OLD, "bo@example.com"]);
  });
});
