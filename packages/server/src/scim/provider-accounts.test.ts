import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLineActor } from "../app/actor.ts";
import { listAudit } from "../app/audit.ts";
import { createGroup } from "../app/groups/change-group.ts";
import type { PrincipalId } from "../app/types.ts";
import { removeProvider } from "../app/identity/administer-providers.ts";
import { cookieOf } from "../testing/http-server.ts";
import {
  ProviderBrowser,
  startOpenidProvider,
  type OpenidProvider,
} from "../testing/identity/openid-provider.ts";
import { joined, startProviderWorld, type ProviderWorld } from "../testing/identity/provider-world.ts";
import { openDirectory, type Directory } from "../testing/provisioning/directory.ts";

const ORIGIN = "https://example.org/kalender";
const PASSWORD = "lång nog för alla";

let provider: OpenidProvider;
let world: ProviderWorld;
let directory: Directory;
beforeEach(async () => {
  provider = await startOpenidProvider();
  world = await startProviderWorld(provider.issuer, { env: { SNART_PUBLIC_URL: ORIGIN } });
  provider.clients.push({
    client_id: "snart",
    client_secret: "secret",
    redirect_uris: [`${ORIGIN}/auth/oidc/${world.providerId}/callback`],
  });
  await provider.changeKeys();
  provider.people["maja"] = { name: "Maja Ek", email: "maja@example.org", email_verified: true };
  directory = await openDirectory(world.server, world.providerId);
});
afterEach(async () => {
  await world.server.stop();
  await provider.stop();
});

async function signIn(login: string) {
  const { url, cookie } = await world.begin();
  const address = (await new ProviderBrowser().signIn(url.href, login)).replace(ORIGIN, "http://here");
  const answer = await world.comeBack(address, cookie);
  return { cookie: joined(cookie, cookieOf(answer)), location: answer.headers.get("location") };
}
const people = async () => (await world.server.app.storage.read((tx) => tx.principals.list("person"))).length;
const audited = async (action: string) =>
  (await listAudit(world.server.app, 100)).filter((entry) => entry.action === action);

describe("a person whom a directory has made", () => {
  it("signs in to that account by who they are at the provider, though it proves no address", async () => {
    provider.people["maja"] = { name: "Maja Ek", email: "other@example.org", email_verified: false };
    const { body } = await directory.addUser("maja@example.org", { externalId: "maja" });
    const { cookie } = await signIn("maja");
    expect(await world.whoIs(cookie)).toBe("maja");
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("maja");
    expect(await people()).toBe(1);
    await directory.patch(`/Users/${body.id}`, { op: "Replace", path: "active", value: "False" });
    expect(await world.whoIs(cookie)).toBeUndefined();
    expect((await signIn("maja")).location).toContain("refused=account-suspended");
  });

  it("signs in by the address that the provider has proved, where the directory's id is another", async () => {
    await directory.addUser("maja@example.org", { externalId: "9a1c-object-id" });
    provider.people["eve"] = { name: "Eve", email: "maja@example.org", email_verified: false };
    expect((await signIn("eve")).location).toContain("refused=no-account-here");
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("maja");
    // The address has gone to somebody else at the provider: it opens nothing twice.
    provider.people["eve"] = { name: "Eve", email: "maja@example.org", email_verified: true };
    expect((await signIn("eve")).location).toContain("refused=no-account-here");
    expect(await people()).toBe(1);
  });

  it("is not opened by another provider", async () => {
    const other = await openDirectory(world.server, null, "Local");
    await other.addUser("maja@example.org", { externalId: "maja" });
    expect((await signIn("maja")).location).toContain("refused=no-account-here");
    expect((await directory.call("GET", "/Users")).body.totalResults).toBe(0);
    expect((await directory.addUser("maja@example.org", { externalId: "maja" })).status).toBe(409);
  });
});

describe("an account that was here before", () => {
  it("is taken over only where its provider may open it, and the audit log tells", async () => {
    const local = await world.server.addUser("maja@example.org", PASSWORD);
    const refused = await directory.addUser("maja@example.org", { externalId: "maja" });
    expect(refused).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
    await world.set({ linksByEmail: true });
    const guard = { id: "totp", principalId: local.id, kind: "totp", label: "", secretHash: "" } as const;
    const times = { createdAt: 0, lastUsedAt: null, lastUsedBy: null };
    await world.server.app.storage.write((tx) =>
      tx.credentials.insert({ ...guard, ...times, data: { kind: "totp", secret: "A", lastStep: 0 } }),
    );
    expect((await directory.addUser("maja@example.org", { externalId: "maja" })).status).toBe(409);
    expect(await audited("account-provisioned")).toEqual([]);
    await world.server.app.storage.write((tx) => tx.credentials.remove(local.id, "totp"));
    const taken = await directory.addUser("maja@example.org", { externalId: "maja" });
    expect(taken).toMatchObject({ status: 201, body: { id: local.id } });
    expect((await audited("account-provisioned")).map(({ subject }) => subject)).toEqual([
      "maja@example.org",
    ]);
    expect(await people()).toBe(1);
  });

  it("is the same where its provider has opened it already", async () => {
    await world.set({ makesAccounts: true });
    expect(await world.whoIs((await signIn("maja")).cookie)).toBe("maja");
    const [person] = await world.server.app.storage.read((tx) => tx.principals.list("person"));
    const made = await directory.addUser("maja.ek@example.org", { externalId: "maja" });
    expect(made).toMatchObject({ status: 201, body: { id: person?.id } });
    // By its subject, and its address is the person's until the directory has another one.
    expect(await people()).toBe(1);
  });

  it("has only addresses that the provider is allowed", async () => {
    await world.set({ allowed: ["example.org"] });
    expect(await directory.addUser("maja@example.com")).toMatchObject({
      status: 400,
      body: { scimType: "invalidValue" },
    });
    const { body } = await directory.addUser("maja@example.org");
    const value = [{ value: "maja@example.com", primary: true }];
    const moved = await directory.patch(`/Users/${body.id}`, { op: "replace", path: "emails", value });
    expect(moved).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
  });
});

describe("groups of a directory", () => {
  it("are the one that follows the provider's group, and keep who was there", async () => {
    const made = await createGroup(world.server.app, commandLineActor(), "Personal", new Map());
    if (!made.ok) throw new Error("no group");
    await world.set({ groups: [{ claim: "staff", groupId: made.value }] });
    const { body } = await directory.addUser("maja@example.org");
    const group = await directory.addGroup("staff", { members: [{ value: body.id }] });
    expect(group).toMatchObject({ status: 201, body: { id: made.value, displayName: "staff" } });
    const found = await world.server.app.storage.read((tx) => tx.principals.byId(made.value));
    expect(found?.displayName).toBe("Personal");
    const members = await world.server.app.storage.read((tx) =>
      tx.principals.membersOf(made.value as PrincipalId),
    );
    expect(members.map(({ memberId }) => memberId)).toEqual([body.id]);
    expect((await directory.addGroup("crew")).body.id).not.toBe(made.value);
  });

  it("stay when the provider goes, whose tokens end at once", async () => {
    await directory.addUser("maja@example.org");
    await removeProvider(world.server.app, commandLineActor(), world.providerId);
    expect((await directory.call("GET", "/Users")).status).toBe(401);
    expect(await people()).toBe(1);
  });
});
