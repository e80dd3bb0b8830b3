import { describe, expect, it } from "vitest";
import { GROUPS, USERS, type Schema } from "../schemas.ts";
import { patched } from "./patch.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const BOUNDS = { operations: 50, path: 200 };
const MAJA = {
  userName: "maja@example.org",
  name: { familyName: "Ek", givenName: "Maja" },
  emails: [{ value: "maja@example.org", type: "work", primary: true }],
  active: true,
};

const patch = (
  operations: readonly object[],
  before: Record<string, unknown> = MAJA,
  schema: Schema = USERS,
) => patched(schema, before, { schemas: [PATCH], Operations: operations }, BOUNDS);
const after = (operations: readonly object[], before?: Record<string, unknown>, schema?: Schema) => {
  const done = patch(operations, before, schema);
  if (!done.ok) throw new Error(done.problem.detail);
  return done.value;
};

describe("a PATCH as Entra ID writes it", () => {
  it("deactivates with a text", () => {
    expect(after([{ op: "Replace", path: "active", value: "False" }])).toMatchObject({ active: false });
  });

  it("replaces by names with dots in a value without a path", () => {
    const value = {
      "name.familyName": "Ek Sand",
      displayName: "Maja Ek Sand",
      [`${ENTERPRISE}:department`]: "IT",
    };
    expect(after([{ op: "replace", value }])).toEqual({
      ...MAJA,
      name: { familyName: "Ek Sand", givenName: "Maja" },
      displayName: "Maja Ek Sand",
    });
  });

  it("adds an address of a kind that was not there, and changes one that was", () => {
    const done = after([
      { op: "Add", path: 'emails[type eq "home"].value', value: "m@home.example" },
      { op: "Replace", path: 'emails[type eq "work"].value', value: "maja.ek@example.org" },
    ]);
    expect(done["emails"]).toEqual([
      { value: "maja.ek@example.org", type: "work", primary: true },
      { type: "home", value: "m@home.example" },
    ]);
  });

  it("passes over the extension and attributes that are not stored", () => {
    const changes = [
      { op: "Add", path: `${ENTERPRISE}:manager`, value: "12" },
      { op: "Add", path: "title", value: "Engineer" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "123" },
      { op: "Add", path: "name.middleName", value: "X" },
    ];
    expect(after(changes)).toEqual(MAJA);
  });

  it("adds members, and removes them by a value or by brackets", () => {
    const group = { displayName: "Staff", members: [{ value: "1" }, { value: "2" }, { value: "3" }] };
    const members = (operations: readonly object[]) => after(operations, group, GROUPS)["members"];
    expect(
      members([{ op: "Add", path: "members", value: [{ $ref: null, value: "4" }, { value: "1" }] }]),
    ).toEqual(["2", "3", "4", "1"].map((value) => ({ value })));
    expect(members([{ op: "Remove", path: "members", value: [{ value: "2" }, { value: "9" }] }])).toEqual([
      { value: "1" },
      { value: "3" },
    ]);
    expect(members([{ op: "remove", path: 'members[value eq "3"]' }])).toEqual([
      { value: "1" },
      { value: "2" },
    ]);
    expect(members([{ op: "remove", path: 'members[value eq "9"]' }])).toHaveLength(3);
    expect(members([{ op: "remove", path: "members" }])).toBeUndefined();
  });
});

describe("a PATCH as Okta writes it", () => {
  it("deactivates by a value without a path", () => {
    expect(after([{ op: "replace", value: { active: false } }])).toMatchObject({ active: false });
  });

  it("renames a group with its id beside, and replaces its members", () => {
    const group = { displayName: "Staff", members: [{ value: "1" }] };
    expect(after([{ op: "replace", value: { id: "7", displayName: "Crew" } }], group, GROUPS)).toEqual({
      ...group,
      displayName: "Crew",
    });
    const members = [{ value: "2", display: "maja@example.org" }];
    expect(after([{ op: "replace", path: "members", value: members }], group, GROUPS)).toEqual({
      displayName: "Staff",
      members: [{ value: "2" }],
    });
  });
});

describe("a PATCH", () => {
  it("changes nothing where one of its operations is refused", () => {
    const before = structuredClone(MAJA);
    const done = patch([{ op: "replace", path: "active", value: false }, { op: "remove" }], before);
    expect(done).toMatchObject({ problem: { scimType: "noTarget" } });
    expect(before).toEqual(MAJA);
  });

  it("has one primary address: the last that is said to be", () => {
    const value = [{ value: "new@example.org", primary: true }];
    expect(after([{ op: "add", path: "emails", value }])["emails"]).toEqual([
      { value: "maja@example.org", type: "work", primary: false },
      { value: "new@example.org", primary: true },
    ]);
  });

  it.each([
    [[{ op: "replace", path: "id", value: "1" }], "mutability"],
    [[{ op: "replace", path: "groups", value: [] }], "mutability"],
    [[{ op: "replace", path: "nosuch", value: "1" }], "invalidPath"],
    [[{ op: "replace", path: "emails.value", value: "1" }], "invalidPath"],
    [[{ op: "replace", path: "userName[value eq 1]", value: "1" }], "invalidPath"],
    [[{ op: "replace", path: 'emails[nosuch eq "1"]', value: {} }], "invalidPath"],
    [[{ op: "replace", path: 'emails[type ne "work"].value', value: "a" }], "noTarget"],
    [[{ op: "replace", path: "active", value: "perhaps" }], "invalidValue"],
    [[{ op: "replace", path: "userName", value: 7 }], "invalidValue"],
    [[{ op: "replace", path: "userName", value: "x".repeat(1_001) }], "invalidValue"],
    [[{ op: "replace", value: [] }], "invalidValue"],
    [[{ op: "move", path: "active" }], "invalidSyntax"],
    [[{ op: "replace", path: 7, value: 1 }], "invalidPath"],
    [[null], "invalidSyntax"],
    [[], "invalidSyntax"],
    [Array.from({ length: 51 }, () => ({ op: "add", path: "title", value: "a" })), "tooMany"],
  ])("%j is refused", (operations, scimType) => {
    expect(patch(operations as object[])).toMatchObject({ ok: false, problem: { scimType } });
  });

  it("names its schema", () => {
    const body = { Operations: [{ op: "remove", path: "active" }] };
    expect(patched(USERS, MAJA, body, BOUNDS)).toMatchObject({ problem: { scimType: "invalidSyntax" } });
  });
});
