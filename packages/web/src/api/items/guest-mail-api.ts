import { ok, type Result } from "@snart/calendar/result.ts";
import { SNART, jmap, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { fetchPeople } from "../calendars/people-api.ts";
import { isRecord, request } from "../request.ts";

/** What became of the newest mail to a guest without an account. */
export interface GuestDelivery {
  readonly recipient: string;
  readonly state: "queued" | "sent" | "answered" | "bounced" | "failed";
  /** what the other side said when it did not go well */
  readonly detail: string;
}

/** Another time that a guest proposes. */
export interface Proposal {
  readonly id: string;
  readonly eventId: string;
  readonly name: string;
  /** ms UTC */
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  /** to take it over moves every event of a series */
  readonly movesSeries: boolean;
  readonly note: string;
}

export interface GuestMail {
  readonly deliveries: readonly GuestDelivery[];
  readonly proposals: readonly Proposal[];
}

const STATES = ["queued", "sent", "answered", "bounced", "failed"] as const;
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const records = (value: unknown): readonly JmapRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** What the guests of an event were sent by mail, the newest to each, and the times that they propose instead. */
export async function fetchGuestMail(
  accountId: string,
  eventId: string,
): Promise<Result<GuestMail, ApiProblem>> {
  const answers = await jmap.call([
    ["MailDelivery/get", { accountId, eventId }, "mail"],
    ["Proposal/get", { accountId, ids: null }, "proposals"],
  ]);
  if (!answers.ok) return answers;
  const mail = answers.value.of("mail");
  if (!mail.ok) return mail;
  const proposed = answers.value.of("proposals");
  if (!proposed.ok) return proposed;
  const newest = new Map<string, GuestDelivery>();
  for (const it of records(mail.value["list"])) {
    const recipient = text(it["recipient"]);
    const state = STATES.find((one) => one === it["state"]) ?? "queued";
    if (!newest.has(recipient)) newest.set(recipient, { recipient, state, detail: text(it["detail"]) });
  }
  const proposals = records(proposed.value["list"]).map(proposalOf);
  return ok({
    deliveries: [...newest.values()],
    proposals: proposals.filter((one) => one.eventId === eventId),
  });
}

/** Every other time that waits for this person's answer. */
export async function fetchProposals(accountId: string): Promise<Result<readonly Proposal[], ApiProblem>> {
  const given = await jmap.callOne("Proposal/get", { accountId, ids: null });
  return given.ok ? ok(records(given.value["list"]).map(proposalOf)) : given;
}

const proposalOf = (it: JmapRecord): Proposal => ({
  id: text(it["id"]),
  eventId: text(it["eventId"]),
  name: text(it["proposerName"]) || text(it["proposerAddress"]).replace(/^mailto:/i, ""),
  start: Date.parse(text(it["utcStart"])),
  end: Date.parse(text(it["utcEnd"])),
  isAllDay: it["isAllDay"] === true,
  movesSeries: it["movesSeries"] === true,
  note: text(it["note"]),
});

/** Takes a proposed time over and tells all guests, or declines it and tells the one. */
export async function answerProposal(
  accountId: string,
  proposalId: string,
  isAccepted: boolean,
): Promise<Result<void, ApiProblem>> {
  const answers = await jmap.call([["Proposal/answer", { accountId, proposalId, isAccepted }, "answer"]]);
  if (!answers.ok) return answers;
  const answered = answers.value.of("answer");
  return answered.ok ? ok(undefined) : answered;
}

/**
 * Of these addresses those that would hear of nothing: on a server that sends no mail, everybody who is not known to have an
 * account. That it cannot be found out is told as nobody.
 */
export async function unreachedOf(
  accountId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const nobody = new Set<string>();
  const session = await request("/jmap/session");
  const capabilities = session.ok && isRecord(session.value) ? session.value["capabilities"] : undefined;
  const own = isRecord(capabilities) ? capabilities[SNART] : undefined;
  if (!isRecord(own) || own["mailsGuests"] !== false) return nobody;
  const people = await fetchPeople(accountId);
  if (!people.ok) return nobody;
  const known = new Set(people.value.map(({ email }) => email));
  return new Set(addresses.filter((address) => !known.has(address)));
}
