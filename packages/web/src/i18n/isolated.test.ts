import { expect, it } from "vitest";
import { isolated } from "./isolated.ts";

it("isolates text that would change the direction of the sentence around it, and no other text", () => {
  expect(isolated("invoice \u202Elive")).toBe("\u2068invoice \u202Elive\u2069");
  expect(isolated("اجتماع الفريق")).toBe("\u2068اجتماع الفريق\u2069");
  expect(isolated("Styrelsemöte, 👩‍👩‍👧‍👦 “kl. 9”")).toBe("Styrelsemöte, 👩‍👩‍👧‍👦 “kl. 9”");
});
