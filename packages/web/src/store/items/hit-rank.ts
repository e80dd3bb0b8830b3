import type { Instant } from "@snart/calendar/time/instant.ts";
import { foldedText } from "./found-events.ts";
import type { ShownOccurrence } from "./occurrences.ts";

/** How a title has the searched words: as the whole of it, at its beginning, as beginnings of words, within them, not. */
type Rank = 0 | 1 | 2 | 3 | 4;

const BETWEEN = /[^\p{L}\p{N}]+/u;

/** How well a title fits the words: less is better. */
export function titleRank(title: string, words: string): Rank {
  const [whole, asked] = [foldedText(title).trim(), foldedText(words).trim()];
  if (whole === asked) return 0;
  if (whole.startsWith(asked)) return 1;
  const each = asked.split(/\s+/);
  const there = whole.split(BETWEEN);
  if (each.every((word) => there.some((it) => it.startsWith(word)))) return 2;
  return each.every((word) => whole.includes(word)) ? 3 : 4;
}

/** The best hits first: by their titles, then what is ahead before what is over, then the nearest to now. */
export function ranked(
  hits: readonly ShownOccurrence[],
  words: string,
  now: Instant,
): readonly ShownOccurrence[] {
  const about = hits.map((hit) => ({
    hit,
    rank: titleRank(hit.event.title ?? "", words),
    isOver: hit.end <= now,
    distance: hit.end <= now ? now - hit.end : Math.max(0, hit.start - now),
  }));
  return about
    .toSorted((a, b) => a.rank - b.rank || Number(a.isOver) - Number(b.isOver) || a.distance - b.distance)
    .map(({ hit }) => hit);
}
