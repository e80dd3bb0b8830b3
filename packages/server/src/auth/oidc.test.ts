import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeAccount } from "../app/accounts/change-account.ts";
import { commandLineActor } from "../app/actor.ts";
import { listAudit } from "../app/audit.ts";
import { createGroup } from "../app/groups/change-group.ts";
import { createHousehold } from "../app/households/change-household.ts";
import type { PrincipalId } from "../app/types.ts";
import { basic, cookieOf } from "../testing/http-server.ts";
import {
  ProviderBrowser,
  startOpenidProvider,
  type OpenidProvider,
} from "../testing/identity/openid-provider.ts";
import { joined, startProviderWorld, type ProviderWorld } from "../testing/identity/provider-world.ts";

const ORIGIN = "https://example.org/kalender";
const PASSWORD = "lång nog för alla";

let provider: OpenidProvider;
let world: ProviderWorld;
beforeEach(async () => {
  provider = await startOpenidProvider();
  world = await startProviderWorld(provider.issuer, { env: { SNART_PUBLIC_URL: ORIGIN } });
  provider.clients.push({
    client_id: "snart",
    client_secret: "secret",
    redirect_uris: [`${ORIGIN}/auth/oidc/${world.providerId}/callback`],
    post_logout_redirect_uris: [`${ORIGIN}/`],
    backchannel_logout_uri: `${world.server.url}/auth/oidc/${world.providerId}/signed-out`,
    backchannel_logout_session_required: true,
  });
  await provider.changeKeys();
  provider.people["maja"] = {
    name: "Maja Ek",
    email: "Maja@Example.org",
    email_verified: true,
    groups: ["staff", "other"],
  };
});
afterEach(async () => {
  await world.server.stop();
  await provider.stop();
});

/** Through the provider and back, in a browser that may have been there before. */
async function signIn(login: string, there = new ProviderBrowser(), before = "", errand = "sign-in") {
  const { url, cookie } = await world.begin(errand, before);
  const address = (await there.signIn(url.href, login)).replace(ORIGIN, "http://here");
  const answer = await world.comeBack(address, cookie);
  return { answer, cookie: joined(cookie, cookieOf(answer)), location: answer.headers.get("location") };
}
const password = async (email: string): Promise<string> => {
  await world.server.addUser(email, PASSWORD);
  const body = JSON.stringify({ login: email, password: PASSWORD });
  const headers = { "content-type": "application/json" };
  return cookieOf(await world.server.fetch("/auth/sign-in", { method: "POST", headers, body }));
};
const people = async () => (await world.server.app.storage.read((tx) => tx.principals.list("person"))).length;
const entries = async (action: string) =>
  (await listAudit(world.server.app, 100)).filter((entry) => entry.action === action);
const idOf = async (login: string): Promise<PrincipalId> => {
  const found = await world.server.app.storage.read((tx) => tx.principals.byLogin(login));
  if (!found) throw new Error(`no ${login}`);
  return found.id;
};
/** Their sessions go on, and it is long ago that they proved who they are. */
async function forgetProof(login: string): Promise<void> {
  const id = await idOf(login);
  await world.server.app.storage.write(async (tx) => {
    for (const session of await tx.sessions.ofPrincipal(id))
      await tx.sessions.update(session, { provedAt: 0 });
  });
}

describe("signing in by an OpenID provider", () => {
  it("makes an account at the first time, and opens it at the second, below a path", async () => {
    await world.set({ makesAccounts: true });
    const first = await signIn("maja");
    expect([first.answer.status, first.location]).toEqual([303, "/kalender/soon"]);
    expect(first.answer.headers.getSetCookie().join()).toMatch(
      /snart_session=\S+; Path=\/kalender; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure/,
    );
    expect(await world.whoIs(first.cookie)).toBe("maja");
    const [, { list }] = await world.call(first.cookie, "Profile/get");
    expect(list).toMatchObject([
      {
        displayName: "Maja Ek",
        email: "maja@example.org",
        isAdmin: false,
        preferences: { language: "sv", timeZone: "Europe/Stockholm" },
      },
    ]);
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("maja");
    expect(await people()).toBe(1);
    expect((await entries("sign-in"))[0]?.detail["with"]).toBe("Björk & Sand");
  });

  it("makes none where the administrator has not said so, nor for another domain, nor without a proved address", async () => {
    expect((await signIn("maja")).location).toBe("/kalender/soon?refused=no-account-here");
    await world.set({ makesAccounts: true, allowed: ["example.com", "bo@example.org"] });
    expect((await signIn("maja")).location).toContain("refused=no-account-here");
    provider.people["bo"] = { email: "bo@example.org", email_verified: false };
    expect((await signIn("bo")).location).toContain("refused=no-account-here");
    provider.people["bo"] = { email: "bo@example.org" };
    expect((await signIn("bo")).location).toContain("refused=no-account-here");
    expect(await people()).toBe(0);
    expect((await entries("sign-in-failed")).map(({ detail }) => detail["why"])).toContain("no-account-here");
    await world.set({ isEmailTrusted: true });
    expect(await world.whoIs((await signIn("bo")).cookie)).toBe("bo");
    provider.people["bo"] = { email: "bo@example.org", email_verified: false };
    expect(await people()).toBe(1);
  });

  it("opens an account that has the address only where the administrator allows it, and nothing stronger guards it", async () => {
    await password("maja@example.org");
    await world.set({ makesAccounts: true });
    expect((await signIn("maja")).location).toContain("refused=no-account-here");
    await world.set({ linksByEmail: true });
    const id = await idOf("maja");
    const guard = { id: "totp", principalId: id, kind: "totp", label: "", secretHash: "" } as const;
    const { storage } = world.server.app;
    await storage.write((tx) =>
      tx.credentials.insert({ ...guard, createdAt: 1, lastUsedAt: null, lastUsedBy: null, data: null }),
    );
    expect((await signIn("maja")).location).toContain("refused=no-account-here");
    await storage.write((tx) => tx.credentials.remove(id, "totp"));
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("maja");
    expect(await people()).toBe(1);
  });

  it("does not let in who is suspended here, also where the account would be opened by its address", async () => {
    await world.set({ makesAccounts: true, linksByEmail: true });
    const { cookie } = await signIn("maja");
    await changeAccount(world.server.app, commandLineActor(), await idOf("maja"), { status: "suspended" });
    expect(await world.whoIs(cookie)).toBeUndefined();
    const again = await signIn("maja");
    expect(again.location).toContain("refused=account-suspended");
    expect(await world.whoIs(again.cookie)).toBeUndefined();
    provider.people["maja2"] = { email: "maja@example.org", email_verified: true };
    expect((await signIn("maja2")).location).toContain("refused=account-suspended");
  });

  it("lets people join and leave the groups that follow, and no others", async () => {
    const { app } = world.server;
    const make = async (name: string): Promise<PrincipalId> => {
      const made = await createGroup(app, commandLineActor(), name, new Map());
      if (!made.ok) throw new Error(made.problem.code);
      return made.value;
    };
    const [staff, board, own] = [await make("Staff"), await make("Board"), await make("Choir")];
    const groups = [
      { claim: "staff", groupId: staff },
      { claim: "board", groupId: board },
    ];
    await world.set({ makesAccounts: true, groups });
    await signIn("maja");
    const maja = await idOf("maja");
    await app.storage.write((tx) => tx.principals.addMember(own, maja));
    const belongs = () => app.storage.read((tx) => tx.principals.groupsOf(maja));
    expect(new Set(await belongs())).toEqual(new Set([staff, own]));
    provider.people["maja"] = { ...provider.people["maja"], groups: ["board"] };
    await signIn("maja");
    expect(new Set(await belongs())).toEqual(new Set([board, own]));
    await app.storage.write((tx) => tx.principals.addMember(board, maja, true));
    await signIn("maja");
    expect((await app.storage.read((tx) => tx.principals.membersOf(board)))[0]?.isManager).toBe(true);
    provider.people["maja"] = { name: "Maja", email: "maja@example.org", email_verified: true };
    await signIn("maja");
    expect(await belongs()).toEqual([own]);
  });

  it("keeps households out of it, also a group that has become one", async () => {
    const { app } = world.server;
    const made = await createGroup(app, commandLineActor(), "Flat 12", new Map());
    if (!made.ok) throw new Error(made.problem.code);
    const groups = [{ claim: "staff", groupId: made.value }];
    await world.set({ makesAccounts: true, groups });
    const household = { label: "12", name: "", people: [], groupId: made.value };
    const inviting = { language: "sv", mailFrom: undefined } as const;
    expect((await createHousehold(app, commandLineActor(), household, inviting)).ok).toBe(true);
    await signIn("maja");
    expect(await app.storage.read((tx) => tx.principals.membersOf(made.value))).toEqual([]);
    await expect(world.set({ groups })).rejects.toThrow("a household follows nobody");
  });

  it("believes the provider's new keys", async () => {
    await world.set({ makesAccounts: true });
    await signIn("maja");
    await provider.changeKeys();
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("maja");
  });

  it("says that a provider is away, and lets people in otherwise", async () => {
    await password("elin@example.org");
    await provider.stop();
    const { answer } = await world.begin();
    expect([answer.status, await answer.json()]).toMatchObject([424, { code: "provider-unavailable" }]);
    const body = JSON.stringify({ login: "elin", password: PASSWORD });
    const headers = { "content-type": "application/json" };
    const entered = await world.server.fetch("/auth/sign-in", { method: "POST", headers, body });
    expect(entered.status).toBe(200);
    provider = await startOpenidProvider();
  });
});

describe("somebody who signs in by a provider alone", () => {
  it("has app passwords from the first day, and proves anew who they are there", async () => {
    await world.set({ makesAccounts: true });
    const there = new ProviderBrowser();
    const first = await signIn("maja", there);
    const make = (cookie: string) =>
      world.call(cookie, "Credential/set", { create: { one: { label: "Telefonen" } } });
    const [, made] = await make(first.cookie);
    const created = (made["created"] as { one: { secret: string } }).one;
    const dav = await world.server.fetch("/dav/", {
      method: "PROPFIND",
      headers: { authorization: basic("maja", created.secret), depth: "0" },
    });
    expect(dav.status).toBe(207);
    // Long ago: the session goes on, and dangerous things ask.
    await forgetProof("maja");
    expect(JSON.stringify((await make(first.cookie))[1])).toContain("proof-needed");
    const { url, cookie } = await world.begin("prove", first.cookie, "/settings/devices");
    expect([url.searchParams.get("prompt"), url.searchParams.get("max_age")]).toEqual(["login", "0"]);
    const address = await there.signIn(url.href, "maja");
    const back = await world.comeBack(address.replace(ORIGIN, "http://here"), cookie);
    expect(back.headers.get("location")).toBe("/kalender/settings/devices");
    expect((await make(first.cookie))[1]["created"]).toBeTruthy();
  });

  it("proves nothing as somebody else at the provider, nor in another session", async () => {
    await world.set({ makesAccounts: true });
    provider.people["bo"] = { email: "bo@example.org", email_verified: true };
    const maja = await signIn("maja");
    const other = await signIn("bo", new ProviderBrowser(), maja.cookie, "prove");
    expect(other.location).toContain("refused=provider-answer-wrong");
    const bo = await signIn("bo");
    const { url, cookie } = await world.begin("prove", maja.cookie);
    const address = await new ProviderBrowser().signIn(url.href, "maja");
    const step = /snart_step=[^;]+/.exec(cookie)?.[0] ?? "";
    const back = await world.comeBack(address.replace(ORIGIN, "http://here"), joined(bo.cookie, step));
    expect(back.headers.get("location")).toContain("refused=sign-in-over");
  });

  it("signs out there too where the administrator wants it", async () => {
    await world.set({ makesAccounts: true });
    const signOut = async (cookie: string) =>
      world.server.fetch("/auth/sign-out", { method: "POST", headers: { cookie } });
    expect((await signOut((await signIn("maja")).cookie)).status).toBe(204);
    await world.set({ endsItsSession: true });
    const { cookie } = await signIn("maja");
    const { url } = (await (await signOut(cookie)).json()) as { url: string };
    expect(new URL(url).origin).toBe(provider.issuer);
    expect(new URL(url).searchParams.get("post_logout_redirect_uri")).toBe(`${ORIGIN}/`);
    expect(new URL(url).searchParams.get("id_token_hint")).toMatch(/^ey/);
    expect(await world.whoIs(cookie)).toBeUndefined();
    expect((await fetch(url)).status).toBe(200);
  });
});

describe("adding a provider to an account", () => {
  it("opens the account from then on, and no other, until it is removed", async () => {
    const elin = await password("elin@example.com");
    const linked = await signIn("maja", new ProviderBrowser(), elin, "link");
    expect(linked.location).toBe("/kalender/soon");
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("elin");
    const bo = await password("bo@example.com");
    expect((await signIn("maja", new ProviderBrowser(), bo, "link")).location).toContain(
      "refused=identity-taken",
    );
    const [, { ways }] = await world.call(elin, "SignInWays/get");
    const { identities, providers } = ways as { identities: [{ id: string }]; providers: unknown };
    expect(identities).toMatchObject([{ label: "Björk & Sand", providerId: world.providerId }]);
    expect(providers).toEqual([
      { id: world.providerId, name: "Björk & Sand", host: new URL(provider.issuer).host },
    ]);
    await world.call(elin, "Identity/remove", { id: identities[0].id });
    expect((await signIn("maja")).location).toContain("refused=no-account-here");
    expect((await entries("identity-removed")).length).toBe(1);
  });

  it("says what they are called there, as they last came, and reads it as words alone", async () => {
    const elin = await password("elin@example.com");
    await signIn("maja", new ProviderBrowser(), elin, "link");
    const address = async (): Promise<unknown> => {
      const [, { ways }] = await world.call(elin, "SignInWays/get");
      return (ways as { identities: [{ address: unknown }] }).identities[0].address;
    };
    expect(await address()).toBe("maja@example.org");
    const maja = provider.people["maja"];
    const called = async (email: string | undefined): Promise<unknown> => {
      const { email: _, ...rest } = maja ?? {};
      provider.people["maja"] = { ...rest, ...(email !== undefined && { email }) };
      expect(await world.whoIs((await signIn("maja")).cookie)).toBe("elin");
      return await address();
    };
    expect(await called("maja.sand@example.org")).toBe("maja.sand@example.org");
    expect(await called("elin@example.com\u202e\n<b>")).toBe("elin@example.com <b>");
    // Whoever says nothing is called what they were called.
    expect(await called(undefined)).toBe("elin@example.com <b>");
    // One that is no address any more is not believed.
    expect(await called(`${"x".repeat(5_000)}@example.org`)).toBe("elin@example.com <b>");
  });

  it("asks who sits there, and keeps the last way in", async () => {
    const elin = await password("elin@example.com");
    await forgetProof("elin");
    const { answer } = await world.begin("link", elin);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: "proof-needed" }]);
    expect((await world.begin("link")).answer.status).toBe(401);
    await world.set({ makesAccounts: true });
    const { cookie } = await signIn("maja");
    const [, { ways }] = await world.call(cookie, "SignInWays/get");
    const { id } = (ways as { identities: [{ id: string }] }).identities[0];
    expect((await world.call(cookie, "Identity/remove", { id }))[1]["code"]).toBe("last-credential");
  });

  it("counts no provider that is switched off or removed as a way in", async () => {
    const elin = await password("elin@example.com");
    await signIn("maja", new ProviderBrowser(), elin, "link");
    const { storage } = world.server.app;
    const removed = async () => (await world.call(elin, "Password/remove"))[1]["code"];
    await world.set({ isOn: false });
    expect(await removed()).toBe("last-credential");
    await storage.write((tx) => tx.settings.replace("identity-providers", "[]"));
    expect(await removed()).toBe("last-credential");
    // One that opens nothing is nobody's last way in, where a password is there.
    const [, { ways }] = await world.call(elin, "SignInWays/get");
    const { id } = (ways as { identities: [{ id: string }] }).identities[0];
    expect((await world.call(elin, "Identity/remove", { id }))[1]["code"]).toBeUndefined();
  });
});
