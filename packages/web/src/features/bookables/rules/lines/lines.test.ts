import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { readCorpus } from "@snart/calendar/testing/booking-corpus.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { additionsTo, withMode } from "../additions.ts";
import { valueAt, withoutValue, withValue } from "../at-path.ts";
import { linesOf } from "./lines.ts";

const corpus = readCorpus().map(({ name, rules }) => ({ name, rules: rules as BookingRules }));

/** The path of every value in some JSON. */
function leaves(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}/${key}`));
}

/** What no sentence needs to say: the width of a cell never changes, and a kind is seen by which sentence it is. */
const UNSAID = /^(?:cellMinutes|opens\/release|opens\/for|limits\/\d+\/over)$/;

/** Two nights at least and one in a row at most let nobody book: which the sentence then says. */
const goTogether = (one: string, other: string): boolean =>
  [one, other].toSorted().join(" ") !== "rules.inRow rules.minNights";

const around = { labels: ["wash"], groups: ["g"], today: localFromFields(2026, 11, 23, 0, 0, 0) };

describe("the sentences of rules", () => {
  it.each(corpus)("say everything that published rules say: $name", ({ rules }) => {
    const said = linesOf(rules, []).flatMap(({ blanks }) => Object.values(blanks).map(({ path }) => path));
    const unsaid = leaves(rules).filter(
      (leaf) => !UNSAID.test(leaf) && !said.some((path) => leaf === path || leaf.startsWith(`${path}/`)),
    );
    expect(unsaid).toEqual([]);
  });

  it.each(corpus)("change what they say and nothing else: $name", ({ rules }) => {
    for (const { blanks } of linesOf(rules, ["wash"]))
      for (const { path } of Object.values(blanks)) {
        const changed = withValue(rules, path, "changed");
        expect(valueAt(changed, path)).toBe("changed");
        expect(withValue(changed, path, valueAt(rules, path))).toEqual(rules);
      }
  });

  it("can be taken away one by one, until only what every thing has is left", () => {
    for (const { name, rules } of corpus) {
      let left = rules;
      for (;;) {
        const line = linesOf(left, []).find(({ isFixed }) => !isFixed);
        if (!line) break;
        const before = leaves(left).length;
        left = withoutValue(left, line.path);
        expect(leaves(left).length, name).toBeLessThan(before);
      }
      expect(readRules(left), name).toMatchObject({ ok: true });
    }
  });

  it("that are added make rules that are valid, whatever the way of booking", () => {
    for (const mode of ["slots", "free", "nights"] as const) {
      const plain: BookingRules = withMode(
        { mode: mode === "free" ? "slots" : "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 },
        mode,
      );
      const additions = additionsTo(plain, around);
      expect(additions.length).toBeGreaterThan(15);
      for (const { rules, line } of additions) {
        expect(readRules(rules), `${mode}: ${line.of}`).toMatchObject({ ok: true });
        // What belongs to it is offered once it is there.
        for (const more of additionsTo(rules, around).filter((it) => goTogether(line.of, it.line.of)))
          expect(readRules(more.rules), `${mode}: ${line.of}, ${more.line.of}`).toMatchObject({ ok: true });
      }
    }
  });

  it("reach every kind of rule that there is", () => {
    const reached = new Set<string>();
    for (const { rules } of corpus) {
      for (const { of } of linesOf(rules, ["wash"])) reached.add(of);
      for (const { line, rules: more } of additionsTo(rules, around)) {
        reached.add(line.of);
        for (const { line: next } of additionsTo(more, around)) reached.add(next.of);
      }
    }
    const free: BookingRules = { mode: "free", timeZone: "UTC", cellMinutes: 15, units: 1 };
    for (const { line } of additionsTo(free, around)) reached.add(line.of);
    const source = ["time", "limit", "use"]
      .map((name) => readFileSync(join(import.meta.dirname, `${name}-lines.ts`), "utf8"))
      .join("\n");
    const all = new Set([...source.matchAll(/"(rules\.\w+)"/g)].map(([, of = ""]) => of));
    expect(all.size).toBeGreaterThan(45);
    expect([...all].filter((of) => !reached.has(of))).toEqual([]);
  });
});
