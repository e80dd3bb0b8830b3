import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { ReadTransaction } from "../storage/port.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { Actor } from "./actor.ts";

/** The author of a change (RFC 9670 §3.1, JMAP Calendars "Person"). */
export interface ChangedBy {
  readonly name: string;
  readonly email: string | null;
  /** null: somebody without an account here */
  readonly principalId: PrincipalId | null;
}

export async function changedByOf(
  tx: ReadTransaction,
  { principalId }: Pick<Actor, "principalId">,
): Promise<ChangedBy> {
  const principal = await tx.principals.byId(principalId);
  return { name: principal?.displayName ?? "", email: principal?.email ?? null, principalId };
}

/** What a delivery tells the one it was sent to (RFC 5546). */
export interface DeliveredAction {
  readonly kind: SchedulingAction;
  readonly by: ChangedBy;
  /** the message itself */
  readonly said: CalendarObject;
  /** the sender's comment; null: none */
  readonly comment: string | null;
  /** it came by mail, and is in the recipient's mailbox as well */
  readonly cameByMail: boolean;
  /** whom a guest's message concerns; absent: the account's owner */
  readonly organizerId?: PrincipalId;
  /**
   * id of the proposal that waits for an answer; absent: none. The notification has the same id, and is removed with
   * it.
   */
  readonly proposalId?: string;
}
