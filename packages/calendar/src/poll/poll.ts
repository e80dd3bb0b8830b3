import type { Instant } from "../time/instant.ts";

/** So many times of a poll are held in a voter's calendar, the first that they can come to. */
export const MOST_TIMES_HELD = 20;

/** What a voter says of one option; unanswered is none of these, and never a no. */
export type PollAnswer = "yes" | "ifNeeded" | "no";

/** One of the times that a poll asks about. Its id stays when its time changes. */
export interface PollOption {
  readonly id: string;
  /** ms UTC; of whole days: 00:00 UTC of the first one */
  readonly start: Instant;
  /** The voter who suggested it; absent: whoever made the poll did. */
  readonly suggestedBy?: string;
}

/** An answer with the time that it was given for: it counts while its option is at that time, and is kept whatever becomes of it. */
export interface GivenAnswer {
  readonly answer: PollAnswer;
  readonly start: Instant;
}

/** By the id of the option. */
export type PollAnswers = Readonly<Record<string, GivenAnswer>>;

/** One who votes, or is asked to. */
export interface PollVoice {
  readonly id: string;
  readonly answers: PollAnswers;
  /** It can hardly take place without them. */
  readonly isRequired: boolean;
}

/** What everybody may see of the votes: every vote, only how many, or their own alone. */
export type PollVisibility = "all" | "counts" | "mine";

/** Whether the voters learn who else votes. */
export type PollNames = "shown" | "organiserOnly";

export type PollState = "open" | "closed" | "scheduled" | "cancelled";

/** The answer that counts for an option at its present time; undefined: there is none. */
export function answerTo(
  { answers }: Pick<PollVoice, "answers">,
  option: PollOption,
): PollAnswer | undefined {
  const given = Object.hasOwn(answers, option.id) ? answers[option.id] : undefined;
  return given?.start === option.start ? given.answer : undefined;
}

/** Whether somebody has answered at least one of the options as they are now. */
export const hasAnswered = (voice: Pick<PollVoice, "answers">, options: readonly PollOption[]): boolean =>
  options.some((option) => answerTo(voice, option) !== undefined);

/** Whether somebody was asked about times that have changed since they answered. */
export const isAskedAnew = (
  { answers }: Pick<PollVoice, "answers">,
  options: readonly PollOption[],
): boolean =>
  options.some(({ id, start }) => {
    const given = Object.hasOwn(answers, id) ? answers[id] : undefined;
    return given !== undefined && given.start !== start;
  });
