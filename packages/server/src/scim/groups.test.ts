import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeGroup, createGroup } from "../app/groups/change-group.ts";
import { commandLineActor } from "../app/actor.ts";
import { deleteAccount } from "../app/accounts/delete-account.ts";
import type { PrincipalId } from "../app/types.ts";
import { openTestDatabase, type TestDatabase } from "../storage/contract/postgres.ts";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { openDirectory, type Directory } from "../testing/provisioning/directory.ts";

describe.each(["SQLite", "PostgreSQL"])("groups of a directory on %s", (name) => {
  let database: TestDatabase | undefined;
  let server: TestServer;
  let directory: Directory;
  let [maja, bo] = ["", ""];
  beforeEach(async () => {
    database = name === "PostgreSQL" ? await openTestDatabase() : undefined;
    const storageTarget = database && ({ kind: "postgres", url: database.url } as const);
    server = await startTestServer({ overrides: storageTarget ? { storageTarget } : {} });
    directory = await openDirectory(server);
    maja = (await directory.addUser("maja@example.org", { displayName: "Maja" })).body.id;
    bo = (await directory.addUser("bo@example.org", { displayName: "Bo" })).body.id;
  });
  afterEach(async () => {
    await server.stop();
    await database?.drop();
  });

  const membersOf = (id: string) =>
    server.app.storage.read(async (tx) =>
      (await tx.principals.membersOf(id as PrincipalId)).map(({ memberId }) => memberId),
    );

  it("are made with their people, who have its calendars then", async () => {
    const made = await directory.addGroup("Staff", { externalId: "g1", members: [{ value: maja }] });
    expect(made).toMatchObject({
      status: 201,
      body: {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
        displayName: "Staff",
        members: [{ value: maja, display: "Maja", type: "User" }],
      },
    });
    expect(made.body.members[0].$ref).toContain(`/scim/v2/Users/${maja}`);
    const user = await directory.call("GET", `/Users/${maja}`);
    expect(user.body.groups).toMatchObject([{ value: made.body.id, display: "Staff" }]);
    const seen = await server.app.storage.read((tx) => tx.calendars.accessibleTo(maja as PrincipalId));
    expect(seen.map(({ calendar }) => calendar.name)).toContain("Staff");
    const twice = await Promise.all(
      ["g2", "g2"].map((externalId) => directory.addGroup("Staff", { externalId })),
    );
    expect(twice.map(({ status }) => `${status}`).toSorted()).toEqual(["201", "409"]);
  });

  it("are found by name, by id and by their people", async () => {
    const { body } = await directory.addGroup("Staff", { externalId: "g1", members: [{ value: maja }] });
    await directory.addGroup("Crew", { members: [{ value: bo }] });
    for (const [filter, found] of [
      ['displayName eq "staff"', 1],
      ['externalId eq "g1"', 1],
      [`members.value eq "${maja}"`, 1],
      [`members[value eq "${bo}"] and displayName eq "Staff"`, 0],
      [`id eq "${body.id}" and members eq "${maja}"`, 1],
      [`not (members.value eq "${maja}")`, 1],
      [`id eq "${maja}"`, 0],
    ] as const) {
      const list = await directory.call(
        "GET",
        `/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`,
      );
      expect(list.body.totalResults, filter).toBe(found);
      expect(list.body.Resources[0]?.members).toBeUndefined();
    }
  });

  it("gain and lose people, and those who were added here stay", async () => {
    const { body } = await directory.addGroup("Staff");
    const path = `/Groups/${body.id}`;
    const elin = await server.addUser("elin@example.org", "lång nog för alla");
    await changeGroup(server.app, commandLineActor(), body.id, {
      members: new Map([[elin.id, { isManager: true }]]),
    });
    const value = [{ value: maja }, { value: bo }];
    // As Entra ID writes it.
    expect((await directory.patch(path, { op: "Add", path: "members", value })).body.members).toHaveLength(2);
    expect(await membersOf(body.id)).toEqual([maja, bo, elin.id].toSorted());
    await directory.patch(path, { op: "Remove", path: "members", value: [{ value: bo }] });
    expect(await membersOf(body.id)).toEqual([maja, elin.id].toSorted());
    // As Okta writes it.
    await directory.patch(path, { op: "replace", value: { id: body.id, displayName: "Crew" } });
    await directory.patch(path, { op: "remove", path: `members[value eq "${maja}"]` });
    expect(await membersOf(body.id)).toEqual([elin.id]);
    await directory.call("PUT", path, { displayName: "Crew", members: value });
    expect(await membersOf(body.id)).toHaveLength(3);
    expect((await directory.call("GET", path)).body).toMatchObject({ displayName: "Crew" });
  });

  it("have only people whom the directory keeps", async () => {
    const elin = await server.addUser("elin@example.org", "lång nog för alla");
    const { body } = await directory.addGroup("Staff", { members: [{ value: maja }] });
    const path = `/Groups/${body.id}`;
    for (const member of [
      { value: elin.id },
      { value: body.id },
      { value: "nobody" },
      { value: bo, type: "Group" },
      {},
    ])
      expect(
        await directory.patch(path, { op: "add", path: "members", value: [member] }),
        JSON.stringify(member),
      ).toMatchObject({ status: 400, body: { scimType: "invalidValue" } });
    expect(await membersOf(body.id)).toEqual([maja]);
    expect((await directory.addGroup("Crew", { members: [{ value: elin.id }] })).status).toBe(400);
    expect((await directory.call("GET", "/Groups")).body.totalResults).toBe(1);
  });

  it("are left by whom the directory deletes, and stay when they are deleted themselves", async () => {
    const members = [{ value: maja }, { value: bo }];
    const { body } = await directory.addGroup("Staff", { externalId: "g1", members });
    await directory.call("DELETE", `/Users/${bo}`);
    expect(await membersOf(body.id)).toEqual([maja]);
    expect((await directory.call("DELETE", `/Groups/${body.id}`)).status).toBe(204);
    expect((await directory.call("GET", `/Groups/${body.id}`)).status).toBe(404);
    expect(await membersOf(body.id)).toEqual([]);
    const group = await server.app.storage.read((tx) => tx.principals.byId(body.id));
    expect(group).toMatchObject({ status: "active", displayName: "Staff" });
    const back = await directory.addGroup("Staff", { externalId: "g1", members: [{ value: maja }] });
    expect(back).toMatchObject({ status: 201, body: { id: body.id } });
    await deleteAccount(server.app, commandLineActor(), body.id, undefined);
    expect((await directory.call("GET", `/Groups/${body.id}`)).status).toBe(404);
    const other = await directory.addGroup("Staff", { externalId: "g1" });
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(body.id);
  });

  it("do not see those of administrators", async () => {
    const made = await createGroup(server.app, commandLineActor(), "Board", new Map());
    if (!made.ok) throw new Error("no group");
    for (const method of ["GET", "DELETE"])
      expect((await directory.call(method, `/Groups/${made.value}`)).status).toBe(404);
    expect((await directory.call("GET", "/Groups")).body.totalResults).toBe(0);
  });
});
