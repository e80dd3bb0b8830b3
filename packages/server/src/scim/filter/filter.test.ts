import { describe, expect, it } from "vitest";
import { GROUPS, USERS } from "../schemas.ts";
import { amongOf } from "./among.ts";
import { parseFilter, parsePath } from "./filter.ts";
import { matcherOf } from "./matches.ts";

const LONGEST = 2_000;
const MAJA = {
  id: "7",
  userName: "Maja@Example.org",
  externalId: "00u1",
  displayName: "Maja Ek",
  active: true,
  name: { familyName: "Ek", givenName: "Maja" },
  emails: [
    { value: "maja@example.org", type: "work", primary: true },
    { value: "m@home.example", type: "home" },
  ],
};

function fits(filter: string): boolean {
  const read = parseFilter(filter, LONGEST);
  if (!read.ok) throw new Error(read.problem.detail);
  const matches = matcherOf(USERS, read.value);
  if (!matches.ok) throw new Error(matches.problem.detail);
  return matches.value(MAJA);
}

describe("a filter", () => {
  it.each([
    ['userName eq "maja@example.ORG"', true],
    ['USERNAME EQ "maja@example.org"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "maja@example.org"', true],
    ['externalId eq "00U1"', false],
    ['externalId eq "00u1" and active eq true', true],
    ['active eq "True"', true],
    ["active eq false", false],
    ['name.familyName eq "ek"', true],
    ['displayName sw "Maj" and not (displayName ew "x")', true],
    ['userName co "nobody" or userName co "maja" and active eq false', false],
    ['(userName co "nobody" or userName co "maja") and active eq true', true],
    ["name.formatted pr", false],
    ["emails pr", true],
    ['emails eq "m@home.example"', true],
    ['emails[type eq "work" and value co "@example.org"]', true],
    ['emails[type eq "home" and primary eq true]', false],
    ['emails[type eq "work"].value eq "maja@example.org"', true],
    ['emails[type eq "home"].value eq "maja@example.org"', false],
    ['emails[type eq "home"].value pr and active eq true', true],
    ['userName ne "bo"', true],
    ["preferredLanguage eq null", true],
    ['id eq "7"', true],
    ['displayName eq "Maja \\u0045k"', true],
  ])("%s: %s", (filter, is) => expect(fits(filter)).toBe(is));

  it.each([
    ["", "At character 1"],
    ["userName", "one of eq"],
    ["userName eq", "a value is expected"],
    ["userName eq maja", "a value is expected"],
    ['userName eq "maja', "a value is expected"],
    ['userName is "maja"', "one of eq"],
    ['userName eq "a" userName eq "b"', "nothing more"],
    ['(userName eq "a"', ") is expected"],
    ['emails[type eq "a"', "] is expected"],
    ['emails[x[y eq "a"]]', "brackets in brackets"],
    ['userName eq "\\x"', "no JSON string"],
    [`${"(".repeat(100)}id pr${")".repeat(100)}`, "too deeply"],
    [`${"not (".repeat(100)}id pr${")".repeat(100)}`, "too deeply"],
    [Array.from({ length: 205 }, () => "id pr").join(" or "), "at most 200 terms"],
    ["x".repeat(2_001), "at most 2000"],
    ["\u0000", "At character 1"],
  ])("of case %# is refused with its place", (filter, why) => {
    const read = parseFilter(filter, 2_000);
    expect(read).toMatchObject({ ok: false, problem: { status: 400, scimType: "invalidFilter" } });
    expect(read.ok ? "" : read.problem.detail).toContain(why);
  });

  it.each(['nosuch eq "a"', 'name.nosuch eq "a"', "active gt true", 'name eq "a"', 'userName.x eq "a"'])(
    "%s names what there is not",
    (filter) => {
      const read = parseFilter(filter, LONGEST);
      expect(read.ok && matcherOf(USERS, read.value)).toMatchObject({
        ok: false,
        problem: { scimType: "invalidFilter" },
      });
    },
  );

  it("finds quickly what it wants of each", () => {
    const among = (filter: string, schema = USERS) => {
      const read = parseFilter(filter, LONGEST);
      return read.ok ? amongOf(schema, read.value) : undefined;
    };
    expect(among('active eq true and userName eq "MAJA"')).toEqual({ by: "name", value: "maja" });
    expect(among('userName eq "a" or userName eq "b"')).toEqual({ by: "all" });
    expect(among('not (userName eq "a")')).toEqual({ by: "all" });
    expect(among('members[value eq "7"]', GROUPS)).toEqual({ by: "member", value: "7" });
    expect(among('members.value eq "7"', GROUPS)).toEqual({ by: "member", value: "7" });
    expect(among('displayName eq "7"', GROUPS)).toEqual({ by: "all" });
  });
});

describe("the path of a change", () => {
  it.each([
    ["displayName", { name: "displayName" }, undefined],
    ["name.givenName", { name: "name", sub: "givenName" }, "givenName"],
    ["urn:ietf:params:scim:schemas:core:2.0:User:name.givenName", { name: "name" }, "givenName"],
    ['emails[type eq "work"].value', { name: "emails" }, "value"],
    ['members[value eq "7"]', { name: "members" }, undefined],
  ])("%s", (text, path, sub) =>
    expect(parsePath(text, LONGEST)).toMatchObject({ ok: true, value: { path, sub } }),
  );

  it.each(["", "a b", "emails[", "emails[type]", 'emails[type eq "a"].b.c', "a..b", "a/b", '[value eq "a"]'])(
    "%j is none",
    (text) => expect(parsePath(text, LONGEST)).toMatchObject({ problem: { scimType: "invalidPath" } }),
  );
});
