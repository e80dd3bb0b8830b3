import { readFileSync } from "node:fs";
import { asLocal, type Local } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { readQuickAdd } from "./read-quick-add.ts";

/** One line of a table: words, and what people mean by them. */
interface Fixture {
  readonly source: string;
  readonly now: Local;
  readonly line: string;
  /** "11-26 12:00-13:00", "11-26..11-28", "-" for none, "" if it is not asked; the year only if it is not 2026 */
  readonly when: string;
  /** something must be said not to be understood */
  readonly isUnsure: boolean;
  /** null if it is not asked */
  readonly title: string | null;
  readonly rule: string;
  readonly place: string;
}

const LEAST_RIGHT = 0.98;

function fixturesOf(name: string): readonly Fixture[] {
  const found: Fixture[] = [];
  let [source, now] = ["", asLocal(0)];
  for (const row of readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8").split("\n")) {
    if (row.startsWith("# ")) {
      const [, of = "", at = ""] = row.split(" ");
      [source, now] = [of, asLocal(Date.parse(`${at}Z`))];
    } else if (row.includes("|")) {
      const [line = "", when = "", title, rule = "", place = ""] = row.split("|").map((part) => part.trim());
      const isUnsure = when.startsWith("?");
      const said = when.replace(/^\?\s*/, "");
      found.push({ source, now, line, when: said, isUnsure, title: title ?? null, rule, place });
    }
  }
  return found;
}

const day = (local: number): string =>
  new Date(local)
    .toISOString()
    .slice(0, 10)
    .replace(/^2026-/, "");
const hour = (local: number): string => new Date(local).toISOString().slice(11, 16);
const PARITY: Readonly<Record<string, number>> = { ODD: 1, EVEN: 0 };

/** ODD and EVEN stand for the rule that names such weeks. */
function ruleOf(written: string): string {
  const [parity = "", rest] = written.split(";");
  if (!(parity in PARITY)) return written;
  const weeks = Array.from({ length: 53 }, (_, index) => index + 1).filter(
    (week) => week % 2 === PARITY[parity],
  );
  return `FREQ=YEARLY;BYWEEKNO=${weeks.join(",")};${rest ?? ""}`;
}

type Verdict = "right" | "said" | "silently wrong";

/** The reading in the words of the table, and the verdict on it. */
function judged(fixture: Fixture): { readonly verdict: Verdict; readonly got: string } {
  const { title, time, rule, place, unsure } = readQuickAdd(fixture.line, fixture.now);
  const when = !time
    ? "-"
    : time.allDay
      ? [...new Set([day(time.start), day(time.end - 1)])].join("..")
      : `${day(time.start)} ${hour(time.start)}-${day(time.start) === day(time.end) ? "" : `${day(time.end)} `}${hour(time.end)}`;
  const got = [when, title, rule ?? "", place ?? ""].join(" | ");
  const isRight =
    (fixture.when === "" || fixture.when === when) &&
    (fixture.title === null || fixture.isUnsure || fixture.title === title) &&
    (fixture.isUnsure || ruleOf(fixture.rule) === (rule ?? "")) &&
    (fixture.isUnsure || fixture.place === (place ?? "")) &&
    fixture.isUnsure === unsure.length > 0;
  const doubts = unsure.map(({ from, to }) => fixture.line.slice(from, to)).join("; ");
  const isSaid = unsure.length > 0 || time === null;
  return {
    verdict: isRight ? "right" : isSaid ? "said" : "silently wrong",
    got: doubts ? `${got} ? ${doubts}` : got,
  };
}

describe.each(["reported.txt", "by-pattern.txt"])("the phrases of %s", (name) => {
  const fixtures = fixturesOf(name).map((fixture) => ({ ...fixture, ...judged(fixture) }));
  const list = (verdict: Verdict): string[] =>
    fixtures.filter((it) => it.verdict === verdict).map(({ line, got }) => `${line} → ${got}`);

  it("are never read wrong without a word", () => {
    expect(list("silently wrong")).toEqual([]);
  });

  it("are nearly all read as people mean them", () => {
    const right = fixtures.filter((it) => it.verdict === "right").length;
    expect(fixtures.length).toBeGreaterThan(100);
    expect(right / fixtures.length, list("said").join("\n")).toBeGreaterThanOrEqual(LEAST_RIGHT);
  });
});
