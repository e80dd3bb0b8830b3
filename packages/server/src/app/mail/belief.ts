import { parameterValue, type Property } from "@snart/calendar/icalendar/component.ts";
import { isSameMailbox, mailOf } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import type { ReceivedMessage } from "./received-message.ts";

/** What becomes of a message: it takes effect, its recipient decides, or nothing. */
export type Belief = "believed" | "held" | "refused";

/** For whom a message speaks, and what is known of them here. */
interface SpokenFor {
  /** their address in the stored event */
  readonly address: string;
  /** their line in the message */
  readonly said: Property;
  /** their line in the stored event: who is named there as sending for them was there before */
  readonly known: Property | undefined;
  /** Whether this sender has been accepted before as sending for them. */
  readonly hasSentBefore: boolean;
}

/**
 * Whether a message comes from whom it speaks for: from their own mailbox, or from who is already known to send for them. Both must be
 * proved by the receiving mail server, or believed by the person whom the message is for, who is asked (RFC 6047 §2.2). Who only says
 * so in the message itself (SENT-BY) is asked about as well; everybody else is refused.
 */
export function beliefIn(
  { sender, isProved, isAccepted = false }: ReceivedMessage,
  { address, said, known, hasSentBefore }: SpokenFor,
): Belief {
  const isTheirs = isSameMailbox(sender, address) || sentBy(known) === sender || hasSentBefore;
  if (!isTheirs && sentBy(said) !== sender) return "refused";
  return isAccepted || (isProved && isTheirs) ? "believed" : "held";
}

const sentBy = (line: Property | undefined): string | undefined =>
  line && mailOf(parameterValue(line, "SENT-BY") ?? "");

/** What the log of received mail says of a message that its recipient accepted as sent for this organizer. */
export const acceptedFor = ({ value }: Property): string => `accepted for ${mailOf(value) ?? value}`;
