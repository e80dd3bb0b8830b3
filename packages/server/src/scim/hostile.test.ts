import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { openDirectory, type Directory } from "../testing/provisioning/directory.ts";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
let server: TestServer;
let directory: Directory;
beforeAll(async () => {
  server = await startTestServer({ env: { SNART_PUBLIC_URL: "https://example.org/kalender" } });
  directory = await openDirectory(server);
});
afterAll(() => server.stop());

describe("SCIM", () => {
  it("is closed without a token, with another one, and at once when it is removed", async () => {
    for (const authorization of [
      undefined,
      "Bearer",
      "Bearer snart_scim_nobody",
      "Basic YTpi",
      `Bearer ${"x".repeat(5_000)}`,
    ])
      for (const path of ["/Users", "/ServiceProviderConfig", "/Schemas"]) {
        const answer = await server.fetch(`/scim/v2${path}`, {
          headers: authorization ? { authorization } : {},
        });
        expect(answer.status, `${authorization} ${path}`).toBe(401);
        expect(answer.headers.get("www-authenticate")).toContain("Bearer");
        expect(await answer.json()).toMatchObject({ schemas: [ERROR], status: "401" });
      }
    const other = await openDirectory(server, null, "Other");
    expect((await other.call("GET", "/Users")).status).toBe(200);
    await other.removeToken();
    expect((await other.call("GET", "/Users")).status).toBe(401);
    expect((await directory.call("GET", "/Users")).status).toBe(200);
  });

  it("says what it does, and its addresses have the path of the server", async () => {
    for (const path of ["/ServiceProviderConfig", "/ResourceTypes", "/Schemas"]) {
      const { status, body } = await directory.call("GET", path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain("https://example.org/kalender/scim/v2/");
      for (const one of body.Resources ?? [])
        expect((await directory.call("GET", `${path}/${one.id}`)).body).toEqual(one);
    }
    const config = (await directory.call("GET", "/ServiceProviderConfig")).body;
    expect(config).toMatchObject({
      bulk: { supported: false },
      patch: { supported: true },
      etag: { supported: true },
    });
    expect((await directory.addUser("path@example.org")).headers.get("location")).toMatch(
      /^https:\/\/example\.org\/kalender\/scim\/v2\/Users\//,
    );
    expect((await directory.call("POST", "/Bulk", {})).status).toBe(501);
    expect((await directory.call("GET", "/Me")).status).toBe(501);
    for (const path of [
      "",
      "/Nothing",
      "/Users/a/b",
      "/Users/%ff",
      "/Users/%00",
      "/Schemas/x",
      "/constructor",
    ])
      expect(await directory.call("GET", path), path).toMatchObject({
        status: 404,
        body: { schemas: [ERROR] },
      });
    expect((await directory.call("PUT", "/Users", {})).status).toBe(405);
    expect((await directory.call("POST", "/Schemas", {})).status).toBe(405);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a text", '"maja"'],
    ["nothing", ""],
    ["another schema", JSON.stringify({ schemas: ["urn:x"], userName: "a@example.org" })],
    ["half a character", '{"userName":"\\ud800"}'],
    ["__proto__", '{"userName":"a@example.org","__proto__":{"isAdmin":true}}'],
    ["deep nesting", `{"userName":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    [
      "too many values",
      JSON.stringify({ userName: "a@example.org", x: Array.from({ length: 60_000 }, () => 1) }),
    ],
    ["one name twice", '{"userName":"a@example.org","USERNAME":"b@example.org"}'],
  ])("refuses a body with %s", async (_, body) => {
    expect(await directory.call("POST", "/Users", body)).toMatchObject({
      status: 400,
      body: { schemas: [ERROR], scimType: "invalidSyntax" },
    });
  });

  it.each([
    ["no name", {}],
    ["an empty name", { userName: " " }],
    ["no address", { userName: "maja" }],
    ["a name that is none", { userName: 7 }],
    ["a long name", { userName: `${"x".repeat(1_000)}@example.org` }],
    ["an address that is none", { userName: "maja", emails: [{ value: "maja@ex ample" }] }],
    [
      "an address that breaks a header",
      { userName: "maja", emails: [{ value: "maja@example.org\r\nBcc: a@b.c" }] },
    ],
    ["addresses that are texts", { userName: "maja@example.org", emails: ["maja@example.org"] }],
    [
      "many addresses",
      {
        userName: "maja@example.org",
        emails: Array.from({ length: 21 }, (_, i) => ({ value: `a${i}@b.c` })),
      },
    ],
    ["neither true nor false", { userName: "maja@example.org", active: "perhaps" }],
  ])("refuses a user with %s", async (_, body) => {
    const before = (await directory.call("GET", "/Users?count=0")).body.totalResults;
    expect(await directory.call("POST", "/Users", body)).toMatchObject({
      status: 400,
      body: { scimType: "invalidValue" },
    });
    expect((await directory.call("GET", "/Users?count=0")).body.totalResults).toBe(before);
  });

  it("refuses bodies of other kinds, and large ones", async () => {
    const text = await directory.call("POST", "/Users", "userName=a", { "content-type": "text/plain" });
    expect(text).toMatchObject({ status: 415, body: { schemas: [ERROR] } });
    const large = await directory.call("POST", "/Users", `{"userName":"${"x".repeat(1_100_000)}"}`);
    expect(large).toMatchObject({ status: 413, body: { schemas: [ERROR], status: "413" } });
  });

  it("makes nobody an administrator, and no name that reads as another", async () => {
    const { body } = await directory.addUser("eve@example.org", {
      displayName: "Eve\u202egnp\u0007\n Admin",
      isAdmin: true,
      roles: [{ value: "administrator" }],
      entitlements: [{ value: "administrator" }],
      id: "chosen",
      password: "lång nog för alla",
    });
    expect(body.id).not.toBe("chosen");
    const person = await server.app.storage.read((tx) => tx.principals.byId(body.id));
    expect(person).toMatchObject({ isAdmin: false, displayName: "Eve gnp Admin" });
    const credentials = await server.app.storage.read((tx) => tx.credentials.ofPrincipal(body.id));
    expect(credentials).toEqual([]);
  });

  it("searches both kinds by what one of them has, and by nothing that neither has", async () => {
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"];
    const search = (filter: string) => directory.call("POST", "/.search", { schemas, filter });
    await directory.addUser("one@example.org", { displayName: "One" });
    await directory.addGroup("One");
    expect((await search('displayName eq "one"')).body.totalResults).toBe(2);
    expect((await search('userName eq "one@example.org"')).body.totalResults).toBe(1);
    expect(await search('nosuch eq "one"')).toMatchObject({
      status: 400,
      body: { scimType: "invalidFilter" },
    });
  });

  it("bounds filters and lists", async () => {
    const filter = encodeURIComponent(`userName eq "${"x".repeat(2_100)}"`);
    expect((await directory.call("GET", `/Users?filter=${filter}`)).body.scimType).toBe("invalidFilter");
    expect((await directory.call("GET", "/Users?count=1000000&startIndex=-5")).body.startIndex).toBe(1);
    expect((await directory.call("GET", "/Users?startIndex=99999999")).body).toMatchObject({
      itemsPerPage: 0,
    });
  });
});
