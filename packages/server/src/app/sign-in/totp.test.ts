import { describe, expect, it } from "vitest";
import { acceptedStep, toBase32, totpCode, totpStep, totpUri } from "./totp.ts";

/** The key of RFC 6238 Appendix B. */
const SECRET = toBase32(Buffer.from("12345678901234567890"));

describe("codes of an app", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238 Appendix B, %i seconds after 1970", (seconds, code) => {
    expect(totpCode(SECRET, totpStep(seconds * 1_000))).toBe(code);
  });

  it("are accepted a step before and after their own, and no further", () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    for (const off of [-1, 0, 1])
      expect(acceptedStep(SECRET, totpCode(SECRET, step + off), now, 0)).toBe(step + off);
    for (const off of [-2, 2])
      expect(acceptedStep(SECRET, totpCode(SECRET, step + off), now, 0)).toBeUndefined();
  });

  it("are accepted once, and none before an accepted one", () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    expect(acceptedStep(SECRET, totpCode(SECRET, step), now, step)).toBeUndefined();
    expect(acceptedStep(SECRET, totpCode(SECRET, step - 1), now, step)).toBeUndefined();
    expect(acceptedStep(SECRET, totpCode(SECRET, step + 1), now, step)).toBe(step + 1);
  });

  it.each(["", "1", "0504710", "05047", "５０４７１０", "abcdef"])("are not %j", (code) => {
    expect(acceptedStep(SECRET, code, 1_111_111_111_000, 0)).toBeUndefined();
  });

  it("have a key in base32 (RFC 4648 §10), and a text for the picture", () => {
    expect(["f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => toBase32(Buffer.from(text)))).toEqual([
      "MY",
      "MZXQ",
      "MZXW6",
      "MZXW6YQ",
      "MZXW6YTB",
      "MZXW6YTBOI",
    ]);
    expect(totpUri(SECRET, "åsa", "kalender.example")).toBe(
      `otpauth://totp/Snart:%C3%A5sa%40kalender.example?secret=${SECRET}&issuer=Snart&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
