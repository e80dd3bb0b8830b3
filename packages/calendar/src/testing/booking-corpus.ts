import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { claimedTime } from "../booking/cells.ts";
import { instantAt, readDateTime } from "../booking/clock.ts";
import type { Asker, BookingState, Claim, Facts, OwnBooking, SourceHealth, Wish } from "../booking/facts.ts";
import { prepare, type PreparedRules } from "../booking/prepare.ts";
import { readRules } from "../booking/read-rules.ts";
import { DAY, type Instant } from "../time/instant.ts";

const folder = join(import.meta.dirname, "../../fixtures/booking");

/** From one reading of the bookable's clocks to another: `2026-11-26T10:00/2026-11-26T13:00`. */
type TimeText = string;

/** One wish of the corpus, with what was read out of the published rule for it by hand. */
export interface CorpusWish {
  readonly why: string;
  readonly wish: TimeText;
  /** absent: the moment of the whole set */
  readonly now?: string;
  readonly own?: readonly {
    readonly at: TimeText;
    readonly state?: BookingState;
    readonly booked?: string;
    readonly bookable?: string;
    readonly labels?: readonly string[];
  }[];
  readonly taken?: readonly { readonly at: TimeText; readonly unit?: number; readonly expires?: string }[];
  readonly asker?: Partial<Asker>;
  readonly pausedUntil?: string;
  readonly sources?: readonly {
    readonly name: string;
    readonly health: SourceHealth["health"];
    readonly since?: string;
  }[];
  /** the own booking with this number is exchanged */
  readonly instead?: number;
  readonly isSeries?: boolean;
  readonly isOutsideRules?: boolean;
  readonly verdict: "granted" | "asks" | "refused";
  readonly reasons: readonly { readonly kind: string; readonly en: string; readonly sv: string }[];
  readonly opensAt?: string;
}

export interface CorpusSet {
  readonly name: string;
  readonly sources: readonly string[];
  /** what the house has published, in our words */
  readonly says: string;
  readonly rules: unknown;
  readonly now: string;
  readonly whom: "you" | "household" | "other";
  readonly wishes: readonly CorpusWish[];
  readonly cancellations?: readonly {
    readonly booking: TimeText;
    readonly booked: string;
    readonly now: string;
    readonly kind: string;
  }[];
}

/** Every published set of house rules, in order of its file. */
export function readCorpus(): readonly CorpusSet[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as CorpusSet);
}

export function preparedSet({ name, rules }: CorpusSet): PreparedRules {
  const read = readRules(rules);
  if (!read.ok) throw new Error(`${name}: ${JSON.stringify(read.problem)}`);
  return prepare(read.value);
}

export function momentOf({ zone }: PreparedRules, text: string): Instant {
  const read = readDateTime(text);
  if (!read) throw new Error(`no time: ${text}`);
  return instantAt(zone, read.day, read.minutes);
}

export function timeOf(
  prepared: PreparedRules,
  text: TimeText,
): { readonly start: Instant; readonly end: Instant } {
  const [start = "", end = ""] = text.split("/");
  return { start: momentOf(prepared, start), end: momentOf(prepared, end) };
}

/** The facts, the wish and the moment of one wish of a set. Own bookings that are still held have their claims. */
export function trialOf(set: CorpusSet, prepared: PreparedRules, each: CorpusWish) {
  const now = momentOf(prepared, each.now ?? set.now);
  const bookings = (each.own ?? []).map(
    ({ at, state = "confirmed", booked, bookable = "it", labels = [] }, index): OwnBooking => {
      const time = timeOf(prepared, at);
      const made = booked === undefined ? Math.min(now, time.start) - 20 * DAY : momentOf(prepared, booked);
      return { id: `own ${String(index)}`, bookable, labels, ...time, state, booked: made };
    },
  );
  const outward = ({ start, end }: { start: Instant; end: Instant }) =>
    claimedTime(start, end, prepared.cell);
  const claims = [
    ...bookings
      .filter(
        ({ state, bookable }) =>
          bookable === "it" && ["hold", "requested", "confirmed", "inUse"].includes(state),
      )
      .map((booking): Claim => ({ unit: 0, booking: booking.id, ...outward(booking) })),
    ...(each.taken ?? []).map(({ at, unit = 0, expires }, index): Claim => ({
      unit,
      booking: `other ${String(index)}`,
      ...outward(timeOf(prepared, at)),
      ...(expires !== undefined && { expires: momentOf(prepared, expires) }),
    })),
  ];
  const facts: Facts = {
    bookable: "it",
    labels: [],
    asker: { party: "1203", groups: ["members"], manages: false, acceptedRules: 1, ...each.asker },
    claims,
    claimsFrom: now - 400 * DAY,
    claimsTo: now + 800 * DAY,
    bookings,
    bookingsFrom: now - 800 * DAY,
    pauses:
      each.pausedUntil === undefined ? [] : [{ from: now - DAY, to: momentOf(prepared, each.pausedUntil) }],
    sources: (each.sources ?? []).map(({ since, ...source }) => ({
      ...source,
      ...(since !== undefined && { since: momentOf(prepared, since) }),
    })),
  };
  const wish: Wish = {
    ...timeOf(prepared, each.wish),
    ...(each.instead !== undefined && { instead: `own ${String(each.instead)}` }),
    ...(each.isSeries !== undefined && { isSeries: each.isSeries }),
    ...(each.isOutsideRules !== undefined && { isOutsideRules: each.isOutsideRules }),
  };
  return { facts, wish, now };
}
