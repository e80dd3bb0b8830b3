import type { SchedulingNews } from "@snart/calendar/jmap/event-notification.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { ReadTransaction } from "../storage/port.ts";
import type { PrincipalId } from "../storage/records/ids.ts";
import type { Actor } from "./actor.ts";

/** Who did it (RFC 9670 §3.1, JMAP Calendars "Person"). */
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
export interface DeliveredNews {
  readonly news: SchedulingNews;
  readonly by: ChangedBy;
  /** the message that says so */
  readonly said: CalendarObject;
  /** what they wrote with it; null: nothing */
  readonly comment: string | null;
  /** it came by mail, and is in the recipient's mailbox as well */
  readonly cameByMail: boolean;
  /** of the proposal that waits for an answer; absent: there is none. The notification has the same name, and goes with it. */
  readonly proposalId?: string;
}
