import { describe, expect, it } from "vitest";
import { isEasilyGuessed } from "./weak-password.ts";

describe("a password", () => {
  it.each([
    "          ",
    "aaaaaaaaaa",
    "1234567890",
    "0987654321",
    "Password123!",
    "lösenord2026",
    "qwertyuiop",
    "abcdefghij",
    "ｐａｓｓｗｏｒｄ１２",
  ])("that everybody tries first is refused: %j", (password) => expect(isEasilyGuessed(password)).toBe(true));
  it.each([
    "lång nog för alla",
    "correct horse battery",
    "12345678901x",
    "mypassword is long",
    "aaaaaaaaab",
    "🐘🐘🐘🐘🐘🐘🐘🐘🐘🐪",
  ])("that is merely simple is the person's own choice: %j", (password) =>
    expect(isEasilyGuessed(password)).toBe(false),
  );
});
