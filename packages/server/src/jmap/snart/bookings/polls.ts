import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { GivenAnswer } from "@snart/calendar/poll/poll.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import * as v from "valibot";
import { finalisePoll } from "../../../app/polls/finalise-poll.ts";
import type { GivenVoter, PollFields } from "../../../app/polls/poll-fields.ts";
import type { SeenPoll } from "../../../app/polls/poll-state.ts";
import { createPoll, listPolls, publicPollToken, removePoll, updatePoll } from "../../../app/polls/polls.ts";
import { reopenPoll } from "../../../app/polls/reopen-poll.ts";
import { restorePollVoter } from "../../../app/polls/restore-voter.ts";
import { invitePollVoters, remindSilent, removePollVoter } from "../../../app/polls/voters.ts";
import { holdTimesAsVoter } from "../../../app/polls/voter-holds.ts";
import { joinPoll, voteAsPerson, type VoteRefusal } from "../../../app/polls/vote.ts";
import type { Problem } from "../../../app/problems.ts";
import type { PollId, PollVoterId, PrincipalId } from "../../../app/types.ts";
import { accountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, text, utcDate } from "../../standard/arguments.ts";
import { recordType } from "../../standard/record-type.ts";
import { NOT_FOUND, readInput } from "../../standard/set-method.ts";
import type { PropertiesOf } from "../../standard/source.ts";
import { SNART } from "../../wire/capabilities.ts";

type Item = SeenPoll & { readonly id: string };

const itemOf = (seen: SeenPoll): Item => ({ ...seen, id: seen.poll.id });

const properties: PropertiesOf<Item, PollRecord> = {
  id: ({ poll }) => poll.id,
  title: ({ poll }) => poll.title,
  description: ({ poll }) => poll.description,
  place: ({ poll }) => poll.place,
  isAllDay: ({ poll }) => poll.isAllDay,
  minutes: ({ poll }) => poll.length / MINUTE,
  timeZone: ({ poll }) => poll.timeZone,
  options: ({ poll, votes, roomHeldUntil: held }) =>
    poll.options.map((option) => ({
      id: option.id,
      start: formatUtcDateTime(option.start),
      counts: votes.counts?.[option.id] ?? null,
      roomHeldUntil: held[option.id] === undefined ? null : formatUtcDateTime(held[option.id] ?? 0),
    })),
  closesAt: ({ poll }) => (poll.closesAt === null ? null : formatUtcDateTime(poll.closesAt)),
  visibility: ({ poll }) => poll.visibility,
  names: ({ poll }) => poll.names,
  allowsIfNeeded: ({ poll }) => poll.allowsIfNeeded,
  allowsSuggestions: ({ poll }) => poll.allowsSuggestions,
  holdsOptions: ({ poll }) => poll.holdsOptions,
  holdsTimes: ({ own }) => own?.holdsTimes ?? false,
  timesNotHeld: ({ missedHolds }) => missedHolds,
  roomId: ({ poll }) => poll.roomId,
  state: ({ state }) => state,
  chosenId: ({ poll }) => poll.chosenId,
  eventId: ({ poll, isOrganiser }) => (isOrganiser ? poll.objectId : null),
  ownerName: ({ owner }) => owner.displayName,
  isOrganizer: ({ isOrganiser }) => isOrganiser,
  voters: ({ votes }) =>
    votes.voters.map(({ name, principalId, ...voter }) => ({
      ...voter,
      name: name ?? null,
      principalId: name === undefined ? null : (principalId ?? null),
    })),
  answered: ({ votes }) => votes.answered ?? null,
  createdAt: ({ poll }) => formatUtcDateTime(poll.createdAt),
  deleteAfter: ({ poll }) => formatUtcDateTime(poll.deleteAfter),
};

const moment = v.pipe(
  utcDate,
  v.transform((given) => parseUtcDateTime(given) ?? NaN),
);
/** One that was read may come back as it is: its counts are the server's. */
const option = v.pipe(
  v.strictObject({
    id: v.exactOptional(text),
    start: moment,
    counts: v.exactOptional(v.unknown()),
    roomHeldUntil: v.exactOptional(v.unknown()),
  }),
  v.transform(({ id: known, start }) => ({ start, ...(known !== undefined && { id: known }) })),
);
const voter = v.pipe(
  v.strictObject({
    principalId: v.exactOptional(id),
    mail: v.exactOptional(text),
    name: v.exactOptional(text),
    isRequired: v.optional(v.boolean(), false),
  }),
  v.transform((given): GivenVoter => given as GivenVoter),
);
const visibility = v.picklist(["all", "counts", "mine"]);
const names = v.picklist(["shown", "organiserOnly"]);
const room = v.pipe(
  v.nullable(id),
  v.transform((given) => given as PrincipalId | null),
);
const newPoll = v.strictObject({
  title: text,
  description: v.optional(text, ""),
  place: v.optional(text, ""),
  isAllDay: v.optional(v.boolean(), false),
  minutes: v.number(),
  timeZone: text,
  options: v.array(option),
  closesAt: v.optional(v.nullable(moment), null),
  visibility: v.optional(visibility, "all"),
  names: v.optional(names, "shown"),
  allowsIfNeeded: v.optional(v.boolean(), true),
  allowsSuggestions: v.optional(v.boolean(), false),
  holdsOptions: v.optional(v.boolean(), false),
  roomId: v.optional(room, null),
  voters: v.optional(v.array(voter), []),
});
const changes = v.strictObject({
  title: v.exactOptional(text),
  description: v.exactOptional(text),
  place: v.exactOptional(text),
  isAllDay: v.exactOptional(v.boolean()),
  minutes: v.exactOptional(v.number()),
  timeZone: v.exactOptional(text),
  options: v.exactOptional(v.array(option)),
  closesAt: v.exactOptional(v.nullable(moment)),
  visibility: v.exactOptional(visibility),
  names: v.exactOptional(names),
  allowsIfNeeded: v.exactOptional(v.boolean()),
  allowsSuggestions: v.exactOptional(v.boolean()),
  holdsOptions: v.exactOptional(v.boolean()),
  roomId: v.exactOptional(room),
  state: v.exactOptional(v.picklist(["open", "closed", "cancelled"])),
});

/** What is refused to a voter with an account. */
function problemOf(refusal: VoteRefusal): Problem {
  switch (refusal.kind) {
    case "missing":
      return { code: "not-found" };
    case "wrong":
      return { code: "invalid-value", field: refusal.fields[0] ?? "", detail: "too long, or no such time" };
    case "closed":
      return { code: "poll-closed" };
    case "full":
      return { code: "invalid-value", field: "suggestion", detail: "the poll has as many as it takes" };
    case "tooMany":
      return { code: "too-many-requests", retryAfter: refusal.retryAfter };
  }
}

const answer = v.nullable(v.picklist(["yes", "ifNeeded", "no"]));

/**
 * Poll (urn:snart:jmap): the polls of an account, and those of others in which its person is asked. What is not for the reader to see of the
 * votes is not in it.
 */
export const polls = recordType<Item>({
  name: "Poll",
  capability: SNART,
  properties,
  changes: "whole",
  read: async ({ app, actor }, account) => {
    const found = await listPolls(app, actor, account.id);
    // Of an account of which one only sees calendars there are none.
    return ok({ items: found.ok ? found.value.map(itemOf) : [] });
  },
  set: {
    async create({ app, actor, account }, given) {
      const input = readInput(newPoll, given);
      if (!input.ok) return input;
      const { voters, minutes, ...fields } = input.value;
      const poll: PollFields = { ...fields, length: minutes * MINUTE };
      const made = await createPoll(app, actor, account.id, poll, voters);
      return made.ok ? ok({ id: made.value.id }) : made;
    },
    async update({ app, actor, known }, pollId, patch) {
      if (!known.has(pollId)) return NOT_FOUND;
      const input = readInput(changes, patch);
      if (!input.ok) return input;
      const { minutes, ...others } = input.value;
      const changed = { ...others, ...(minutes !== undefined && { length: minutes * MINUTE }) };
      const done = await updatePoll(app, actor, pollId as PollId, changed);
      return done.ok ? ok(undefined) : done;
    },
    destroy: async ({ app, actor, known }, pollId) =>
      known.has(pollId) ? removePoll(app, actor, pollId as PollId) : NOT_FOUND,
  },
  methods: {
    link: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id }),
      async ({ app, actor }, account, { id: pollId }) => {
        const found = await listPolls(app, actor, account.id);
        const own =
          found.ok && found.value.some(({ poll, isOrganiser }) => isOrganiser && poll.id === pollId);
        if (!own) return failed(methodErrorOf({ code: "not-found" }));
        return ok({ accountId: account.id, path: `/p/${await publicPollToken(app, pollId as PollId)}` });
      },
    ),
    join: accountMethod(
      SNART,
      v.strictObject({ accountId: id, token: text }),
      async ({ app, actor }, account, { token }) => {
        const done = await joinPoll(app, actor, token);
        return done.ok
          ? ok({ accountId: account.id, id: done.value })
          : failed(methodErrorOf(problemOf(done.problem)));
      },
    ),
    vote: accountMethod(
      SNART,
      v.strictObject({
        accountId: id,
        id,
        answers: v.optional(v.record(text, v.nullable(v.strictObject({ answer, start: moment }))), {}),
        note: v.optional(text, ""),
        suggestion: v.exactOptional(moment),
      }),
      async ({ app, actor }, account, { id: pollId, answers, note, suggestion }) => {
        const given = Object.entries(answers).map(([optionId, said]): [string, GivenAnswer | null] => [
          optionId,
          said && said.answer !== null ? { answer: said.answer, start: said.start } : null,
        ]);
        const votes = {
          answers: Object.fromEntries(given),
          note,
          ...(suggestion !== undefined && { suggestion }),
        };
        const done = await voteAsPerson(app, actor, pollId as PollId, votes);
        return done.ok
          ? ok({ accountId: account.id, id: pollId })
          : failed(methodErrorOf(problemOf(done.problem)));
      },
    ),
    holdTimes: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, holdsTimes: v.boolean() }),
      async ({ app, actor }, account, { id: pollId, holdsTimes }) => {
        const done = await holdTimesAsVoter(app, actor, pollId as PollId, holdsTimes);
        return done.ok ? ok({ accountId: account.id, id: pollId }) : failed(methodErrorOf(done.problem));
      },
    ),
    finalize: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, optionId: id }),
      async ({ app, actor }, account, { id: pollId, optionId }) => {
        const done = await finalisePoll(app, actor, pollId as PollId, optionId);
        if (!done.ok) return failed(methodErrorOf(done.problem));
        const { chosenId, objectId } = done.value;
        return ok({ accountId: account.id, id: pollId, chosenId, eventId: objectId });
      },
    ),
    reopen: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id }),
      async ({ app, actor }, account, { id: pollId }) => {
        const done = await reopenPoll(app, actor, pollId as PollId);
        return done.ok ? ok({ accountId: account.id, id: pollId }) : failed(methodErrorOf(done.problem));
      },
    ),
    invite: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, voters: v.array(voter) }),
      async ({ app, actor }, account, { id: pollId, voters }) => {
        const done = await invitePollVoters(app, actor, pollId as PollId, voters);
        return done.ok ? ok({ accountId: account.id, id: pollId }) : failed(methodErrorOf(done.problem));
      },
    ),
    removeVoter: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, voterId: id }),
      async ({ app, actor }, account, { id: pollId, voterId }) => {
        const done = await removePollVoter(app, actor, pollId as PollId, voterId as PollVoterId);
        return done.ok
          ? ok({ accountId: account.id, id: pollId, undo: done.value })
          : failed(methodErrorOf(done.problem));
      },
    ),
    restoreVoter: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id, undo: text }),
      async ({ app, actor }, account, { id: pollId, undo }) => {
        const done = await restorePollVoter(app, actor, pollId as PollId, undo);
        return done.ok ? ok({ accountId: account.id, id: pollId }) : failed(methodErrorOf(done.problem));
      },
    ),
    remind: accountMethod(
      SNART,
      v.strictObject({ accountId: id, id }),
      async ({ app, actor }, account, { id: pollId }) => {
        const done = await remindSilent(app, actor, pollId as PollId);
        return done.ok
          ? ok({ accountId: account.id, id: pollId, reminded: done.value })
          : failed(methodErrorOf(done.problem));
      },
    ),
  },
});
