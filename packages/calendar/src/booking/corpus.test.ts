import { nodeMessages } from "@snart/locales/messages-node.ts";
import { describe, expect, it } from "vitest";
import { momentOf, preparedSet, readCorpus, timeOf, trialOf } from "../testing/booking-corpus.ts";
import { naiveJudge } from "../testing/naive-judge.ts";
import { cancellation } from "./cancel.ts";
import { judge } from "./judge.ts";
import type { Reason } from "./reason.ts";
import type { SentenceContext } from "./sentence/context.ts";
import { reasonSentence } from "./sentence/reason-sentence.ts";
import { verdictOn } from "./verdict.ts";

const corpus = readCorpus();
const GROUPS: Readonly<Record<string, { readonly "en-GB": string; readonly sv: string }>> = {
  members: { "en-GB": "members", sv: "medlemmar" },
  adults: { "en-GB": "adult members", sv: "vuxna medlemmar" },
};

const said = (reason: Reason, context: SentenceContext): string => {
  const { key, args } = reasonSentence(reason, context);
  return nodeMessages(context.language)(key, args);
};

describe("the published house rules", () => {
  it("are twenty-four and a hall, each with ten wishes or more and somebody's rules behind it", () => {
    expect(corpus).toHaveLength(25);
    for (const { name, wishes, sources, says } of corpus) {
      expect(wishes.length, name).toBeGreaterThanOrEqual(10);
      expect(sources.length, name).toBeGreaterThan(0);
      expect(says.length, name).toBeGreaterThan(20);
      expect(
        wishes.some(({ verdict }) => verdict !== "refused"),
        name,
      ).toBe(true);
      expect(
        wishes.some(({ verdict }) => verdict === "refused"),
        name,
      ).toBe(true);
    }
  });

  it("give every reason that there is but three", () => {
    const kinds = new Set(
      corpus.flatMap(({ wishes }) => wishes.flatMap(({ reasons }) => reasons.map(({ kind }) => kind))),
    );
    // No house has published a least time between own bookings; a wish of no time comes from no screen.
    const others = [
      "adjacent",
      "byLot",
      "closed",
      "elsewhere",
      "held",
      "maintenance",
      "noSeries",
      "notAllowed",
      "notYet",
    ];
    expect([...kinds].toSorted()).toEqual(
      [
        ...others,
        "offGrid",
        "paused",
        "quota",
        "rulesNotAccepted",
        "taken",
        "tooLate",
        "tooLong",
        "tooShort",
        "unknown",
        "wrongDay",
      ].toSorted(),
    );
  });
});

describe.each(corpus)("$name", (set) => {
  const prepared = preparedSet(set);
  it.each(set.wishes)("$why", (each) => {
    const { facts, wish, now } = trialOf(set, prepared, each);
    const verdict = judge(prepared, facts, wish, now);
    expect(verdict.ok ? (verdict.needsApproval ? "asks" : "granted") : "refused").toBe(each.verdict);
    const reasons = verdict.ok ? verdict.passedBy : verdict.reasons;
    const context = (language: SentenceContext["language"]): SentenceContext => ({
      language,
      now,
      zone: prepared.zone,
      mode: prepared.rules.mode,
      start: wish.start,
      whom: set.whom,
      name: "1203",
      groupName: (id) => GROUPS[id]?.[language] ?? id,
    });
    const shown = reasons.map((reason) => ({
      kind: reason.kind,
      en: said(reason, context("en-GB")),
      sv: said(reason, context("sv")),
    }));
    expect(shown).toEqual(each.reasons);
    const opensAt = verdict.ok ? undefined : verdict.opensAt;
    expect(opensAt).toBe(each.opensAt === undefined ? undefined : momentOf(prepared, each.opensAt));
    // A second judge says the same of it. Approvals and overrides are not its business.
    if (each.verdict === "asks" || each.isOutsideRules === true) return;
    expect(naiveJudge(prepared.rules, facts, wish, now).ok).toBe(verdict.ok);
  });

  it("offers only ways out that can be booked", () => {
    for (const each of set.wishes) {
      const { facts, wish, now } = trialOf(set, prepared, each);
      const verdict = judge(prepared, facts, wish, now);
      if (verdict.ok) continue;
      for (const { start, end, instead } of verdict.alternatives)
        expect(
          verdictOn(prepared, facts, { ...wish, start, end, ...(instead !== undefined && { instead }) }, now)
            .ok,
        ).toBe(true);
    }
  });

  it("says what a cancellation is", () => {
    for (const { booking, booked, now, kind } of set.cancellations ?? []) {
      const time = { ...timeOf(prepared, booking), booked: momentOf(prepared, booked) };
      expect(cancellation(prepared, time, momentOf(prepared, now)).kind, now).toBe(kind);
    }
  });
});

describe("a sentence", () => {
  it("calls a source by the name that people know", () => {
    const zone = preparedSet(corpus[0] ?? expect.fail("no corpus")).zone;
    const context = {
      language: "sv",
      now: 0,
      zone,
      mode: "slots",
      start: 0,
      whom: "you",
      sourceName: () => "Tvättstugan",
    } as const;
    expect(said({ kind: "unknown", source: "b17", health: "truncated" }, context)).toBe(
      "Inte nu: allt i ”Tvättstugan” gick inte att läsa. Inget är bokat.",
    );
  });

  it("says the least time between own bookings in hours where they are whole", () => {
    const zone = preparedSet(corpus[0] ?? expect.fail("no corpus")).zone;
    const context = { now: 0, zone, mode: "slots", start: 0, whom: "you" } as const;
    const both = (reason: Reason) => [
      said(reason, { ...context, language: "en-GB" }),
      said(reason, { ...context, language: "sv" }),
    ];
    expect(both({ kind: "tooClose", minutes: 180 })).toEqual([
      "There must be 3 hours between bookings of your own.",
      "Det måste vara 3 timmar mellan egna bokningar.",
    ]);
    expect(both({ kind: "tooClose", minutes: 45 })[1]).toBe(
      "Det måste vara 45 minuter mellan egna bokningar.",
    );
    expect(both({ kind: "notATime" })).toEqual([
      "That is not a time that can be booked.",
      "Det är inte en tid som går att boka.",
    ]);
  });

  it("of a limit says hours, labels and parts of the day, where a limit has them", () => {
    const prepared = preparedSet(corpus[0] ?? expect.fail("no corpus"));
    const now = momentOf(prepared, "2026-11-23T10:20");
    const context = { now, zone: prepared.zone, mode: "slots", start: now, whom: "household" } as const;
    const limit = {
      max: 360,
      of: "minutes",
      per: "week",
      over: "tvätt",
      dayPart: { days: ["mo"], from: "17:00", to: "22:00" },
    } as const;
    const reason: Reason = {
      kind: "quota",
      index: 0,
      limit,
      used: 240,
      wanted: 180,
      day: 20_783,
      frees: momentOf(prepared, "2026-11-30T00:00"),
    };
    expect(said(reason, { ...context, language: "en-GB" })).toBe(
      "You already have 4 of 6 hours that begin between 17:00 and 22:00 in “tvätt” in week 48. This would be 3 more. Week 49 begins in 7 days.",
    );
    expect(said(reason, { ...context, language: "sv" })).toBe(
      "Ni har redan 4 av 6 timmar som börjar mellan 17:00 och 22:00 i ”tvätt” vecka 48. Det här vore 3 till. Vecka 49 börjar om sju dagar.",
    );
  });
});

describe("a refused wish", () => {
  it("is offered the nearest ways out, in exchange for an own booking where the limit is reached", () => {
    const set = corpus[0] ?? expect.fail("no corpus");
    const prepared = preparedSet(set);
    const of = (why: string) => {
      const each = set.wishes.find((one) => one.why === why) ?? expect.fail(why);
      const { facts, wish, now } = trialOf(set, prepared, each);
      const verdict = judge(prepared, facts, wish, now);
      return verdict.ok
        ? []
        : verdict.alternatives.map(({ start, instead }) => [
            new Date(prepared.zone.toLocal(start)).toISOString().slice(0, 16),
            instead,
          ]);
    };
    expect(of("a neighbour has it")).toEqual([
      ["2026-11-26T13:00", undefined],
      ["2026-11-26T07:00", undefined],
      ["2026-11-26T16:00", undefined],
    ]);
    expect(of("a neighbour has it and one is coming")).toEqual([
      ["2026-11-26T13:00", "own 0"],
      ["2026-11-26T07:00", "own 0"],
      ["2026-11-26T16:00", "own 0"],
    ]);
  });
});
