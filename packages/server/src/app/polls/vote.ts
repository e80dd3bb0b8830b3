import { answerTo, type GivenAnswer, type PollAnswers, type PollOption } from "@snart/calendar/poll/poll.ts";
import type { PollViewer } from "@snart/calendar/poll/see-poll.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import { isMail } from "../given-text.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PollId, PrincipalId } from "../../storage/records/ids.ts";
import type { Poll, PollVoter } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { asOne } from "../scope.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { notifyOfAll, notifyOfVotes, notifyVoter, type Noticing } from "./notice.ts";
import { isName } from "./poll-fields.ts";
import { deleteAfterOf, isAnsweredByAll, seenPoll, stateOf, type SeenPoll } from "./poll-state.ts";
import { readPollToken, voterLink } from "./tokens.ts";
import { newVoter } from "./invite-voters.ts";
import { followVoter, lockPoll } from "./voter-holds.ts";

/** What somebody answers. */
export interface Votes {
  /** by the id of the option; null takes an answer back, and what is not named stays as it was */
  readonly answers: Readonly<Record<string, GivenAnswer | null>>;
  readonly note: string;
  /** another time, where voters may suggest them */
  readonly suggestion?: Instant;
}

/** What a guest has filled in. */
export interface GuestVotes extends Votes {
  /** of somebody who comes by the public link */
  readonly name: string;
  readonly mail: string;
  readonly language: Language;
  /** IANA name */
  readonly timeZone: string;
  /** made with the form, so that one that is sent again makes no second voter */
  readonly once: string;
  readonly wantsReminders: boolean;
}

export type VoteField = "name" | "mail" | "note" | "suggestion";

/** Why nothing was written. */
export type VoteRefusal =
  | { readonly kind: "missing" }
  | { readonly kind: "wrong"; readonly fields: readonly VoteField[] }
  /** it has ended, or was decided */
  | { readonly kind: "closed" }
  | { readonly kind: "full" }
  | { readonly kind: "tooMany"; readonly retryAfter: number };

const LONGEST_NOTE = 500;
/** So far ahead can a time be suggested. */
const FARTHEST = 2 * 366 * DAY;

/** A poll as whoever has a link sees it: by the public one without votes of their own, by a voter's with them. */
export interface PollByLink extends SeenPoll {
  /** of the voter's own link, by which it was found */
  readonly voterId: string | undefined;
}

/** @returns undefined alike for a forged link, and for a poll that is gone */
export async function pollByLink(app: App, token: string): Promise<PollByLink | undefined> {
  const read = await readPollToken(app, token);
  if (!read) return undefined;
  return app.storage.read(async (tx) => {
    const { poll, voter } = await linked(tx, read);
    const viewer: PollViewer = { kind: "voter", id: voter?.id };
    const seen = poll && (await seenPoll(tx, poll, viewer, voter, app.now()));
    return seen && { ...seen, voterId: voter?.id };
  });
}

/** Work in one transaction; what is refused leaves nothing. */
const inOne = <T>(
  app: App,
  work: (write: Omit<Noticing, "now">) => Promise<Result<T, VoteRefusal>>,
): Promise<Result<T, VoteRefusal>> =>
  asOne<T, VoteRefusal>(app, [], (inside) => inside.storage.write((tx) => work({ app: inside, tx })));

async function linked(
  tx: ReadTransaction,
  { kind, hash }: { readonly kind: "poll" | "voter"; readonly hash: string },
) {
  const voter = kind === "voter" ? await tx.pollVoters.byTokenHash(hash) : undefined;
  const poll = voter ? await tx.polls.byId(voter.pollId) : await tx.polls.byTokenHash(hash);
  return { poll, voter };
}

/**
 * Takes a guest's votes: by the public link they become a new voter, by their own link only their own votes change.
 * @param network of the request, by which it is counted
 * @returns the token of their own link
 */
export async function voteByLink(
  app: App,
  token: string,
  given: GuestVotes,
  network: string,
): Promise<Result<string, VoteRefusal>> {
  const read = await readPollToken(app, token);
  if (!read) return failed({ kind: "missing" });
  const retryAfter = await spendAttempt(app, app.guestAnswers, `poll ${network}`);
  if (retryAfter > 0) return failed({ kind: "tooMany", retryAfter });
  const done = await inOne<PollVoter>(app, async ({ app: inside, tx }) => {
    const before = await linked(tx, read);
    if (!before.poll) return failed({ kind: "missing" });
    await lockPoll(tx, before.poll);
    const { poll, voter } = await linked(tx, read);
    if (!poll || (read.kind === "voter" && !voter)) return failed({ kind: "missing" });
    const write = { app: inside, tx, now: app.now() };
    const fields = wrongFields(write, poll, given, read.kind === "poll");
    if (fields.length > 0) return failed({ kind: "wrong", fields });
    const own = voter ?? (await tx.pollVoters.byOnce(poll.id, given.once));
    return own ? store(write, poll, own, withGuest(own, given)) : join(write, poll, given);
  });
  return done.ok ? ok((await voterLink(app, done.value.id)).token) : done;
}

/** What a guest says of themselves besides; who was asked keeps the name by which they were. */
const withGuest = (voter: PollVoter, { language, timeZone, mail, ...given }: GuestVotes) => ({
  ...given,
  language: voter.principalId === null ? language : voter.language,
  timeZone: ianaZone(timeZone)?.id ?? voter.timeZone,
  mail: voter.principalId === null && voter.mail === "" ? mail.trim().toLowerCase() : voter.mail,
});

async function join(write: Noticing, poll: Poll, given: GuestVotes): Promise<Result<PollVoter, VoteRefusal>> {
  const { app, tx } = write;
  if (stateOf(poll, write.now) !== "open") return failed({ kind: "closed" });
  if ((await tx.pollVoters.ofPoll(poll.id)).length >= app.limits.pollVoters) return failed({ kind: "full" });
  const voter = await newVoter(write, poll, {
    principalId: null,
    name: given.name.replace(/\s+/gu, " ").trim(),
    mail: given.mail.trim().toLowerCase(),
    language: given.language,
    timeZone: ianaZone(given.timeZone)?.id ?? poll.timeZone,
    isRequired: false,
    isInvited: false,
    once: given.once,
  });
  if ((await tx.pollVoters.insert(voter)) === "duplicate") return failed({ kind: "missing" });
  if (voter.mail !== "") await notifyVoter(write, poll, voter, "voted");
  return store(write, poll, voter, given);
}

function wrongFields(
  { app, now }: Noticing,
  poll: Poll,
  given: GuestVotes,
  isNew: boolean,
): readonly VoteField[] {
  const fields: VoteField[] = [];
  if (isNew && !isName(app, given.name.replace(/\s+/gu, " "))) fields.push("name");
  if (given.mail.trim() !== "" && !isMail(given.mail.trim())) fields.push("mail");
  if (given.note.length > LONGEST_NOTE) fields.push("note");
  if (!maySuggest(poll, given.suggestion, now)) fields.push("suggestion");
  return fields;
}

function maySuggest({ allowsSuggestions, isAllDay }: Poll, at: Instant | undefined, now: Instant): boolean {
  if (at === undefined) return true;
  const step = isAllDay ? DAY : MINUTE;
  return allowsSuggestions && Number.isSafeInteger(at) && at > now && at < now + FARTHEST && at % step === 0;
}

/**
 * Takes the votes of somebody with an account who is asked, or has joined.
 * @returns `missing` for others
 */
export function voteAsPerson(
  app: App,
  actor: Actor,
  id: PollId,
  given: Votes,
): Promise<Result<PollVoter, VoteRefusal>> {
  return inOne<PollVoter>(app, async ({ app: inside, tx }) => {
    const known = await tx.polls.byId(id);
    if (!known) return failed({ kind: "missing" });
    await lockPoll(tx, known, [actor.principalId]);
    const poll = await tx.polls.byId(id);
    const voter = await tx.pollVoters.ofPrincipal(id, actor.principalId);
    if (!poll || !voter) return failed({ kind: "missing" });
    const write = { app: inside, tx, now: app.now() };
    if (given.note.length > LONGEST_NOTE) return failed({ kind: "wrong", fields: ["note"] });
    if (!maySuggest(poll, given.suggestion, write.now))
      return failed({ kind: "wrong", fields: ["suggestion"] });
    return store(write, poll, voter, given);
  });
}

/** Lets somebody who is signed in and has a link vote beside their own calendar. A guest's own link makes that guest's votes theirs. */
export async function joinPoll(app: App, actor: Actor, token: string): Promise<Result<PollId, VoteRefusal>> {
  const read = await readPollToken(app, token);
  if (!read) return failed({ kind: "missing" });
  return inOne<PollId>(app, async ({ app: inside, tx }) => {
    const { poll, voter } = await linked(tx, read);
    if (!poll) return failed({ kind: "missing" });
    await tx.lockAccount(poll.accountId);
    const id = actor.principalId;
    if (poll.accountId === id || (await tx.pollVoters.ofPrincipal(poll.id, id))) return ok(poll.id);
    const write = { app: inside, tx, now: app.now() };
    const self = await personOf(tx, id, poll);
    if (!self) return failed({ kind: "missing" });
    if (voter && voter.principalId === null) {
      await tx.pollVoters.update(voter.id, { ...self, changedAt: write.now });
      return ok(poll.id);
    }
    if (stateOf(poll, write.now) !== "open") return failed({ kind: "closed" });
    if ((await tx.pollVoters.ofPoll(poll.id)).length >= app.limits.pollVoters)
      return failed({ kind: "full" });
    await tx.pollVoters.insert(await newVoter(write, poll, { ...self, isRequired: false, isInvited: false }));
    return ok(poll.id);
  });
}

async function personOf(tx: ReadTransaction, id: PrincipalId, poll: Poll) {
  const person = await tx.principals.byId(id);
  if (person?.kind !== "person") return undefined;
  const { language = "en-GB", timeZone } = person.preferences;
  const zone = timeZone === undefined ? poll.timeZone : zoneOfPerson(person).id;
  return { principalId: id, name: person.displayName, mail: "", language, timeZone: zone };
}

/** Stores votes of a voter in a poll that is open; the account of the poll is locked. */
async function store(
  write: Noticing,
  poll: Poll,
  voter: PollVoter,
  given: Votes & Partial<Pick<PollVoter, "language" | "timeZone" | "mail" | "wantsReminders">>,
): Promise<Result<PollVoter, VoteRefusal>> {
  const { app, tx, now } = write;
  if (stateOf(poll, now) !== "open") return failed({ kind: "closed" });
  const { suggestion } = given;
  const isKnown = suggestion === undefined || poll.options.some(({ start }) => start === suggestion);
  if (!isKnown && poll.options.length >= app.limits.pollOptions) return failed({ kind: "full" });
  const suggested: PollOption | undefined = isKnown
    ? undefined
    : { id: app.newId(), start: suggestion, suggestedBy: voter.id };
  const asked = suggested
    ? { ...poll, options: [...poll.options, suggested].toSorted((a, b) => a.start - b.start) }
    : poll;
  const own = suggested && { [suggested.id]: { answer: "yes", start: suggested.start } as const };
  const { language = voter.language, timeZone = voter.timeZone, mail = voter.mail } = given;
  const after: PollVoter = {
    ...voter,
    language,
    timeZone,
    mail,
    wantsReminders: given.wantsReminders ?? voter.wantsReminders,
    note: given.note.trim(),
    answers: { ...merged(poll, voter, given.answers), ...own },
    answeredAt: now,
    changedAt: now,
  };
  if (suggested)
    await tx.polls.update(poll.id, { options: asked.options, deleteAfter: deleteAfterOf(asked, now) });
  await tx.pollVoters.update(voter.id, after);
  // A calendar that can't be written to takes nobody's vote away.
  await followVoter(write, asked, after);
  if (voter.principalId !== poll.accountId) await notifyOfVotes(write, poll);
  const all = await tx.pollVoters.ofPoll(poll.id);
  const isAlone = all.every(({ principalId }) => principalId === poll.accountId);
  if (!isAlone && isAnsweredByAll(asked, all)) await notifyOfAll(write, asked, all);
  return ok(after);
}

/** A voter's answers with the new ones, of options that there are. *If need be* counts only where the poll asks for it. */
function merged(poll: Poll, { answers }: PollVoter, given: Votes["answers"]): PollAnswers {
  const all: Record<string, GivenAnswer> = { ...answers };
  for (const option of poll.options) {
    const one = Object.hasOwn(given, option.id) ? given[option.id] : undefined;
    if (one === undefined) continue;
    if (one === null) delete all[option.id];
    else if (one.answer !== "ifNeeded" || poll.allowsIfNeeded) all[option.id] = one;
  }
  return all;
}

/** How a voter's answer to an option stands, for pages that show it. */
export const ownAnswer = (voter: PollVoter | undefined, option: PollOption) =>
  voter && answerTo(voter, option);
