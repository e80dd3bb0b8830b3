import { pollReminders } from "@snart/calendar/poll/poll-times.ts";
import { HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { PollId, PollVoterId } from "../../storage/records/ids.ts";
import type { Poll, PollVoter } from "../../storage/records/polls.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import type { WriteScope } from "../scope.ts";

/** The kind of outbox messages about a poll. */
export const POLL_NOTICE = "poll";

/** The purpose of mails to voters. */
export const POLL_MAIL = "poll";

/**
 * What a voter hears: that they are asked, are still asked, are asked anew, where their votes are, that a decision was taken back, and that
 * it was called off.
 */
export type VoterNews = "invited" | "reminder" | "changed" | "voted" | "reopened" | "cancelled";

/** What whoever decides hears: that somebody, or everybody, has answered, and that the poll has closed. */
export type OrganiserNews = "votes" | "answered" | "closed";

export interface PollNotice {
  readonly pollId: PollId;
  /** null: it is for whoever decides */
  readonly voterId: PollVoterId | null;
  readonly news: VoterNews | OrganiserNews;
  /** of a reminder and of the end: which end of the poll it is about */
  readonly closesAt: Instant | null;
}

export type Noticing = Pick<WriteScope, "app" | "tx" | "now">;

/** Votes that come within this are told of together. */
const TOGETHER = 15 * MINUTE;

async function enqueue(
  { app, tx, now }: Noticing,
  { accountId }: Pick<Poll, "accountId">,
  notice: PollNotice,
  key: string,
  availableAt: Instant = now,
): Promise<void> {
  const { pollId, voterId, news } = notice;
  await tx.queues.enqueue({
    id: app.newId(),
    accountId,
    kind: POLL_NOTICE,
    dedupeKey: ["poll", pollId, voterId ?? "organiser", news, key].join(" "),
    payload: notice,
    createdAt: now,
    availableAt,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}

/** Tells a voter, in the transaction of its cause. */
export const notifyVoter = (
  write: Noticing,
  poll: Poll,
  { id: voterId }: Pick<PollVoter, "id">,
  news: Exclude<VoterNews, "reminder">,
): Promise<void> =>
  enqueue(write, poll, { pollId: poll.id, voterId, news, closesAt: poll.closesAt }, `${write.now}`);

/** Tells whoever decides that somebody has answered; several who answer soon after each other are one notice. */
export async function notifyOfVotes(write: Noticing, poll: Poll): Promise<void> {
  const round = Math.floor(write.now / TOGETHER);
  const notice = { pollId: poll.id, voterId: null, news: "votes", closesAt: poll.closesAt } as const;
  await enqueue(write, poll, notice, `${round}`, (round + 1) * TOGETHER);
}

/** Tells whoever decides that everybody has answered: once for the same people and times. */
export async function notifyOfAll(write: Noticing, poll: Poll, voters: readonly PollVoter[]): Promise<void> {
  const times = poll.options.map(({ id, start }) => `${id}@${start}`).join();
  const notice = { pollId: poll.id, voterId: null, news: "answered", closesAt: poll.closesAt } as const;
  await enqueue(write, poll, notice, `${voters.length} ${times}`.slice(0, 400));
}

/** The end of a poll will be told to whoever decides. */
export async function scheduleEnd(write: Noticing, poll: Poll): Promise<void> {
  if (poll.closesAt === null || poll.closesAt <= write.now) return;
  const notice = { pollId: poll.id, voterId: null, news: "closed", closesAt: poll.closesAt } as const;
  await enqueue(write, poll, notice, `${poll.closesAt}`, poll.closesAt);
}

/** Reminds somebody should they be silent by then; whether they are is looked at when the moment has come. Never at night. */
export async function scheduleReminders(write: Noticing, poll: Poll, voter: PollVoter): Promise<void> {
  for (const at of pollReminders(write.now, poll.closesAt)) {
    const awake = (await wakefulAt(write, voter, at)) ?? at;
    if (poll.closesAt !== null && awake < poll.closesAt) await enqueueReminder(write, poll, voter, awake);
  }
}

/** A reminder at a moment. */
export const enqueueReminder = (
  write: Noticing,
  poll: Poll,
  { id: voterId }: Pick<PollVoter, "id">,
  at: Instant,
): Promise<void> =>
  enqueue(
    write,
    poll,
    { pollId: poll.id, voterId, news: "reminder", closesAt: poll.closesAt },
    `${poll.closesAt} ${Math.floor(at / HOUR)}`,
    at,
  );

/** When people sleep who have not said so. */
const NIGHT = { from: "22:00", to: "07:00" };

/** The end of the night or of the quiet hours in which a moment is for a voter; undefined: it is in none. */
export async function wakefulAt(
  { tx }: Pick<Noticing, "tx">,
  { principalId, timeZone }: Pick<PollVoter, "principalId" | "timeZone">,
  at: Instant,
): Promise<Instant | undefined> {
  const person = principalId === null ? undefined : await tx.principals.byId(principalId);
  const zone = ianaZone(person?.preferences.timeZone ?? timeZone) ?? UTC;
  return quietUntil(at, person?.preferences.quietHours ?? NIGHT, zone);
}
