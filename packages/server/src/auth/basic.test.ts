import { describe, expect, it } from "vitest";
import { parseBasic } from "./basic.ts";
import { clearedSessionCookie, sessionCookie, sessionToken } from "./cookies.ts";

const encode = (text: string, encoding: BufferEncoding = "utf8"): string =>
  `Basic ${Buffer.from(text, encoding).toString("base64")}`;

describe("HTTP Basic", () => {
  it("splits at the first colon, so that a password may contain colons", () => {
    expect(parseBasic(encode("elin:a:b::"))).toEqual({ login: "elin", password: "a:b::" });
    expect(parseBasic(encode("elin@example.com:"))).toEqual({ login: "elin@example.com", password: "" });
  });
  it("reads UTF-8, and Latin-1 from older clients", () => {
    expect(parseBasic(encode("åsa:lösenord"))).toEqual({ login: "åsa", password: "lösenord" });
    expect(parseBasic(encode("åsa:lösenord", "latin1"))).toEqual({ login: "åsa", password: "lösenord" });
  });
  it("takes the scheme in any case", () => {
    expect(parseBasic(encode("a:b").replace("Basic", "bAsIc "))).toEqual({ login: "a", password: "b" });
  });
  it.each([
    ["", "nothing"],
    ["Basic", "no token"],
    ["Basic ", "an empty token"],
    ["Basic a=b=", "padding in the middle"],
    ["Basic !!!!", "not base64"],
    ["Bearer abc", "another scheme"],
    [`${encode("a:b")}, ${encode("c:d")}`, "two of them"],
    [encode("no colon"), "no colon"],
    [encode(":password"), "no login"],
    [encode("a\0b:c"), "a NUL"],
    [encode("a:b\r\nSet-Cookie: x"), "line breaks"],
    [encode(`a:${"x".repeat(5_000)}`), "too long"],
  ])("refuses %j: %s", (header) => {
    expect(parseBasic(header)).toBeUndefined();
  });
});

describe("the session cookie", () => {
  const token = "k7fdwq2mx9bt4hzn_-ABC";
  it("can't be read by scripts or sent by other sites, and requires TLS if the server has it", () => {
    expect(sessionCookie(token, 30, true)).toBe(
      `snart_session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(sessionCookie(token, 30, false)).not.toContain("Secure");
    expect(clearedSessionCookie(true)).toBe(
      "snart_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
  });
  it("is found among others", () => {
    expect(sessionToken(`a=b; snart_session=${token}; c=d`)).toBe(token);
  });
  it.each([
    null,
    "",
    "snart_session=",
    "snart_session=short",
    "xsnart_session=k7fdwq2mx9bt4hzn",
    `snart_session=${"a".repeat(200)}`,
    "snart_session=k7fdwq2mx9bt4hzn%20",
    `x=${"a".repeat(20_000)}; snart_session=${token}`,
  ])("is not found in %j", (header) => {
    expect(sessionToken(header)).toBeUndefined();
  });
});
