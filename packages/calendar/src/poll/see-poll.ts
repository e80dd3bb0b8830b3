import type { Instant } from "../time/instant.ts";
import {
  answerTo,
  type PollAnswer,
  type PollNames,
  type PollOption,
  type PollVisibility,
  type PollVoice,
} from "./poll.ts";
import { standingOf, tallyPoll, type OptionTally } from "./tally.ts";

/** Who looks at a poll: whoever decides, or one of the voters; undefined: somebody who has not voted. */
export type PollViewer =
  | { readonly kind: "organiser" }
  | { readonly kind: "voter"; readonly id: string | undefined };

export interface NamedVoice extends PollVoice {
  readonly name: string;
  readonly note: string;
  /** somebody with an account; null or absent: a guest */
  readonly principalId?: string | null;
}

/** A voter as a viewer sees them. */
export interface SeenVoter {
  readonly id: string;
  /** undefined: who they are is not for the viewer */
  readonly name: string | undefined;
  /** of somebody with an account, where their name is for the viewer */
  readonly principalId: string | undefined;
  readonly isOwn: boolean;
  readonly isRequired: boolean;
  readonly note: string;
  /** by the id of the option; one that is missing was not answered */
  readonly answers: Readonly<Record<string, PollAnswer>>;
}

/** How many said what of an option. */
export interface SeenCount {
  readonly yes: number;
  readonly ifNeeded: number;
  readonly no: number;
}

/** What a viewer may see of the votes: everything that leaves the server goes through here. */
export interface SeenVotes {
  /** the viewer's own first */
  readonly voters: readonly SeenVoter[];
  /** by the id of the option; undefined: not for the viewer */
  readonly counts: Readonly<Record<string, SeenCount>> | undefined;
  /** the id of the best option so far (`standingOf`), of what the viewer sees; undefined: there is none, or it is not for the viewer */
  readonly best: string | undefined;
  /** how many have answered, and how many are asked; undefined: not for the viewer */
  readonly answered: { readonly some: number; readonly of: number } | undefined;
}

/**
 * What somebody may see of the votes of a poll. Whoever decides sees all; a voter what the poll says, and always their own. Where names are
 * not shown others have no id that could be followed from one look to the next, and no note, which might name them; nor does it count who is
 * needed there, as the best option would tell that one of those can't come.
 * @param now what has begun by then is not the best
 */
export function seenVotes(
  {
    options,
    visibility,
    names,
  }: {
    readonly options: readonly PollOption[];
    readonly visibility: PollVisibility;
    readonly names: PollNames;
  },
  voters: readonly NamedVoice[],
  viewer: PollViewer,
  now: Instant,
): SeenVotes {
  const isOrganiser = viewer.kind === "organiser";
  const ownId = viewer.kind === "voter" ? viewer.id : undefined;
  const own = voters.filter(({ id }) => id === ownId);
  const others = voters.filter(({ id }) => id !== ownId);
  const sees = isOrganiser ? "all" : visibility;
  const hasNames = isOrganiser || names === "shown";
  const mine = own.map((voter) => ({ ...seen(voter, options), isOwn: true }));
  const theirs = sees === "all" ? others.map((voter) => ({ ...seen(voter, options), isOwn: false })) : [];
  const showsNeeded = sees === "all" && hasNames;
  const counted = showsNeeded ? voters : voters.map((voter) => ({ ...voter, isRequired: false }));
  const tallies = sees === "mine" ? undefined : tallyPoll(options, counted);
  return {
    voters: [...mine, ...(hasNames ? theirs : withoutNames(theirs))],
    counts: tallies && countsOf(tallies),
    best: tallies && standingOf(tallies, now)?.best.option.id,
    answered:
      sees === "mine"
        ? undefined
        : { some: voters.filter((voter) => isHeard(voter, options)).length, of: voters.length },
  };
}

const isHeard = (voter: PollVoice, options: readonly PollOption[]): boolean =>
  options.some((option) => answerTo(voter, option) !== undefined);

function seen(
  { id, name, principalId, isRequired, note, ...voice }: NamedVoice,
  options: readonly PollOption[],
) {
  const answers: Record<string, PollAnswer> = {};
  for (const option of options) {
    const answer = answerTo(voice, option);
    if (answer !== undefined) answers[option.id] = answer;
  }
  return { id, name, principalId: principalId ?? undefined, isRequired, note, answers };
}

/** In an order that tells nobody apart: by what they said. */
function withoutNames(voters: readonly SeenVoter[]): readonly SeenVoter[] {
  const key = ({ answers }: SeenVoter): string => JSON.stringify(answers);
  return voters
    .filter(({ answers }) => Object.keys(answers).length > 0)
    .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
    .map((voter, at) => ({
      ...voter,
      id: `other-${at + 1}`,
      name: undefined,
      principalId: undefined,
      isRequired: false,
      note: "",
    }));
}

const countsOf = (tallies: readonly OptionTally[]): Readonly<Record<string, SeenCount>> =>
  Object.fromEntries(
    tallies.map(({ option, yes, ifNeeded, no }) => [
      option.id,
      { yes: yes.length, ifNeeded: ifNeeded.length, no: no.length },
    ]),
  );
