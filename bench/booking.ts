// One verdict on what can be booked (docs/benchmarks.md), for every published set of house rules. Run by main.ts.
import type { Facts, Wish } from "../packages/calendar/src/booking/facts.ts";
import { judge } from "../packages/calendar/src/booking/judge.ts";
import type { PreparedRules } from "../packages/calendar/src/booking/prepare.ts";
import { slotsOf } from "../packages/calendar/src/booking/slots.ts";
import { verdictOn } from "../packages/calendar/src/booking/verdict.ts";
import { dayAt } from "../packages/calendar/src/booking/passes.ts";
import {
  preparedSet,
  readCorpus,
  trialOf,
  type CorpusSet,
} from "../packages/calendar/src/testing/booking-corpus.ts";
import { naiveJudge } from "../packages/calendar/src/testing/naive-judge.ts";
import { measure } from "./measure.ts";

/** What a bookable and a household have in the months around a wish. */
const CLAIMS = 200;
const OWN_BOOKINGS = 40;
const DAY = 86_400_000;
/** microseconds for one verdict on the largest set of rules */
const TARGET = 20;

interface Trial {
  readonly facts: Facts;
  readonly wish: Wish;
  readonly now: number;
}

/** The facts of a wish among many others: neighbours' claims on other days, and a year of own bookings that are over. */
function crowded({ facts, wish, now }: Trial): Trial {
  const day = (at: number, by: number) => at + by * DAY;
  const claims = Array.from({ length: CLAIMS }, (_, index) => {
    const by = index % 2 === 0 ? -20 - index : 20 + index;
    const start = Math.floor(day(wish.start, by) / 3_600_000) * 3_600_000;
    return { unit: 0, booking: `crowd ${String(index)}`, start, end: start + 3 * 3_600_000 };
  });
  const bookings = Array.from({ length: OWN_BOOKINGS }, (_, index) => ({
    id: `year ${String(index)}`,
    bookable: facts.bookable,
    labels: [],
    start: day(now, -9 * (index + 1)),
    end: day(now, -9 * (index + 1)) + 3 * 3_600_000,
    booked: day(now, -9 * (index + 2)),
    state: "done" as const,
  }));
  return {
    wish,
    now,
    facts: {
      ...facts,
      claims: [...facts.claims, ...claims],
      claimsFrom: day(now, -2_000),
      claimsTo: day(now, 2_000),
      bookings: [...facts.bookings, ...bookings],
    },
  };
}

interface Measured {
  readonly name: string;
  /** microseconds for one, the median of the rounds */
  readonly verdict: number;
  readonly withWaysOut: number;
  readonly naive: number;
}

function measureSet(set: CorpusSet, prepared: PreparedRules): Measured {
  const trials = set.wishes.map((each) => crowded(trialOf(set, prepared, each)));
  // Each is measured by itself: the second judge leaves so much to collect that the others would pay for it.
  const cost = (work: (trial: Trial) => unknown): number =>
    measure({
      name: set.name,
      against: "nothing",
      units: trials.length,
      roundTime: 100,
      rounds: 7,
      ours: () => trials.map(work).length,
      theirs: () => 0,
    }).ours;
  return {
    name: set.name,
    verdict: cost(({ facts, wish, now }) => verdictOn(prepared, facts, wish, now)),
    withWaysOut: cost(({ facts, wish, now }) => judge(prepared, facts, wish, now)),
    naive: cost(({ facts, wish, now }) => naiveJudge(prepared.rules, facts, wish, now)),
  };
}

/** The three sets with most rules, and a week of a board. */
export async function measureBooking(): Promise<string> {
  const corpus = readCorpus();
  const size = ({ rules }: CorpusSet): number => JSON.stringify(rules).length;
  const largest = corpus.toSorted((a, b) => size(b) - size(a)).slice(0, 3);
  const measured = largest.map((set) => measureSet(set, preparedSet(set)));
  const digits = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
  const rows = measured.map(({ name, verdict, withWaysOut, naive }, index) => {
    const target =
      index === 0 ? (verdict <= TARGET ? `met (≤ ${String(TARGET)})` : `MISSED (≤ ${String(TARGET)})`) : "";
    return `| ${name} | ${digits(verdict)} | ${digits(withWaysOut)} | ${digits(naive)} | ${target} |`;
  });
  const head =
    "| Rules, the largest first | Verdict | With ways out | The second judge | Target |\n|---|---:|---:|---:|---|";
  const title = `### one verdict, ${String(CLAIMS)} claims and ${String(OWN_BOOKINGS)} own bookings (µs)`;
  return `${title}\n\n${head}\n${rows.join("\n")}\n\n${weekOfSlots(corpus)}\n`;
}

/** A board's week, with a verdict for every slot. */
function weekOfSlots([set]: readonly CorpusSet[]): string {
  if (!set) return "";
  const prepared = preparedSet(set);
  const [wish] = set.wishes;
  if (!wish) return "";
  const { facts, now } = crowded(trialOf(set, prepared, wish));
  const first = dayAt(prepared, now);
  const { ours } = measure({
    name: "week",
    against: "",
    rounds: 5,
    ours: () => slotsOf(prepared, facts, { first, last: first + 6 }, now),
    theirs: () => 0,
  });
  const count = slotsOf(prepared, facts, { first, last: first + 6 }, now).length;
  return `A board's week of ${String(count)} slots, each with its verdict: ${ours.toFixed(0)} µs.`;
}
