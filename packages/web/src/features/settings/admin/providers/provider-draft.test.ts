import type { IdentityProviderRecord } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { expect, it } from "vitest";
import { changeOf, draftOf, gapsOf, wrongField } from "./provider-draft.ts";

const stored: IdentityProviderRecord = {
  id: "p1",
  name: "Björk & Sand",
  issuer: "https://id.example.org",
  clientId: "snart",
  isOn: false,
  makesAccounts: true,
  linksByEmail: false,
  isEmailTrusted: true,
  allowed: ["example.org", "elin@example.com"],
  groupsClaim: "roles",
  groups: [{ claim: "staff", groupId: "g1" }],
  endsItsSession: true,
  hasSecret: true,
  redirectUri: "",
  signedOutUri: "",
  backChannelUri: "",
};

it("sends every option as it was, and no secret, where nothing is changed", () => {
  const sent = changeOf(draftOf(stored), stored);
  expect(stored).toMatchObject(sent);
  expect(Object.keys(sent)).toHaveLength(12);
  expect(gapsOf(draftOf(stored), stored)).toEqual(new Set());
});

it("sends a secret that was typed, and null where there is to be none", () => {
  expect(changeOf({ ...draftOf(stored), secret: " new " }, stored).clientSecret).toBe(" new ");
  expect(changeOf({ ...draftOf(stored), secret: "x", asksForNone: true }, stored).clientSecret).toBeNull();
});

it("takes a list apart however it is written", () => {
  const allowed = " example.org;bo@example.org,\n\texample.net ";
  const { allowed: sent } = changeOf({ ...draftOf(undefined), allowed }, undefined);
  expect(sent).toEqual(["example.org", "bo@example.org", "example.net"]);
});

it("says what is missing, of a new one also the secret", () => {
  expect(gapsOf(draftOf(undefined), undefined)).toEqual(
    new Set(["name", "issuer", "clientId", "clientSecret"]),
  );
  const open = { ...draftOf(undefined), name: "a", issuer: "b", clientId: "c", asksForNone: true };
  expect(gapsOf(open, undefined)).toEqual(new Set());
  const groups = [{ claim: " ", groupId: "g1" }];
  expect(gapsOf({ ...open, groups, groupsClaim: "" }, undefined)).toEqual(new Set(["groupsClaim", "groups"]));
});

it("finds the field that the server names, and no other", () => {
  const refused = (field: unknown) =>
    wrongField({ kind: "refused", status: 200, code: "invalidArguments", fields: { field } });
  expect(refused("issuer")).toBe("issuer");
  expect([refused("__proto__"), refused(7), refused(undefined)]).toEqual([undefined, undefined, undefined]);
  expect(wrongField({ kind: "unreachable" })).toBeUndefined();
});
