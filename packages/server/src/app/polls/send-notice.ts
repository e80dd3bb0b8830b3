import { hasAnswered } from "@snart/calendar/poll/poll.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { isLanguage, type Language } from "@snart/locales/language.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll, PollVoter } from "../../storage/records/polls.ts";
import type { App } from "../app.ts";
import { noticeChannels } from "../notices/notice.ts";
import { PUSH_SECONDS, SNART_NOTICE, takesNotices } from "../notices/send-notice.ts";
import type { MailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { enqueuePush } from "../push/push-subscriptions.ts";
import { ringForPoll } from "./bell.ts";
import { decidersOf } from "./deciders.ts";
import {
  enqueueReminder,
  wakefulAt,
  type Noticing,
  type OrganiserNews,
  type PollNotice,
  type VoterNews,
  POLL_MAIL,
} from "./notice.ts";
import { stateOf } from "./poll-state.ts";
import { voterLink } from "./tokens.ts";

/** What a notice of a poll says, to one person. Of the votes it holds only how many have answered, and only for whoever decides. */
export interface PollNoticeSaid {
  readonly poll: Pick<Poll, "id" | "title" | "place" | "options" | "isAllDay" | "length" | "closesAt">;
  readonly news: VoterNews | OrganiserNews;
  /** whose it is */
  readonly by: string;
  /** of the voter's own link; undefined: somebody with an account here, who is led to the app */
  readonly token: string | undefined;
  readonly answered: { readonly some: number; readonly of: number } | undefined;
  readonly timeZone: string;
}

export type PollWords = (
  said: PollNoticeSaid,
  language: Language,
) => { readonly title: string; readonly body: string; readonly subject: string; readonly mail: MailBody };

interface Reading {
  readonly poll: Poll;
  readonly owner: Principal;
  readonly voters: readonly PollVoter[];
  readonly notice: PollNotice;
}

/**
 * Sends a notice of a poll to devices and by mail, each once. It says what holds when it is sent: who has answered meanwhile is not reminded,
 * and a reminder that would come at night waits for the morning.
 */
export async function sendPollNotice(app: App, payload: unknown, words: PollWords): Promise<void> {
  const notice = payload as PollNotice;
  // A key that is not there yet is made in a transaction of its own.
  const token = notice.voterId === null ? undefined : (await voterLink(app, notice.voterId)).token;
  await app.storage.write(async (tx) => {
    const now = app.now();
    const poll = await tx.polls.byId(notice.pollId);
    const owner = poll && (await tx.principals.byId(poll.accountId));
    if (!poll || owner?.status !== "active") return;
    const reading = { poll, owner, voters: await tx.pollVoters.ofPoll(poll.id), notice };
    const voter = reading.voters.find(({ id }) => id === notice.voterId);
    if (!stillHolds(reading, voter, now)) return;
    const write = { app, tx, now };
    const awake = voter && notice.news === "reminder" ? await wakefulAt(write, voter, now) : undefined;
    if (voter && awake !== undefined) {
      if (awake < (poll.closesAt ?? Infinity)) await enqueueReminder(write, poll, voter, awake);
      return;
    }
    for (const recipient of await recipientsOf(tx, reading, voter, token)) {
      await ring(write, reading, recipient);
      await sendTo(write, reading, recipient, words);
    }
  });
}

/** What whoever decides hears is at their bell as well. */
async function ring(
  write: Noticing,
  { poll, voters, notice: { voterId, news } }: Reading,
  { person }: Recipient,
): Promise<void> {
  const isTold = news === "votes" || news === "answered" || news === "closed";
  if (voterId !== null || !isTold || !person) return;
  const answered = voters.filter((each) => hasAnswered(each, poll.options)).length;
  await ringForPoll(write, person, { pollId: poll.id, title: poll.title, news, answered, of: voters.length });
}

function stillHolds({ poll, voters, notice }: Reading, voter: PollVoter | undefined, now: Instant): boolean {
  const state = stateOf(poll, now);
  switch (notice.news) {
    case "invited":
    case "changed":
    case "voted":
    case "reopened":
      return voter !== undefined && state === "open";
    case "reminder":
      return (
        voter !== undefined &&
        state === "open" &&
        poll.closesAt === notice.closesAt &&
        voter.wantsReminders &&
        !hasAnswered(voter, poll.options)
      );
    case "cancelled":
      return voter !== undefined && state === "cancelled";
    case "votes":
      return state === "open" && voters.some((each) => !hasAnswered(each, poll.options));
    case "answered":
      return state === "open" && voters.every((each) => hasAnswered(each, poll.options));
    case "closed":
      return state === "closed" && poll.closesAt === notice.closesAt;
  }
}

interface Recipient {
  readonly person: Principal | undefined;
  readonly email: string | null;
  readonly name: string;
  readonly language: Language;
  readonly timeZone: string;
  readonly token: string | undefined;
}

async function recipientsOf(
  tx: ReadTransaction,
  { poll, notice }: Reading,
  voter: PollVoter | undefined,
  token: string | undefined,
): Promise<readonly Recipient[]> {
  if (voter?.principalId === null) {
    const { mail, name, language, timeZone } = voter;
    const known = isLanguage(language) ? language : "en-GB";
    return [{ person: undefined, email: mail === "" ? null : mail, name, language: known, timeZone, token }];
  }
  const people =
    notice.voterId === null
      ? await decidersOf(tx, poll.accountId)
      : voter
        ? await tx.principals.byIds(voter.principalId === null ? [] : [voter.principalId])
        : [];
  return people
    .filter(({ kind, status }) => kind === "person" && status === "active")
    .map((person) => ({
      person,
      email: person.email,
      name: person.displayName,
      language: person.preferences.language ?? "en-GB",
      timeZone: zoneOfPerson(person, person.preferences.timeZone === undefined ? poll.timeZone : null).id,
      token: undefined,
    }));
}

async function sendTo(
  {
    app,
    tx,
    now,
  }: { readonly app: App; readonly tx: Parameters<typeof queueMail>[0]["tx"]; readonly now: Instant },
  { poll, owner, voters, notice }: Reading,
  { person, email, name, language, timeZone, token }: Recipient,
  words: PollWords,
): Promise<void> {
  const isForOrganiser = notice.voterId === null;
  const some = voters.filter((each) => hasAnswered(each, poll.options)).length;
  const text = words(
    {
      poll,
      news: notice.news,
      by: owner.displayName,
      token,
      answered: isForOrganiser ? { some, of: voters.length } : undefined,
      timeZone,
    },
    language,
  );
  const key = [poll.id, notice.voterId ?? person?.id, notice.news, now].join(" ");
  const { push, mail } = person
    ? noticeChannels(person, isForOrganiser ? "answers" : "invitations")
    : { push: false, mail: true };
  const devices = person && push ? (await tx.push.ofPrincipal(person.id)).filter(takesNotices(now)) : [];
  for (const device of devices)
    await enqueuePush(app, tx, device, {
      dedupeKey: `${SNART_NOTICE} ${key} ${device.id}`,
      body: { "@type": SNART_NOTICE, title: text.title, body: text.body, path: `/polls/${poll.id}` },
      ttlSeconds: PUSH_SECONDS,
    });
  // Single votes go by mail only to who wishes that; what asks for something to be done reaches everybody.
  const isWanted = mail || (notice.news !== "votes" && devices.length === 0);
  if (!isWanted || email === null) return;
  await queueMail(
    { app, tx, now },
    { accountId: poll.accountId, purpose: isForOrganiser ? "poll-organiser" : POLL_MAIL, key },
    {
      to: { email, name },
      senderName: owner.displayName,
      ...(owner.email !== null &&
        !isForOrganiser && { replyTo: { email: owner.email, name: owner.displayName } }),
      language,
      subject: text.subject,
      ...text.mail,
    },
  );
}
