import type { Phrase } from "./phrase.ts";

/** A phrase costs so much of its letters, so that one long phrase goes before two short ones, and a sure one first. */
const COST = { nothing: 0.5, end: 0.6, endOfDay: 0.9, beside: 0.9, afterDay: 0.9 } as const;
/** The most rounds in which phrases without company are given up. */
const ROUNDS = 8;

/**
 * Chooses phrases that do not overlap and read as much of the text as possible, and of equals the fewest; a phrase
 * that needs company and has none is given up for others. In order of the text.
 */
export function cover(text: string, candidates: readonly Phrase[]): readonly Phrase[] {
  let left = candidates;
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = best(text.length, left);
    const lonely = lonelyOf(text, chosen);
    if (lonely.size === 0) return chosen;
    left = left.filter((it) => !lonely.has(it));
  }
  return best(
    text.length,
    left.filter((it) => it.needs === "nothing"),
  );
}

function best(length: number, candidates: readonly Phrase[]): readonly Phrase[] {
  const ending = new Map<number, Phrase[]>();
  for (const phrase of candidates) ending.set(phrase.to, [...(ending.get(phrase.to) ?? []), phrase]);
  const score: number[] = [0];
  const last: (Phrase | undefined)[] = [undefined];
  for (let at = 1; at <= length; at++) {
    score[at] = score[at - 1] ?? 0;
    for (const phrase of ending.get(at) ?? []) {
      const total = (score[phrase.from] ?? 0) + at - phrase.from - COST[phrase.needs];
      if (total <= (score[at] ?? 0)) continue;
      score[at] = total;
      last[at] = phrase;
    }
  }
  const chosen: Phrase[] = [];
  for (let at = length; at > 0;) {
    const phrase = last[at];
    if (phrase) chosen.push(phrase);
    at = phrase?.from ?? at - 1;
  }
  return chosen.toReversed();
}

const isTime = ({ meaning: { is } }: Phrase): boolean => is !== "mark" && is !== "reminder";
const isDay = ({ meaning: { is } }: Phrase): boolean =>
  is === "days" || is === "repeat" || is === "part" || is === "until" || is === "since" || is === "span";

/** The phrases that need another beside them, or the end of the text, and have neither. */
function lonelyOf(text: string, chosen: readonly Phrase[]): ReadonlySet<Phrase> {
  const standing = new Set(chosen.filter((it) => it.needs === "nothing"));
  const isBeside = (left: Phrase | undefined, right: Phrase | undefined): boolean =>
    left !== undefined && right !== undefined && /^[\s,;:–-]*$/.test(text.slice(left.to, right.from));
  let grown = true;
  while (grown) {
    grown = false;
    for (const [index, phrase] of chosen.entries()) {
      if (standing.has(phrase)) continue;
      const fits = phrase.needs !== "end" && phrase.meaning.is !== "days" ? isDay : isTime;
      const near = [chosen[index - 1], chosen[index + 1]].some(
        (it, side) =>
          it !== undefined &&
          standing.has(it) &&
          (side === 0 || phrase.needs !== "afterDay") &&
          fits(it) &&
          (side === 0 ? isBeside(it, phrase) : isBeside(phrase, it)),
      );
      const isEnd = phrase.needs === "end" || (phrase.needs === "endOfDay" && [...standing].some(isDay));
      const isLast = isEnd && /^[\s.,!?]*$/.test(text.slice(phrase.to));
      if (!near && !isLast) continue;
      standing.add(phrase);
      grown = true;
    }
  }
  return new Set(chosen.filter((it) => !standing.has(it)));
}
