import { describe, expect, it } from "vitest";
import type { Party } from "./sharing-api.ts";
import { findParty } from "./find-party.ts";

const party = (name: string, email: string | null): Party => ({
  id: name,
  name,
  email,
  isGroup: email === null,
});
const parties = [
  party("Jonas Sand", "jonas@example.com"),
  party("Jon", "jon@example.com"),
  party("Åsa Öberg", "asa@example.com"),
  party("Styrelsen", null),
  { ...party("Elin Ek", "elin.ek@example.com"), formerEmails: ["elin@example.com"] },
];

describe("whom a text means", () => {
  it.each([
    ["Jonas Sand, jonas@example.com", "Jonas Sand"],
    ["JON@example.com", "Jon"],
    [" jon ", "Jon"],
    ["åsa", "Åsa Öberg"],
    ["styrelsen", "Styrelsen"],
    ["Elin@example.com", "Elin Ek"],
  ])("%s is one", (typed, name) => {
    expect(findParty(parties, typed)?.name).toBe(name);
  });

  it.each(["", "  ", "example.com", "nobody"])("%j is nobody, or not only one", (typed) => {
    expect(findParty(parties, typed)).toBeUndefined();
  });
});
