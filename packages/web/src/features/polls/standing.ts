import type { PollOptionRecord, PollRecord, PollVoterRecord } from "@snart/calendar/jmap/poll.ts";
import type { PollOption } from "@snart/calendar/poll/poll.ts";
import { standingOf, tallyAnswers, type OptionTally } from "@snart/calendar/poll/tally.ts";

/** The best option so far with why, as whoever decides reads it; times are ms UTC. */
export interface Standing {
  readonly best: Told;
  readonly next: Told | undefined;
}

/** What is said of one option. */
export interface Told {
  readonly id: string;
  readonly start: number;
  readonly yes: number;
  readonly ifNeeded: number;
  readonly silent: number;
  /** names of those who can't come */
  readonly cannot: readonly string[];
  /** names of those who are needed: who can come, and who can't */
  readonly neededYes: readonly string[];
  readonly neededNo: readonly string[];
}

export const startOf = ({ start }: Pick<PollOptionRecord, "start">): number => Date.parse(start);

const ANSWERED: Readonly<Record<string, true>> = { yes: true, ifNeeded: true };

/** @returns undefined while nobody could come to any, and for who may not see the votes */
export function standing({ options, voters }: PollRecord, now: number): Standing | undefined {
  const asked = options.map(({ id, start }): PollOption => ({ id, start: Date.parse(start) }));
  const tallies = tallyAnswers(asked, voters, ({ answers }, { id }) => answers[id]);
  const found = standingOf(tallies, now);
  if (!found) return undefined;
  const told = (tally: OptionTally): Told => toldOf(tally, voters);
  return { best: told(found.best), next: found.next && told(found.next) };
}

function toldOf(
  { option, yes, ifNeeded, no, silent }: OptionTally,
  voters: readonly PollVoterRecord[],
): Told {
  const nameOf = (id: string): string => voters.find((voter) => voter.id === id)?.name ?? "";
  const needed = voters.filter(({ isRequired }) => isRequired);
  const answerOf = ({ answers }: PollVoterRecord): string => answers[option.id] ?? "";
  return {
    id: option.id,
    start: option.start,
    yes: yes.length,
    ifNeeded: ifNeeded.length,
    silent: silent.length,
    cannot: no.map(nameOf),
    neededYes: needed.filter((voter) => ANSWERED[answerOf(voter)]).map(({ name }) => name ?? ""),
    neededNo: needed.filter((voter) => answerOf(voter) === "no").map(({ name }) => name ?? ""),
  };
}
