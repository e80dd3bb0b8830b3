import { describe, expect, it } from "vitest";
import type { Account } from "../../api/auth-client.ts";
import { replacedBy } from "./settings-change.ts";

const account: Account = {
  id: "a",
  login: "elin",
  displayName: "Elin",
  email: "elin@x.example",
  formerEmails: [],
  isAdmin: false,
  preferences: { theme: "dark", showHowSoon: false },
};

describe("the values after a refused change", () => {
  it("holds exactly what the change named", () => {
    expect(replacedBy(account, { displayName: "Elin Sand" })).toEqual({ displayName: "Elin" });
    expect(replacedBy(account, { preferences: { theme: "light" } })).toEqual({
      preferences: { theme: "dark" },
    });
    expect(replacedBy(account, { preferences: { showHowSoon: true, language: "sv" } })).toEqual({
      preferences: { showHowSoon: false, language: null },
    });
    expect(replacedBy(account, {})).toEqual({});
  });
});
