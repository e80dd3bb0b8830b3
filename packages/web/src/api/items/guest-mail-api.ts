import type { MailDeliveryRecord, ProposalRecord } from "@snart/calendar/jmap/mail.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";

export interface GuestMail {
  /** the newest message to each guest */
  readonly deliveries: readonly MailDeliveryRecord[];
  readonly proposals: readonly ProposalRecord[];
}

/** Returns the latest mail to each guest of an event, and the times that the guests propose. */
export async function fetchGuestMail(accountId: string, eventId: string): Asked<GuestMail> {
  const answers = await jmap.call([
    ["MailDelivery/get", { accountId, eventId }, "mail"],
    ["Proposal/get", { accountId, ids: null }, "proposals"],
  ]);
  if (!answers.ok) return answers;
  const mail = answers.value.list<"MailDelivery">("mail");
  if (!mail.ok) return mail;
  const proposed = answers.value.list<"Proposal">("proposals");
  if (!proposed.ok) return proposed;
  const byRecipient = Map.groupBy(mail.value, ({ recipient }) => recipient);
  return ok({
    deliveries: [...byRecipient.values()].flatMap(([newest]) => newest ?? []),
    proposals: proposed.value.filter((one) => one.eventId === eventId),
  });
}

/** Returns every proposal that waits for this person's answer. */
export const fetchProposals = (accountId: string): Asked<readonly ProposalRecord[]> =>
  jmap.get("Proposal", accountId);

/** Returns the name of the guest who proposes a time, or else their address. */
export const proposerOf = ({ proposerName, proposerAddress }: ProposalRecord): string =>
  proposerName || proposerAddress.replace(/^mailto:/i, "");

/** Accepts a proposed time and notifies all guests, or declines it and notifies the one (RFC 5546 §3.2.7, §3.2.8). */
export const answerProposal = (
  accountId: string,
  proposalId: string,
  isAccepted: boolean,
): Promise<Result<unknown, ApiProblem>> =>
  jmap.callOne("Proposal/answer", { accountId, proposalId, isAccepted });

/** A time to propose; times are ms UTC, those of whole days from midnight to midnight in UTC. */
interface TimeToPropose {
  /** of the event, or of one occurrence */
  readonly eventId: string;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  readonly note: string;
}

/** Proposes another time to an event's organizer (RFC 5546 §3.2.7). */
export const proposeTime = (
  accountId: string,
  { eventId, start, end, isAllDay, note }: TimeToPropose,
): Promise<Result<unknown, ApiProblem>> =>
  jmap.callOne("Proposal/send", {
    accountId,
    eventId,
    utcStart: utcText(start),
    utcEnd: utcText(end),
    isAllDay,
    note: note === "" ? null : note,
  });

const utcText = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");

/** Why a guest would not be notified: the account is closed, there is no mail, or it is no such address. */
export type Unreachable = "closedAccount" | "noMail" | "noAddress";

/** Returns the mail addresses that would not be notified, and why. It returns none if that can't be found out. */
export async function unreachedOf(
  accountId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Unreachable>> {
  const wholes = new Map(addresses.map((address) => [wholeAddress(address), address]));
  const given = await jmap.callOne<{ readonly unreachable: Readonly<Record<string, Unreachable>> }>(
    "MailDelivery/foresee",
    { accountId, addresses: [...wholes.keys()] },
  );
  if (!given.ok) return new Map();
  return new Map(
    Object.entries(given.value.unreachable).map(([whole, why]) => [wholes.get(whole) ?? whole, why]),
  );
}

/** Returns the calendar user address of a mail address; one that is of another kind stays. */
const wholeAddress = (address: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `mailto:${address}`;
