import { eventFacts, guestAt, type EventFacts, type Guest } from "./event-facts.ts";
import type { ShownOccurrence } from "./occurrences.ts";

/** Whose answer to an invitation the viewer sees, and may give. */
export interface Answering {
  readonly guest: Guest;
  /** the name of the owner of somebody else's calendar, who is the one invited; null: the viewer */
  readonly of: string | null;
  /** whether the viewer may give it */
  readonly may: boolean;
}

/**
 * In somebody else's calendar an invitation is to its owner, and so is the answer; elsewhere, or if the owner is not
 * invited, it is the viewer's.
 * @param address the viewer's
 * @returns null if nobody waits for an answer
 */
export function answeringOf(
  { event, calendar }: Pick<ShownOccurrence, "event" | "calendar">,
  address: string,
): Answering | null {
  if (event["snart:signUp"]) return null;
  const { ownerAddress, ownerName = "", mayWrite, mayWriteAll = mayWrite } = calendar;
  const owner = ownerAddress ? guestAt(event, ownerAddress) : undefined;
  if (owner) return { guest: owner, of: ownerName, may: mayWriteAll };
  const me = guestAt(event, address);
  return me ? { guest: me, of: null, may: true } : null;
}

/** The facts of an occurrence for the calendar that it stands in: with the answer of whoever is invited there. */
export function factsIn(
  { event, calendar }: Pick<ShownOccurrence, "event" | "calendar">,
  address: string,
): EventFacts {
  const { ownerAddress } = calendar;
  return eventFacts(event, ownerAddress && guestAt(event, ownerAddress) ? ownerAddress : address);
}
