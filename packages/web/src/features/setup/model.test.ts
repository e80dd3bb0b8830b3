import { describe, expect, it } from "vitest";
import { checkSetup, fieldOf, tokenOf } from "./model.ts";

const good = { displayName: "Elin Sand", email: "elin@tallkotten.example", password: "fjorton tecken" };

describe("the first account", () => {
  it("needs a name, an address and a password of ten characters", () => {
    expect(checkSetup(good)).toEqual({});
    expect(checkSetup({ displayName: " ", email: "elin", password: "niotecken" })).toEqual({
      displayName: "needName",
      email: "invalid-email",
      password: "weak-password",
    });
  });

  it.each(["elin@", "@x", "a b@c", "a@b@c", "", " "])("refuses the address %j", (email) => {
    expect(checkSetup({ ...good, email })).toEqual({ email: "invalid-email" });
  });

  it.each(["elin@localhost", " elin@x.example ", "å@ö.example"])("takes the address %j", (email) => {
    expect(checkSetup({ ...good, email })).toEqual({});
  });

  it("puts the server's refusal under its field", () => {
    expect(fieldOf("weak-password", {})).toBe("password");
    expect(fieldOf("invalid-value", { field: "email" })).toBe("email");
    expect(fieldOf("setup-token-wrong", {})).toBeUndefined();
    expect(fieldOf("invalid-value", { field: "__proto__" })).toBeUndefined();
  });

  it("takes its token from the link", () => {
    expect(tokenOf("?token=abc")).toBe("abc");
    expect([tokenOf(""), tokenOf("?token="), tokenOf("?other=1")]).toEqual([null, null, null]);
  });
});
