import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import type { PollAnswer } from "@snart/calendar/poll/poll.ts";
import { csvText } from "../../../ui/save-file.ts";

/** The words of the file, in the reader's language. */
export interface VotesCsvWords {
  readonly who: string;
  readonly note: string;
  readonly canCome: string;
  /** a time of the poll */
  readonly when: (start: number) => string;
  readonly answer: (answer: PollAnswer) => string;
  /** somebody whose name is not for the reader */
  readonly somebody: (number: number) => string;
}

/** The votes of a poll as a file, of those whom its reader sees: a row each, a column a time, and how many can come. */
export function votesCsv({ options, voters }: PollRecord, words: VotesCsvWords): string {
  const head = [words.who, ...options.map(({ start }) => words.when(Date.parse(start))), words.note];
  const rows = voters.map(({ name, answers, note }, at) => [
    name ?? words.somebody(at + 1),
    ...options.map(({ id }) => {
      const answer = answers[id];
      return answer === undefined ? "" : words.answer(answer);
    }),
    note,
  ]);
  const hasCounts = options.some(({ counts }) => counts !== null);
  const sums = [words.canCome, ...options.map(({ counts }) => `${counts?.yes ?? 0}`), ""];
  return csvText([head, ...rows, ...(hasCounts ? [sums] : [])]);
}
