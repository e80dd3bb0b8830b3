import { beforeEach, describe, expect, it } from "vitest";
import { mintActor } from "../../app/actor.ts";
import { createAppPassword } from "../../app/sign-in/app-passwords.ts";
import { actorOfSession } from "../../app/sign-in/sessions.ts";
import { signIn } from "../../testing/people/sign-in.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { JmapClient } from "../../testing/jmap-client.ts";
import { passwordOf } from "../../testing/test-app.ts";

const CLIENT = { address: "192.0.2.1", userAgent: null };
const { jmap } = eachWithJmap([]);
beforeEach(async () => {
  for (const login of ["elin", "nils"]) await jmap.client(login);
});

/** Somebody in a browser with this user agent. */
async function at(login: string, userAgent: string) {
  const signedIn = await signIn(jmap.app, {
    login,
    password: passwordOf(login),
    address: "192.0.2.1",
    userAgent,
  });
  if (!signedIn.ok) throw new Error(signedIn.problem.code);
  const { actor, token } = signedIn.value;
  return { client: new JmapClient(jmap.handlers, actor), token };
}

describe("SignIn", () => {
  it("lists each browser, and ends other sessions at once", async () => {
    const [phone, desk] = [await at("elin", "Phone/1"), await at("elin", "Desk/2")];
    const nils = await at("nils", "Other/3");
    const { list } = await desk.client.call("SignIn/get", { ids: null });
    expect(
      list.map((it: { userAgent: string; isCurrent: boolean }) => [it.userAgent, it.isCurrent]).toSorted(),
    ).toEqual([
      ["Desk/2", true],
      ["Phone/1", false],
    ]);
    const other = list.find((it: { isCurrent: boolean }) => !it.isCurrent);
    expect(JSON.stringify(list)).not.toContain(phone.token);
    // Others can't end it.
    expect((await nils.client.call("SignIn/set", { destroy: [other.id] })).notDestroyed).toHaveProperty(
      other.id,
    );
    expect(await actorOfSession(jmap.app, phone.token, CLIENT)).toBeDefined();
    expect((await desk.client.call("SignIn/set", { destroy: [other.id] })).destroyed).toEqual([other.id]);
    expect(await actorOfSession(jmap.app, phone.token, CLIENT)).toBeUndefined();
    expect(await actorOfSession(jmap.app, desk.token, CLIENT)).toBeDefined();
    expect(await actorOfSession(jmap.app, nils.token, CLIENT)).toBeDefined();
  });
  it("begins only with signing in, and is private to its account", async () => {
    const { client } = await at("elin", "Desk/2");
    const answer = await client.call("SignIn/set", {
      create: { one: { userAgent: "Mine/1" } },
      destroy: ["no-such-session", "../x", "x".repeat(255)],
    });
    expect(answer.notCreated.one.type).toBe("forbidden");
    expect(Object.keys(answer.notDestroyed)).toHaveLength(3);
    expect((await client.call("SignIn/get", { ids: null })).list).toHaveLength(1);
    const nils = await at("nils", "Other/3");
    expect(
      await nils.client.failing("SignIn/get", { accountId: client.accountId, ids: null }),
    ).toHaveProperty("type");
  });

  it("is not for programs: an app password ends nobody's session", async () => {
    const { client, token } = await at("elin", "Desk/2");
    const made = await createAppPassword(jmap.app, client.actor, "Phone");
    if (!made.ok) throw new Error(made.problem.code);
    const { principalId, login } = client.actor;
    const program = new JmapClient(
      jmap.handlers,
      mintActor({ principalId, login, isAdmin: false, via: "app-password", proof: made.value.credential.id }),
    );
    const [session] = (await client.call("SignIn/get", { ids: null })).list;
    const answer = await program.call("SignIn/set", { destroy: [session.id] });
    expect(answer.notDestroyed[session.id].type).toBe("forbidden");
    expect(await actorOfSession(jmap.app, token, CLIENT)).toBeDefined();
  });
});
