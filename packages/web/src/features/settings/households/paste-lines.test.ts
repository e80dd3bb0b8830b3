import fc from "fast-check";
import { expect, it } from "vitest";
import { MOST_LINES, readHouseholdLines, sameLabel } from "./paste-lines.ts";

const one = (line: string) => {
  const [read] = readHouseholdLines(line, []);
  return (
    read && [read.label, read.name, read.people.map(({ email, name }) => `${name}|${email}`), read.problem]
  );
};

it.each([
  ["1101 Andersson, anna@example.org", ["1101", "Andersson", ["|anna@example.org"], undefined]],
  ["1203\tSand\telin@a.se\tjonas@a.se", ["1203", "Sand", ["|elin@a.se", "|jonas@a.se"], undefined]],
  ["lgh 1203 Sand; elin@a.se;", ["lgh 1203", "Sand", ["|elin@a.se"], undefined]],
  ["4B von Ek", ["4B", "von Ek", [], undefined]],
  ["A-12, Lotta Sand <lotta@a.se>", ["A-12", "", ["Lotta Sand|lotta@a.se"], undefined]],
  ["1104", ["1104", "", [], undefined]],
  ["Andersson, anna@example.org", ["", "Andersson", ["|anna@example.org"], "noLabel"]],
  ["1105 Ek, anna@", ["1105", "Ek", ["|anna@"], "badEmail"]],
])("%s", (line, wanted) => expect(one(line)).toEqual(wanted));

it("passes over empty lines, and makes nothing twice", () => {
  const read = readHouseholdLines("1101 A\n\n  \r\nlgh 1101 B\n1102 C\n1103 D", ["Lgh 1102"]);
  expect(read.map(({ label, problem }) => [label, problem])).toEqual([
    ["1101", undefined],
    ["lgh 1101", "twice"],
    ["1102", "exists"],
    ["1103", undefined],
  ]);
});

it("reads whatever is pasted, and no more than a house", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (pasted) => {
      for (const { label, problem, people } of readHouseholdLines(pasted, [])) {
        if (problem) continue;
        expect(sameLabel(label)).not.toBe("");
        expect(people.every(({ email }) => email.includes("@"))).toBe(true);
      }
    }),
  );
  expect(readHouseholdLines("1 a\n".repeat(5_000), [])).toHaveLength(MOST_LINES);
});
