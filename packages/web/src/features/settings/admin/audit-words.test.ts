import type { MessageKey } from "@snart/locales/keys.ts";
import { expect, it } from "vitest";
import { auditFact, auditKey, auditSubject } from "./audit-words.ts";

const ID = "01a20491-e239-714c-9919-79ec6397cdf5";
const t = (key: MessageKey, args: Readonly<Record<string, unknown>> = {}): string =>
  [key, ...Object.values(args)].join(" ");

it("knows the actions, and says so of those it does not know", () => {
  expect(auditKey("sign-in")).toBe("audit.sign-in");
  expect(auditKey("rocket-launched")).toBe("audit.other");
});

it.each([
  ["elin@example.org", [["calendar", "Familjen"]], "elin@example.org"],
  [
    ID,
    [
      ["login", "elin"],
      ["calendar", "Familjen"],
    ],
    "Familjen",
  ],
  [ID, [["title", "Kranskväll"]], "Kranskväll"],
  [ID, [["label", "Hemsidan"]], "Hemsidan"],
  [
    ID,
    [
      ["login", "elin"],
      ["title", ""],
    ],
    "",
  ],
] as const)("names %s with %j as %j, and never by an identifier", (subject, detail, said) => {
  expect(auditSubject(subject, detail)).toBe(said);
});

it.each([
  ["login", "elin", undefined],
  ["calendar", "Familjen", undefined],
  ["role", "", undefined],
  ["userAgent", "something else", undefined],
  ["userAgent", "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36", "Chrome, Linux"],
  ["address", "192.0.2.1", "audit.fact.address 192.0.2.1"],
  ["role", "member", "audit.fact.role audit.value.member"],
  ["after", "read", "audit.fact.after level.read"],
  ["unheard", "of", "unheard: of"],
] as const)("says of %s %j: %j", (name, value, said) => {
  expect(auditFact([name, value], t)).toBe(said);
});
