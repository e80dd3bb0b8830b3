import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { isWholeDays } from "./soon-items.ts";

/** The subject of the page's first sentence: the present or first event, and the next one (docs/design.md §5.2). */
type SoonLead =
  | { readonly kind: "thenFree"; readonly about: ShownOccurrence; readonly free: number }
  | { readonly kind: "thenNext"; readonly about: ShownOccurrence; readonly next: ShownOccurrence }
  | {
      readonly kind: "thenNothing" | "ahead" | "nothingToday" | "nothingSoon";
      readonly about: ShownOccurrence;
    };

/** A shorter pause is not shown as free time. */
const LEAST_FREE = 30 * MINUTE;

/**
 * Finds the lead of the events ahead, in any order; null if nothing more begins. The longest timed event is its
 * subject; a whole-day event that has begun is the background of the day.
 */
export function leadOf(occurrences: readonly ShownOccurrence[], now: Instant, zone: Zone): SoonLead | null {
  const ordered = occurrences
    .filter((it) => it.end > now || it.start >= now)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const midnight = zone.toInstant(addDays(startOfDay(zone.toLocal(now)), 1));
  const timed = ordered.filter((it) => !isWholeDays(it));
  const next = timed.find((it) => it.start > now && it.start < midnight);
  const [running] = timed.filter((it) => it.start <= now).toSorted((a, b) => b.end - a.end);
  if (running) {
    if (!next) return { kind: "thenNothing", about: running };
    const free = next.start - running.end;
    return free >= LEAST_FREE
      ? { kind: "thenFree", about: running, free }
      : { kind: "thenNext", about: running, next };
  }
  if (next) return { kind: "ahead", about: next };
  const about = firstAhead(ordered, now, zone);
  if (!about) return null;
  return { kind: about.start - now > 7 * DAY ? "nothingSoon" : "nothingToday", about };
}

/** The next to begin; on its day what has an hour goes before whole days, whose midnight nobody waits for. */
function firstAhead(
  ordered: readonly ShownOccurrence[],
  now: Instant,
  zone: Zone,
): ShownOccurrence | undefined {
  const first = ordered.find((it) => it.start > now);
  if (!first || !isWholeDays(first)) return first;
  const end = zone.toInstant(addDays(startOfDay(zone.toLocal(first.start)), 1));
  return ordered.find((it) => it.start > now && it.start < end && !isWholeDays(it)) ?? first;
}

/** The longest title that a sentence of two clauses bears, in signs. */
const LONGEST = 60;
const graphemes = new Intl.Segmenter();

/** A title as it stands within a sentence: in one line, and cut between words where it is long. */
export function shortTitle(title: string): string {
  const line = title.replace(/\s+/gu, " ").trim();
  // Characters beyond these cannot be shown, and need no search.
  const start = line.slice(0, 16 * LONGEST);
  const signs = [...graphemes.segment(start)].map(({ segment }) => segment);
  if (signs.length <= LONGEST && start.length === line.length) return line;
  const cut = signs.slice(0, LONGEST).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).replace(/[\s,.:;]+$/u, "")}…`;
}
