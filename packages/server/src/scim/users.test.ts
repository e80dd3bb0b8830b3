import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeAccount } from "../app/accounts/change-account.ts";
import { deleteAccount, removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import { commandLineActor } from "../app/actor.ts";
import { listAudit } from "../app/audit.ts";
import type { PrincipalId } from "../app/types.ts";
import { openTestDatabase, type TestDatabase } from "../storage/contract/postgres.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";
import { openDirectory, type Directory } from "../testing/provisioning/directory.ts";

const PASSWORD = "lång nog för alla";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

describe.each(["SQLite", "PostgreSQL"])("users of a directory on %s", (name) => {
  let database: TestDatabase | undefined;
  let folder: string;
  let server: TestServer;
  let directory: Directory;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "snart-scim-"));
    database = name === "PostgreSQL" ? await openTestDatabase() : undefined;
    const storageTarget = database
      ? ({ kind: "postgres", url: database.url } as const)
      : ({ kind: "sqlite", path: join(folder, "snart.sqlite") } as const);
    server = await startTestServer({ overrides: { storageTarget } });
    directory = await openDirectory(server);
  });
  afterEach(async () => {
    await server.stop();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const account = async (id: string) => {
    const found = await server.app.storage.read((tx) => tx.principals.byId(id as PrincipalId));
    if (!found) throw new Error(`no ${id}`);
    return found;
  };
  const entries = async (action: string) =>
    (await listAudit(server.app, 100)).filter((entry) => entry.action === action);

  it("are made, found, read, and made once, whoever asks at the same time", async () => {
    const made = await directory.addUser("Maja.Ek@Example.org", {
      externalId: "00u1",
      name: { givenName: "Maja", familyName: "Ek" },
      preferredLanguage: "sv-SE",
      timezone: "Europe/Stockholm",
    });
    expect(made.status).toBe(201);
    expect(made.headers.get("content-type")).toContain("application/scim+json");
    expect(made.headers.get("location")).toBe(made.body.meta.location);
    expect(made.body).toMatchObject({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      externalId: "00u1",
      userName: "Maja.Ek@Example.org",
      displayName: "Maja Ek",
      active: true,
      meta: { resourceType: "User" },
    });
    expect(await account(made.body.id)).toMatchObject({
      email: "maja.ek@example.org",
      displayName: "Maja Ek",
      status: "active",
      isAdmin: false,
      preferences: { language: "sv", timeZone: "Europe/Stockholm" },
    });
    const path = `/Users/${made.body.id}`;
    expect((await directory.call("GET", path)).body).toEqual(made.body);
    const filter = encodeURIComponent('userName eq "maja.ek@example.org"');
    const found = await directory.call("GET", `/Users?filter=${filter}`);
    expect(found.body).toMatchObject({
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [made.body],
    });
    const nobody = await directory.call("GET", `/Users?filter=${encodeURIComponent('userName eq "bo"')}`);
    expect(nobody.body).toMatchObject({ totalResults: 0, Resources: [] });
    const again = await directory.addUser("maja.ek@example.org");
    expect(again).toMatchObject({
      status: 409,
      body: { schemas: [ERROR], status: "409", scimType: "uniqueness" },
    });
    const both = await Promise.all(
      [1, 2, 3].map(() => directory.addUser("bo@example.org", { externalId: "00u2" })),
    );
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(["201", "409", "409"]);
    const names = ["eva@a.example", "eva@b.example", "eva@c.example"];
    const evas = await Promise.all(names.map((one) => directory.addUser(one)));
    expect(evas.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await directory.call("GET", "/Users?count=0")).body).toMatchObject({
      totalResults: 5,
      Resources: [],
    });
    expect((await entries("user-added")).map(({ subject }) => subject)).toContain("bo@example.org");
  });

  it("are listed in pages, with the attributes that are asked for", async () => {
    for (let i = 1; i <= 5; i++)
      await directory.addUser(`p${i}@example.org`, { displayName: i % 2 ? "Odd" : "Even", active: i !== 5 });
    const list = async (query: string) => (await directory.call("GET", `/Users?${query}`)).body;
    const names = (body: { Resources: { userName: string }[] }) =>
      body.Resources.map((one) => one.userName[1]);
    expect(names(await list("startIndex=2&count=2"))).toEqual(["2", "3"]);
    expect(await list("startIndex=5&count=10")).toMatchObject({
      totalResults: 5,
      startIndex: 5,
      itemsPerPage: 1,
    });
    expect(names(await list(`filter=${encodeURIComponent('displayName eq "odd"')}&startIndex=2`))).toEqual([
      "3",
      "5",
    ]);
    expect(names(await list(`filter=${encodeURIComponent("active eq false")}`))).toEqual(["5"]);
    const some = await list("count=1&attributes=userName,name.familyName");
    expect(Object.keys(some.Resources[0]).toSorted()).toEqual(["id", "schemas", "userName"]);
    const without = await list("count=1&excludedAttributes=emails,meta");
    expect(Object.keys(without.Resources[0])).not.toEqual(expect.arrayContaining(["emails"]));
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"];
    const search = { schemas, filter: 'userName sw "p4"', attributes: ["userName"] };
    expect(names((await directory.call("POST", "/Users/.search", search)).body)).toEqual(["4"]);
    expect((await directory.call("POST", "/.search", { schemas, count: 2 })).body).toMatchObject({
      totalResults: 5,
      itemsPerPage: 2,
    });
    const wrong = await directory.call("GET", `/Users?filter=${encodeURIComponent("userName is 4")}`);
    expect(wrong).toMatchObject({ status: 400, body: { scimType: "invalidFilter" } });
    expect(wrong.body.detail).toContain("At character");
    expect((await directory.call("GET", "/Users?count=many")).body.scimType).toBe("invalidValue");
  });

  it("are closed at once: sessions, app passwords and event sources end, and what they have stays", async () => {
    const { body } = await directory.addUser("maja@example.org");
    const hash = await server.app.passwords.hash(PASSWORD);
    await server.app.storage.write((tx) =>
      tx.credentials.insert({
        id: "pw",
        principalId: body.id,
        kind: "password",
        label: "",
        secretHash: hash,
        createdAt: 0,
        lastUsedAt: null,
        lastUsedBy: null,
        data: null,
      }),
    );
    const signIn = (): Promise<Response> =>
      server.fetch("/auth/sign-in", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ login: "maja@example.org", password: PASSWORD }),
      });
    const cookie = cookieOf(await signIn());
    const made = await server.fetch("/jmap/api", {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({
        using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
        methodCalls: [["Credential/set", { accountId: body.id, create: { a: { label: "Phone" } } }, "0"]],
      }),
    });
    const answer = (await made.json()) as {
      methodResponses: [[string, { created: { a: { secret: string } } }]];
    };
    const { secret } = answer.methodResponses[0][1].created.a;
    const dav = async (): Promise<number> =>
      (
        await server.fetch("/dav/calendars/maja/calendar/", {
          method: "PROPFIND",
          headers: { authorization: basic("maja@example.org", secret), depth: "0" },
        })
      ).status;
    expect(await dav()).toBe(207);
    const source = await server.fetch("/jmap/eventsource/?types=*&closeafter=no&ping=0", {
      headers: { cookie },
    });
    const reader = source.body?.getReader();
    const ended = (async () => {
      while (!(await reader?.read())?.done);
      return "ended";
    })();
    const path = `/Users/${body.id}`;
    // As Entra ID writes it.
    const closed = await directory.patch(path, { op: "Replace", path: "active", value: "False" });
    expect(closed).toMatchObject({ status: 200, body: { active: false } });
    expect(await dav()).toBe(401);
    expect((await server.fetch("/jmap/session", { headers: { cookie } })).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect(await ended).toBe("ended");
    const calendars = await server.app.storage.read((tx) => tx.calendars.ofAccount(body.id));
    expect(calendars).toHaveLength(1);
    // As Okta writes it.
    expect((await directory.patch(path, { op: "replace", value: { active: true } })).body.active).toBe(true);
    expect((await signIn()).status).toBe(200);
    expect(await dav()).toBe(401);
  });

  it("that an administrator has suspended are not opened by a directory that has not closed them", async () => {
    const { body } = await directory.addUser("maja@example.org");
    const path = `/Users/${body.id}`;
    await changeAccount(server.app, commandLineActor(), body.id, { status: "suspended" });
    const put = await directory.call("PUT", path, {
      userName: "maja@example.org",
      active: true,
      displayName: "M",
    });
    expect(put).toMatchObject({ status: 200, body: { active: false, displayName: "M" } });
    await directory.patch(path, { op: "replace", path: "displayName", value: "Maja" });
    expect(await account(body.id)).toMatchObject({ status: "suspended", displayName: "Maja" });
  });

  it("stay closed where a directory replaces them and does not say whether they are active", async () => {
    const { body } = await directory.addUser("maja@example.org", { active: false });
    const put = await directory.call("PUT", `/Users/${body.id}`, { userName: "maja@example.org" });
    expect(put).toMatchObject({ status: 200, body: { active: false } });
    expect(await account(body.id)).toMatchObject({ status: "suspended" });
  });

  it("keep what they have changed here until the directory has something else", async () => {
    const { body } = await directory.addUser("maja@example.org", { displayName: "Maja Ek" });
    const path = `/Users/${body.id}`;
    await changeAccount(server.app, commandLineActor(), body.id, { displayName: "Majsan" });
    await directory.patch(path, { op: "add", path: "externalId", value: "00u1" });
    expect(await account(body.id)).toMatchObject({ displayName: "Majsan", email: "maja@example.org" });
    await directory.patch(path, { op: "replace", path: "userName", value: "maja.sand@example.org" });
    // The address that is named is the account's, not the name.
    expect(await account(body.id)).toMatchObject({ email: "maja@example.org" });
    await directory.patch(path, {
      op: "replace",
      value: { 'emails[type eq "work"].value': "maja.sand@example.org", displayName: "Maja Sand" },
    });
    expect(await account(body.id)).toMatchObject({
      email: "maja.sand@example.org",
      formerEmails: ["maja@example.org"],
      displayName: "Maja Sand",
    });
  });

  it("have one name each, and no address of somebody else", async () => {
    await server.addUser("elin@example.org", PASSWORD, { isAdmin: true });
    expect(await directory.addUser("elin@example.org")).toMatchObject({
      status: 409,
      body: { scimType: "uniqueness" },
    });
    const { body } = await directory.addUser("maja@example.org");
    await directory.addUser("bo@example.org");
    for (const value of [
      { userName: "BO@example.org" },
      { emails: [{ value: "bo@example.org" }] },
      { emails: [{ value: "elin@example.org", primary: true }] },
    ]) {
      const refused = await directory.patch(`/Users/${body.id}`, { op: "replace", value });
      expect(refused, JSON.stringify(value)).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
    }
    expect((await directory.call("GET", `/Users/${body.id}`)).body).toEqual(body);
    expect((await directory.call("GET", "/Users")).body.totalResults).toBe(2);
  });

  it("are deleted without losing anything, and come back as the same only by the directory's own id", async () => {
    const { body } = await directory.addUser("maja@example.org", { externalId: "00u1" });
    const path = `/Users/${body.id}`;
    expect((await directory.call("DELETE", path)).status).toBe(204);
    expect(await account(body.id)).toMatchObject({ status: "suspended", email: "maja@example.org" });
    for (const [method, sent] of [["GET"], ["DELETE"], ["PUT", { userName: "maja@example.org" }]] as const)
      expect((await directory.call(method, path, sent)).status, method).toBe(404);
    expect((await directory.call("GET", "/Users")).body.totalResults).toBe(0);
    // Another person got the address.
    expect((await directory.addUser("maja@example.org", { externalId: "00u2" })).status).toBe(409);
    expect((await directory.addUser("maja@example.org")).status).toBe(409);
    const back = await directory.addUser("maja@example.org", { externalId: "00u1" });
    expect(back).toMatchObject({ status: 201, body: { id: body.id, active: true } });
    expect(await account(body.id)).toMatchObject({ status: "active" });
  });

  it("whose account is deleted here are gone, and their address is free when it has been removed", async () => {
    const { body } = await directory.addUser("maja@example.org");
    await deleteAccount(server.app, commandLineActor(), body.id, undefined);
    expect((await directory.call("GET", `/Users/${body.id}`)).status).toBe(404);
    expect((await directory.call("GET", "/Users")).body).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await directory.addUser("maja@example.org")).status).toBe(409);
    const later = { ...server.app, now: () => Date.now() + 400 * 86_400_000 };
    expect(await removeDeletedAccounts(later)).toBe(1);
    expect((await directory.addUser("maja@example.org")).status).toBe(201);
  });

  it("do not lose the server its only administrator", async () => {
    const { body } = await directory.addUser("maja@example.org");
    await changeAccount(server.app, commandLineActor(), body.id, { isAdmin: true });
    const path = `/Users/${body.id}`;
    expect(await directory.patch(path, { op: "replace", value: { active: false } })).toMatchObject({
      status: 403,
      body: { schemas: [ERROR] },
    });
    expect((await directory.call("DELETE", path)).status).toBe(403);
    expect(await account(body.id)).toMatchObject({ status: "active" });
    expect((await directory.call("GET", path)).body.active).toBe(true);
  });

  it("are changed only as they were seen, where the directory says how", async () => {
    const { body, headers } = await directory.addUser("maja@example.org");
    const path = `/Users/${body.id}`;
    const tag = headers.get("etag") ?? "";
    expect(tag).toBe(body.meta.version);
    expect((await directory.call("GET", path, undefined, { "if-none-match": tag })).status).toBe(304);
    const put = { userName: "maja@example.org", displayName: "Maja" };
    const first = await directory.call("PUT", path, put, { "if-match": tag });
    expect(first.status).toBe(200);
    expect((await directory.call("PUT", path, put, { "if-match": tag })).status).toBe(412);
    expect((await directory.call("DELETE", path, undefined, { "if-match": tag })).status).toBe(412);
    const listed = (await directory.call("GET", "/Users?attributes=meta")).body.Resources[0];
    expect(listed.meta.version).toBe(first.headers.get("etag"));
    expect((await directory.call("PUT", path, put, { "if-match": listed.meta.version })).status).toBe(200);
  });
});
