import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { afterEach, expect, it } from "vitest";
import { changeAccount } from "../app/accounts/change-account.ts";
import { commandLineActor } from "../app/actor.ts";
import { listAudit } from "../app/audit.ts";
import { startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const PUBLIC = { SNART_PUBLIC_URL: "https://example.org" };

let server: TestServer;
afterEach(() => server.stop());

/** A server with Elin and Bo. @param proxies whose header is believed; undefined: none's */
async function start(proxies: string | undefined, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const believed = proxies === undefined ? {} : { SNART_SIGN_IN_PROXIES: proxies };
  const header = proxies === undefined ? {} : { SNART_SIGN_IN_HEADER: "Remote-User" };
  server = await startTestServer({ env: { ...PUBLIC, ...believed, ...header, ...env } });
  await server.addUser("elin@example.org", PASSWORD);
  await server.addUser("bo@example.org", PASSWORD);
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks from another address of this machine than the server's, with just these headers. */
function ask(
  path: string,
  headers: OutgoingHttpHeaders,
  { method = "GET", from = "127.0.0.1", body = "" } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, server.url), { method, headers, localAddress: from }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Who is signed in after a browser has asked, and the cookies that it has then. */
async function who(headers: OutgoingHttpHeaders, from = "127.0.0.1") {
  const answer = await ask("/auth/session", headers, { from });
  const { account } = JSON.parse(answer.text) as { account: { login: string } | null };
  const cookie = (answer.headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ");
  return { login: account?.login, cookie };
}

const sessions = async (login: string): Promise<number> => {
  const person = await server.app.storage.read((tx) => tx.principals.byLogin(login));
  return person ? (await server.app.storage.read((tx) => tx.sessions.ofPrincipal(person.id))).length : -1;
};

it("believes no header unless it is told to", async () => {
  await start(undefined);
  expect(await who({ "remote-user": "elin" })).toEqual({ login: undefined, cookie: "" });
  expect(await sessions("elin")).toBe(0);
});

it("lets in whom a trusted proxy names, by login or address, once, and says so in the audit log", async () => {
  await start("127.0.0.1, 2001:db8::/32");
  const first = await who({ "remote-user": "elin" });
  expect([first.login, first.cookie]).toEqual(["elin", expect.stringMatching(/^snart_session=./)]);
  expect((await who({ "remote-user": "Elin@Example.org", cookie: first.cookie })).cookie).toBe("");
  expect((await who({ cookie: first.cookie })).login).toBe("elin");
  expect(await sessions("elin")).toBe(1);
  const [entry] = (await listAudit(server.app, 10)).filter(({ action }) => action === "sign-in");
  expect(entry).toMatchObject({ subject: "elin", detail: { with: "proxy" } });
});

it("believes only the peer itself, whatever an X-Forwarded-For says of it", async () => {
  await start("127.0.0.2", { SNART_TRUSTED_PROXIES: "127.0.0.1, 127.0.0.2" });
  const spoofed: OutgoingHttpHeaders[] = [
    { "remote-user": "elin" },
    { "remote-user": "elin", "x-forwarded-for": "127.0.0.2" },
    { "remote-user": "elin", "x-forwarded-for": "127.0.0.2, 127.0.0.2" },
    { "remote-user": "elin", forwarded: "for=127.0.0.2" },
    { "remote-user": "elin", "x-real-ip": "127.0.0.2" },
  ];
  for (const headers of spoofed) expect((await who(headers)).login).toBeUndefined();
  expect(await sessions("elin")).toBe(0);
  expect((await who({ "remote-user": "elin", "x-forwarded-for": "192.0.2.7" }, "127.0.0.2")).login).toBe(
    "elin",
  );
});

it("believes nothing that came through somebody whose X-Forwarded-For is not believed", async () => {
  await start("127.0.0.2", { SNART_TRUSTED_PROXIES: "127.0.0.1" });
  for (const name of ["x-forwarded-for", "forwarded"]) {
    const headers = { "remote-user": "elin", [name]: "for=192.0.2.7" };
    expect((await who(headers, "127.0.0.2")).login).toBeUndefined();
  }
  expect((await who({ "remote-user": "elin" }, "127.0.0.2")).login).toBe("elin");
});

it("takes one plain name and nothing else", async () => {
  await start("127.0.0.1");
  // However `bo` is spelt, one sign of it is not one of theirs (NFKC).
  const hostile = [
    "",
    " ",
    "elin, bo",
    ["elin", "bo"],
    "elin;",
    "a".repeat(300),
    "el\tin",
    "élin",
    "bº",
    "nobody",
    "*",
  ];
  for (const value of hostile)
    expect((await who({ "remote-user": value })).login, JSON.stringify(value)).toBeUndefined();
  expect((await who({ remote_user: "elin", "x-remote-user": "elin" })).login).toBeUndefined();
});

it("ends the session of whom the proxy does not name, and lets nobody in who is suspended", async () => {
  await start("127.0.0.1");
  const bo = await who({ "remote-user": "bo" });
  const elin = await who({ "remote-user": "elin", cookie: bo.cookie });
  expect([elin.login, await sessions("bo")]).toEqual(["elin", 0]);
  const person = await server.app.storage.read((tx) => tx.principals.byLogin("bo"));
  if (!person) throw new Error("no bo");
  await changeAccount(server.app, commandLineActor(), person.id, { status: "suspended" });
  const after = await who({ "remote-user": "bo", cookie: elin.cookie });
  expect(after).toEqual({ login: undefined, cookie: "snart_session=" });
  expect(await sessions("elin")).toBe(0);
});

it("begins no session for another site's page", async () => {
  await start("127.0.0.1");
  for (const site of ["cross-site", "same-site"])
    expect(await who({ "remote-user": "elin", "sec-fetch-site": site })).toEqual({
      login: undefined,
      cookie: "",
    });
  expect(await sessions("elin")).toBe(0);
  expect((await who({ "remote-user": "elin", "sec-fetch-site": "same-origin" })).login).toBe("elin");
});

it("opens nothing but the web app's session, and that has proved nothing", async () => {
  await start("127.0.0.1");
  const headers = { "remote-user": "elin", "content-type": "application/json" };
  expect((await ask("/jmap/session", headers)).status).toBe(401);
  expect((await ask("/dav/", headers, { method: "PROPFIND" })).status).toBe(401);
  const { cookie } = await who(headers);
  const session = await ask("/jmap/session", { cookie });
  const { primaryAccounts } = JSON.parse(session.text) as { primaryAccounts: Record<string, string> };
  const [accountId] = Object.values(primaryAccounts);
  const body = JSON.stringify({
    using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
    methodCalls: [["Credential/set", { accountId, create: { one: { label: "x" } } }, "0"]],
  });
  const made = await ask("/jmap/api", { ...headers, cookie }, { method: "POST", body });
  expect(made.text).toContain("proof-needed");
});
