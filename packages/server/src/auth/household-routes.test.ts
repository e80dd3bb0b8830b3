import { afterEach, beforeEach, expect, it } from "vitest";
import { mintActor, type Actor } from "../app/actor.ts";
import { makeLetters } from "../app/households/letters.ts";
import type { PrincipalId } from "../app/types.ts";
import { makeHousehold } from "../testing/booking/make-household.ts";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { openSmtpSink, type SmtpSink } from "../testing/smtp-sink.ts";
import { until } from "../testing/until.ts";

const PASSWORD = "lång nog för alla";
let sink: SmtpSink;
let server: TestServer;
let code: string;
let householdId: PrincipalId;

/** A server with one household, in which the board has written Bo down. */
async function start(env: Readonly<Record<string, string>>): Promise<void> {
  server = await startTestServer({ env });
  await server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
  const elin: Actor = await server.app.storage.read(async (tx) => {
    const principal = await tx.principals.byEmail("elin@example.com");
    if (!principal) throw new Error("nobody");
    const { id, login, isAdmin } = principal;
    return mintActor({ principalId: id, login, isAdmin, via: "session", proof: "" });
  });
  householdId = await makeHousehold(server.app, elin, "1203", ["bo"]);
  const letters = await makeLetters(server.app, elin, [householdId]);
  if (!letters.ok || !letters.value[0]) throw new Error("no letter");
  code = letters.value[0].code;
}
beforeEach(async () => {
  sink = await openSmtpSink();
});
afterEach(async () => {
  await server.stop();
  await sink.close();
});

const MAILS = () => ({
  SNART_SMTP_URL: sink.url,
  SNART_MAIL_FROM: "calendar@snart.example",
  SNART_PUBLIC_URL: "https://calendar.snart.example",
});
const join = (fields: object): Promise<Response> =>
  server.fetch("/auth/join-household", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      code,
      displayName: "Lotta",
      email: "lotta@example.com",
      language: "sv",
      ...fields,
    }),
  });
const people = () =>
  server.app.storage.read(async (tx) => {
    const members = await tx.principals.membersOf(householdId);
    const emails: (string | null)[] = [];
    for (const { memberId } of members) emails.push((await tx.principals.byId(memberId))?.email ?? null);
    return emails;
  });

it("the code in a letter says whose it is, and wrong ones are refused alike", async () => {
  await start({});
  const told = await server.fetch(`/auth/household/${code}`);
  expect(told.headers.get("cache-control")).toBe("no-store");
  expect(await told.json()).toEqual({ name: "1203" });
  for (const wrong of ["aaaa-bbbb-cccc", "%00", "x".repeat(5_000), "..%2f..%2fetc"])
    expect([404, 414], wrong).toContain((await server.fetch(`/auth/household/${wrong}`)).status);
});

it("an address that nobody has vouched for is proved by mail, where the server sends mail", async () => {
  await start(MAILS());
  const answer = await join({});
  expect([answer.status, await answer.json()]).toEqual([201, { isMailed: true }]);
  await until(() => sink.mails.length > 0);
  expect(sink.mails[0]?.read.text).toMatch(/https:\/\/calendar\.snart\.example\/invite\/[\w-]{43}/);
  expect(await people()).toContain("lotta@example.com");
});

it("whom the board has written down goes straight on, and so does everybody where no mail is sent", async () => {
  await start(MAILS());
  const known = (await (await join({ email: "Bo@Example.com" })).json()) as { readonly path: string };
  expect(known.path).toMatch(/^\/invite\/[\w-]{43}$/);
  await server.stop();
  await start({});
  expect(await (await join({})).json()).toMatchObject({ isMailed: false });
});

it.each([
  ["a code that is none", { code: "aaaa-bbbb-cccc" }, 404],
  ["an address that is none", { email: "lotta" }, 422],
  ["no name", { displayName: " " }, 422],
  ["somebody's account", { email: "elin@example.com" }, 422],
  ["fields of another kind", { code: 7 }, 400],
])("%s brings nobody in", async (_, fields, status) => {
  await start({});
  expect((await join(fields)).status).toBe(status);
  expect(await people()).toEqual(["bo@example.com"]);
});
