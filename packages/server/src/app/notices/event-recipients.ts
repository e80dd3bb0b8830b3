import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import { OWNER_RIGHTS, rightsOf } from "@snart/calendar/access/rights.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { isSubscribed } from "../grants.ts";
import type { Reader } from "../objects/seen-objects.ts";
import { isAddressOf } from "../principal-address.ts";
import type { ChangedBy, DeliveredAction } from "../scheduling-action.ts";
import type { WriteScope } from "../scope.ts";
import type { NoticeKind } from "./notice.ts";
import { peopleOfParty } from "./people-of-party.ts";

/** Which notices each action of an organizer or guest belongs to. */
export const KINDS: Readonly<Record<SchedulingAction, NoticeKind>> = {
  invitation: "invitations",
  change: "changes",
  cancellation: "changes",
  cancellationOnce: "changes",
  accepted: "answers",
  tentative: "answers",
  declined: "answers",
  released: "changes",
  cancelledLate: "changes",
  clocksClash: "changes",
  lapsed: "changes",
  handedOver: "changes",
  answered: "answers",
  proposed: "answers",
  proposalDeclined: "answers",
  roomAsked: "invitations",
};

/** What only concerns whose booking it was. */
const OWN: ReadonlySet<SchedulingAction> = new Set(["released", "lapsed"]);

/** Somebody to notify, as a reader of the event: its owner or organizer, or a sharee. */
export interface Told extends Reader {
  readonly person: Principal;
}

/** Whom a change of a calendar's event concerns, but for who did it. */
export async function recipientsOf(
  { tx, accountId }: WriteScope,
  calendarId: CalendarId,
  { principalId: doer }: Pick<ChangedBy, "principalId">,
  action: DeliveredAction | undefined,
): Promise<{ readonly owner: readonly Told[]; readonly others: readonly Told[] }> {
  const own = await ownersOf(tx, {
    id: action?.organizerId ?? accountId,
    doer,
    isByOthers: action !== undefined,
  });
  const owner = own
    .filter(({ id, kind }) => id !== doer && kind === "person")
    .map((person): Told => {
      const scope = person.id === accountId ? undefined : "all";
      return { person, isOwner: true, isMine: isAddressOf(person), rights: OWNER_RIGHTS, scope };
    });
  const others: Told[] = [];
  // Guests' answers only concern the organizer, and whether somebody came to what they booked.
  if (action && (KINDS[action.kind] === "answers" || OWN.has(action.kind))) return { owner, others };
  for (const { person, level, view } of await tx.calendars.readers(calendarId)) {
    if (person.id === doer || !isSubscribed({ view })) continue;
    others.push({
      person,
      isOwner: false,
      isMine: isAddressOf(person),
      rights: rightsOf(level),
      scope: "all",
    });
  }
  return { owner, others };
}

interface Owned {
  readonly id: PrincipalId;
  readonly doer: PrincipalId | null;
  readonly isByOthers: boolean;
}

/** Of what a household has organized each of its members is told what others did. Who did it knows. */
async function ownersOf(
  tx: WriteScope["tx"],
  { id, doer, isByOthers }: Owned,
): Promise<readonly Principal[]> {
  if (isByOthers && (await tx.households.byId(id))) return peopleOfParty(tx, id);
  const own = id === doer ? undefined : await tx.principals.byId(id);
  return own ? [own] : [];
}
