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
  ["userAgent", "iOS/18.1 (22B83) dataaccessd/1.0", "iOS"],
  ["userAgent", "curl/8.14.1", "curl"],
  ["userAgent", "DAVx5/4.4.2-ose (dav4jvm; okhttp/4.12.0) Android/14", "Android, DAVx⁵"],
  ["address", "192.0.2.1", "audit.fact.address 192.0.2.1"],
  ["role", "member", "audit.fact.role audit.value.member"],
  ["after", "read", "audit.fact.after level.read"],
  ["times", "12", "audit.fact.times 12"],
  ["versions", "1", "audit.fact.versions 1"],
  ["latest", "2026-11-20T12:00:00.000Z", undefined],
  ["unheard", "of", "unheard: of"],
] as const)("says of %s %j: %j", (name, value, said) => {
  expect(auditFact([name, value], t)).toBe(said);
});
