import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../time/instant.ts";
import type { Facts } from "./facts.ts";
import { judge } from "./judge.ts";
import { prepare } from "./prepare.ts";
import { readRules } from "./read-rules.ts";
import { slotsOf } from "./slots.ts";
import { rulesOfTemplate, TEMPLATES, type Answers } from "./templates.ts";

/** Monday 23 November 2026, 10:20 in Stockholm. */
const NOW = Date.parse("2026-11-23T09:20:00Z");
const TODAY = Math.floor(NOW / DAY);
const stockholm = { timeZone: "Europe/Stockholm", almanac: "SE" } as const;

const nothingBooked: Facts = {
  bookable: "it",
  labels: [],
  asker: { party: "1203", groups: [], manages: false },
  claims: [],
  claimsFrom: NOW - 400 * DAY,
  claimsTo: NOW + 800 * DAY,
  bookings: [],
  bookingsFrom: NOW - 800 * DAY,
  pauses: [],
  sources: [],
};

/** Every answer that can be given to each question, one at a time. */
const answered = TEMPLATES.flatMap((template) => {
  const variants: Partial<Answers>[] = [
    {},
    ...template.lengths.map((length) => ({ length })),
    ...[1, 20, 100].map((units) => ({ units })),
    ...[1, 3, null].map((upcoming) => ({ upcoming })),
    ...["P1D", "P7D", "P12M", null].map((ahead) => ({ ahead })),
  ];
  return variants.map((variant) => ({ template, variant, answers: { ...template.answers, ...variant } }));
});

describe("the templates of bookables", () => {
  it.each(answered)("make valid rules: $template.name, $variant", ({ template, answers }) => {
    const rules = rulesOfTemplate(template, answers, stockholm);
    expect(readRules(JSON.parse(JSON.stringify(rules)))).toEqual({ ok: true, value: rules });
  });

  it.each(TEMPLATES)("let a neighbour book something this week: $name", (template) => {
    const prepared = prepare(rulesOfTemplate(template, template.answers, stockholm));
    const slots = slotsOf(prepared, nothingBooked, { first: TODAY, last: TODAY + 6 }, NOW);
    const free = slots.filter(({ state }) => state === "free");
    expect(free.length).toBeGreaterThan(4);
    const [{ start, end }] = free as [(typeof free)[number]];
    expect(judge(prepared, nothingBooked, { start, end }, NOW)).toMatchObject({ ok: true });
  });

  it.each(TEMPLATES)("hold a household to its coming bookings: $name", (template) => {
    const answers = { ...template.answers, upcoming: 1 };
    const prepared = prepare(rulesOfTemplate(template, answers, stockholm));
    const slots = slotsOf(prepared, nothingBooked, { first: TODAY + 1, last: TODAY + 3 }, NOW);
    const [first, last] = [slots.at(0), slots.at(-1)];
    if (!first || !last) throw new Error("there is nothing to book");
    const own = { id: "a", bookable: "it", labels: [], start: last.start, end: last.end, booked: NOW - HOUR };
    const facts: Facts = { ...nothingBooked, bookings: [{ ...own, state: "confirmed" }] };
    const { start, end } = first;
    const refused = judge(prepared, facts, { start, end }, NOW);
    expect(refused).toMatchObject({ ok: false, reasons: [{ kind: "quota", used: 1 }] });
  });

  it("have their usual length among those that can be chosen, and no more than four", () => {
    for (const { lengths, answers } of TEMPLATES) {
      expect(lengths).toContain(answers.length);
      expect(lengths.length).toBeLessThanOrEqual(4);
    }
  });
});
