import { expect, test } from "vitest";
import { claimsTogether, identityIn } from "./identity-claims.ts";

const PROVED = { issuer: "https://id.example", subject: "maja", idToken: "", groupsClaim: "groups" };
const together = (token: Readonly<Record<string, unknown>>, answer: Readonly<Record<string, unknown>>) => {
  const { email, isEmailProved, name } = identityIn(claimsTogether(token, answer), PROVED);
  return { email, isEmailProved, name };
};

test("an address of the token is not proved by the answer about another one", () => {
  expect(
    together({ email: "boss@example.org" }, { email: "maja@example.org", email_verified: true }),
  ).toEqual({
    email: "boss@example.org",
    isEmailProved: undefined,
    name: undefined,
  });
  expect(together({ email_verified: true }, { email: "boss@example.org", name: "Maja" })).toEqual({
    email: "boss@example.org",
    isEmailProved: undefined,
    name: "Maja",
  });
});

test("what the token does not say, the answer does", () => {
  expect(together({ name: "M" }, { email: "maja@example.org", email_verified: true, name: "Maja" })).toEqual({
    email: "maja@example.org",
    isEmailProved: true,
    name: "M",
  });
});
