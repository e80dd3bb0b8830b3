import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { isWholeDays } from "./soon-items.ts";

/** What the page begins with: what is happening or comes first, and what then (docs/design.md §5.2). */
type SoonLead =
  | { readonly kind: "thenFree"; readonly about: ShownOccurrence; readonly free: number }
  | { readonly kind: "thenNext"; readonly about: ShownOccurrence; readonly next: ShownOccurrence }
  | {
      readonly kind: "thenNothing" | "ahead" | "nothingToday" | "nothingSoon";
      readonly about: ShownOccurrence;
    };

/** A shorter pause is no free time. */
const LEAST_FREE = 30 * MINUTE;

/**
 * Of what is ahead, in any order; null if nothing begins any more. What runs longest by the hour is what it is about; what
 * takes whole days and has begun is the background of the day, and no news.
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
  const about = ordered.find((it) => it.start > now);
  if (!about) return null;
  return { kind: about.start - now > 7 * DAY ? "nothingSoon" : "nothingToday", about };
}

/** The longest title that a sentence of two clauses bears, in signs. */
const LONGEST = 60;
const graphemes = new Intl.Segmenter();

/** A title as it stands within a sentence: in one line, and cut between words where it is long. */
export function shortTitle(title: string): string {
  const line = title.replace(/\s+/gu, " ").trim();
  // What is beyond these cannot be shown, and need not be looked at.
  const start = line.slice(0, 16 * LONGEST);
  const signs = [...graphemes.segment(start)].map(({ segment }) => segment);
  if (signs.length <= LONGEST && start.length === line.length) return line;
  const cut = signs.slice(0, LONGEST).join("");
  const space = cut.lastIndexOf(" ");
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).replace(/[\s,.:;]+$/u, "")}…`;
}
