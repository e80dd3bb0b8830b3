import type { MailDeliveryRecord, ProposalRecord } from "@snart/calendar/jmap/mail.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import { fetchPeople } from "../calendars/people-api.ts";
import { SNART, jmap } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import { record } from "../read-json.ts";
import { request } from "../request.ts";

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

/**
 * Returns the addresses that would not be notified: on a server that sends no mail, everybody without a known account.
 * It returns none if that can't be found out.
 */
export async function unreachedOf(
  accountId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const nobody = new Set<string>();
  const session = await request("/jmap/session");
  if (!session.ok) return nobody;
  const own = record(record(record(session.value)["capabilities"])[SNART]);
  if (own["mailsGuests"] !== false) return nobody;
  const people = await fetchPeople(accountId);
  if (!people.ok) return nobody;
  const known = new Set(people.value.map(({ email }) => email));
  return new Set(addresses.filter((address) => !known.has(address)));
}
