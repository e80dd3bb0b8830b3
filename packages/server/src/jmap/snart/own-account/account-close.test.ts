import { afterEach, beforeEach, expect, it } from "vitest";
import { cookieOf, startTestServer, basic, type TestServer } from "../../../testing/http-server.ts";
import { provedSession } from "../../../testing/people/proved-session.ts";
import { testClock, type TestClock } from "../../../testing/clock.ts";
import { createAppPassword } from "../../../app/sign-in/app-passwords.ts";
import { removeDeletedAccounts } from "../../../app/accounts/delete-account.ts";

const PASSWORD = "lång nog för alla";
const DAY = 86_400_000;
let server: TestServer;
let clock: TestClock;
let cookie: string;
let ids: Record<"elin" | "bo" | "chef", string>;
beforeEach(async () => {
  clock = testClock();
  server = await startTestServer({ overrides: { now: clock.now } });
  const add = async (login: string, isAdmin = false) =>
    (await server.addUser(`${login}@example.com`, PASSWORD, { isAdmin })).id;
  ids = { chef: await add("chef", true), elin: await add("elin"), bo: await add("bo") };
  cookie = await signIn("elin");
});
afterEach(() => server.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  server.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const signIn = async (login: string): Promise<string> =>
  cookieOf(await post("/auth/sign-in", { login, password: PASSWORD }));

async function close(
  args: object,
  headers: Record<string, string> = { cookie },
): Promise<readonly [string, Record<string, string>]> {
  const answer = await post(
    "/jmap/api",
    {
      using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
      methodCalls: [["Account/close", { accountId: ids.elin, currentPassword: PASSWORD, ...args }, "0"]],
    },
    headers,
  );
  const { methodResponses } = (await answer.json()) as {
    methodResponses: [[string, Record<string, string>]];
  };
  return methodResponses[0];
}
const davStatus = async (login: string, path = `calendars/${login}/calendar/`): Promise<number> => {
  const headers = { authorization: basic(login, PASSWORD), depth: "0" };
  const answer = await server.fetch(`/dav/${path}`, { method: "PROPFIND", headers });
  await answer.text();
  return answer.status;
};
const status = async (id: string) =>
  (await server.app.storage.read((tx) => tx.principals.byId(id as never)))?.status;

it("signs a person who closes their account out everywhere, and the link restores it, once, unchanged", async () => {
  const [name, answer] = await close({});
  expect(name).toBe("Account/close");
  expect(answer["path"]).toMatch(/^\/restore\/[\w-]{43}$/);
  expect(Date.parse(answer["removedAt"] ?? "")).toBe(clock.now() + 30 * DAY);
  expect(await status(ids.elin)).toBe("deleted");
  expect(await davStatus("elin")).toBe(401);
  const session = (await (await server.fetch("/auth/session", { headers: { cookie } })).json()) as {
    account: unknown;
  };
  expect(session.account).toBeNull();
  expect((await post("/auth/sign-in", { login: "elin", password: PASSWORD })).status).toBe(401);

  const token = (answer["path"] ?? "").slice("/restore/".length);
  expect(await (await server.fetch(`/auth/restore/${token}`)).json()).toMatchObject({
    email: "elin@example.com",
    until: answer["removedAt"],
  });
  expect(await status(ids.elin), "looking changes nothing").toBe("deleted");
  expect((await server.fetch(`/auth/reset/${token}`)).ok, "it is no link for a password").toBe(false);
  expect((await post("/auth/restore-account", { token })).status).toBe(204);
  expect(await davStatus("elin")).toBe(207);
  expect(await signIn("elin")).not.toBe("");
  expect(await (await post("/auth/restore-account", { token })).json()).toEqual({
    code: "account-link-invalid",
  });
});

it("requires the password, refuses programs, and keeps the last administrator", async () => {
  const [error, wrong] = await close({ currentPassword: "fel lösenord" });
  expect([error, wrong["code"]]).toEqual(["error", "wrong-password"]);
  const proof = await provedSession(server.app, ids.elin as never);
  const actor = { principalId: ids.elin, login: "elin", via: "session", proof } as never;
  const made = await createAppPassword(server.app, actor, "Mobil");
  if (!made.ok) throw new Error("no app password");
  const [refused, why] = await close({}, { authorization: basic("elin", made.value.secret) });
  expect([refused, why["type"]]).toEqual(["error", "forbidden"]);
  const chef = await signIn("chef");
  const [, last] = await close({ accountId: ids.chef }, { cookie: chef });
  expect(last["code"]).toBe("last-administrator");
  expect(await status(ids.chef)).toBe("active");
  const [foreign] = await close({ accountId: ids.bo });
  expect(foreign).toBe("error");
  expect(await status(ids.bo)).toBe("active");
});

it("gives the calendars to their new owners, permanently", async () => {
  const [, answer] = await close({ calendarsTo: ids.bo });
  expect(answer["path"]).toBeDefined();
  const owned = async (id: string) =>
    (await server.app.storage.read((tx) => tx.calendars.ofAccount(id as never))).length;
  expect([await owned(ids.elin), await owned(ids.bo)]).toEqual([0, 2]);
  clock.advance(30 * DAY);
  await removeDeletedAccounts(server.app);
  expect(await owned(ids.bo)).toBe(2);
  const token = (answer["path"] ?? "").slice("/restore/".length);
  expect(await (await post("/auth/restore-account", { token })).json()).toEqual({
    code: "account-link-invalid",
  });
});

it("closes nothing if the calendars can't go to their new owner", async () => {
  for (const calendarsTo of [ids.elin, "nobody"]) {
    const [error] = await close({ calendarsTo });
    expect(error).toBe("error");
  }
  expect(await status(ids.elin)).toBe("active");
  expect(await davStatus("elin")).toBe(207);
});
