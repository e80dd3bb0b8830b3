import { describe, expect, it } from "vitest";
import { checkPasswords, mistakeOf } from "./change-password.ts";

describe("changing the password", () => {
  it("needs the old one and a new one that is long enough and different", () => {
    expect(checkPasswords({ current: "gammalt lösenord", next: "ett nytt lösenord" })).toEqual({});
    expect(checkPasswords({ current: "", next: "kort" })).toEqual({ current: "missing", next: "weak" });
    expect(checkPasswords({ current: "samma lösenord", next: "samma lösenord" })).toEqual({ next: "same" });
    expect(checkPasswords({ current: "kort", next: "kort" })).toEqual({ next: "weak" });
  });

  it("puts the server's refusal under the field it concerns", () => {
    expect(mistakeOf("wrong-password")).toEqual({ current: "wrong" });
    expect(mistakeOf("weak-password")).toEqual({ next: "weak" });
    expect(mistakeOf("serverFail")).toBeUndefined();
  });
});
