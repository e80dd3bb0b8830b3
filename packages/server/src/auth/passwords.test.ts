import { describe, expect, it } from "vitest";
import { argon2Hasher } from "./passwords.ts";

const cheap = argon2Hasher({ memoryKiB: 64, passes: 1, parallelism: 1 });

describe("passwords", () => {
  it("verifies the password it hashed and no other", async () => {
    const hash = await cheap.hash("korrekt häst");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await cheap.verify("korrekt häst", hash)).toBe(true);
    expect(await cheap.verify("korrekt hast", hash)).toBe(false);
    expect(await cheap.verify("", hash)).toBe(false);
  });
  it("salts: the same password never gives the same hash", async () => {
    expect(await cheap.hash("samma")).not.toBe(await cheap.hash("samma"));
  });
  it("treats composed and decomposed letters as equal", async () => {
    const hash = await cheap.hash("sm\u00f6rg\u00e5s");
    expect(await cheap.verify("smo\u0308rga\u030as", hash)).toBe(true);
  });
  it("costs 19 MiB and two passes in production", async () => {
    expect(await argon2Hasher().hash("x")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
  it("verifies a hash from another implementation (RFC 9106's reference, as libargon2 prints it)", async () => {
    // echo -n "password" | argon2 somesalt -id -t 2 -k 65536 -p 1
    const known = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await cheap.verify("password", known)).toBe(true);
    expect(await cheap.verify("differentpassword", known)).toBe(false);
  });
  it.each([
    "",
    "plain",
    "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=99999999,t=1,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=64,t=9999,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$",
  ])("refuses the damaged hash %s instead of computing it", async (hash) => {
    expect(await cheap.verify("password", hash)).toBe(false);
  });
  it("refuses a password of more than a kilobyte", async () => {
    const long = "x".repeat(1_025);
    expect(await cheap.verify(long, await cheap.hash(long))).toBe(false);
  });
  it("answers many requests at once", async () => {
    const hash = await cheap.hash("en av många");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => cheap.verify(i % 2 ? "en av många" : "fel", hash)),
    );
    expect(answers.filter(Boolean)).toHaveLength(25);
  });
});
