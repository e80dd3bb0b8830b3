import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import type { GivenVoter, PollFields } from "../../app/polls/poll-fields.ts";
import { createPoll } from "../../app/polls/polls.ts";
import { pollLink } from "../../app/polls/tokens.ts";
import type { GuestVotes } from "../../app/polls/vote.ts";
import type { Poll, PrincipalId } from "../../app/types.ts";
import { HALF_HOUR, MONDAY_NINE } from "./open-page.ts";

export const HOUR = 2 * HALF_HOUR;

/** Three times on a Monday, an hour long, without an end. */
export const pollFields = (fields: Partial<PollFields> = {}): PollFields => ({
  title: "Luciafika?",
  description: "Med lussekatter",
  place: "Föreningslokalen",
  isAllDay: false,
  length: HOUR,
  timeZone: "Europe/Stockholm",
  options: [0, 2, 4].map((hours) => ({ start: MONDAY_NINE + hours * HOUR })),
  closesAt: null,
  visibility: "all",
  names: "shown",
  allowsIfNeeded: true,
  allowsSuggestions: false,
  holdsOptions: false,
  roomId: null,
  ...fields,
});

/** Makes a poll. @returns it with the token of its public link */
export async function makePoll(
  app: App,
  actor: Actor,
  fields: Partial<PollFields> = {},
  voters: readonly GivenVoter[] = [],
  accountId: PrincipalId = actor.principalId,
): Promise<{ readonly poll: Poll; readonly token: string }> {
  const made = await createPoll(app, actor, accountId, pollFields(fields), voters);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return { poll: made.value, token: (await pollLink(app, made.value.id)).token };
}

let forms = 0;

/** What a guest sends; every form is another one. @param said one letter an option: y, i, n, or a dot for nothing */
export function guestVotes(
  { options }: Pick<Poll, "options">,
  said: string,
  fields: Partial<GuestVotes> = {},
): GuestVotes {
  const words = { y: "yes", i: "ifNeeded", n: "no" } as const;
  const answers = options.flatMap(({ id, start }, at) => {
    const answer = words[said[at] as keyof typeof words];
    return answer ? [[id, { answer, start }] as const] : [];
  });
  forms += 1;
  return {
    answers: Object.fromEntries(answers),
    note: "",
    name: `Guest ${forms}`,
    mail: `guest-${forms}@example.org`,
    language: "sv",
    timeZone: "Europe/Stockholm",
    once: `form-${forms}`,
    wantsReminders: true,
    ...fields,
  };
}
