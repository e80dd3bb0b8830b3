import type { Instant } from "../time/instant.ts";
import { answerTo, type PollAnswer, type PollOption, type PollVoice } from "./poll.ts";

/** Who said what of one option, by their ids. */
export interface OptionTally {
  readonly option: PollOption;
  readonly yes: readonly string[];
  readonly ifNeeded: readonly string[];
  readonly no: readonly string[];
  /** those who have not answered about it; they have not said no */
  readonly silent: readonly string[];
  /** those without whom it can hardly take place, and who said no */
  readonly requiredNo: readonly string[];
}

/** Counts the answers to every option as it is now, in the order of their times. Takes time proportional to options × voices. */
export const tallyPoll = (
  options: readonly PollOption[],
  voices: readonly PollVoice[],
): readonly OptionTally[] => tallyAnswers(options, voices, answerTo);

/** Counts as {@link tallyPoll} does, what `answerOf` says that somebody answered; undefined: nothing. */
export function tallyAnswers<Voice extends Pick<PollVoice, "id" | "isRequired">>(
  options: readonly PollOption[],
  voices: readonly Voice[],
  answerOf: (voice: Voice, option: PollOption) => PollAnswer | undefined,
): readonly OptionTally[] {
  const inOrder = options.toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  return inOrder.map((option) => {
    const said = {
      yes: [] as string[],
      ifNeeded: [] as string[],
      no: [] as string[],
      silent: [] as string[],
    };
    const requiredNo: string[] = [];
    for (const voice of voices) {
      const answer = answerOf(voice, option);
      said[answer ?? "silent"].push(voice.id);
      if (answer === "no" && voice.isRequired) requiredNo.push(voice.id);
    }
    return { option, ...said, requiredNo };
  });
}

/** The best option, and what it is better than. */
export interface PollStanding {
  readonly best: OptionTally;
  /** undefined: nothing else can be chosen, or nobody could come */
  readonly next: OptionTally | undefined;
}

/**
 * The best option so far: the one that the fewest of those say no to without whom it can hardly take place, then the one with most yes, then
 * most *if need be*, then the earliest.
 * @param now what has begun by then is not to be had any more
 * @returns undefined while nobody could come to any
 */
export function standingOf(tallies: readonly OptionTally[], now: Instant): PollStanding | undefined {
  const [best, next] = tallies
    .filter(({ option, yes, ifNeeded }) => option.start > now && yes.length + ifNeeded.length > 0)
    .toSorted(betterFirst);
  return best && { best, next };
}

function betterFirst(a: OptionTally, b: OptionTally): number {
  return (
    a.requiredNo.length - b.requiredNo.length ||
    b.yes.length - a.yes.length ||
    b.ifNeeded.length - a.ifNeeded.length ||
    a.option.start - b.option.start ||
    (a.option.id < b.option.id ? -1 : 1)
  );
}
