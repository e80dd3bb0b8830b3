import { forBookable } from "@snart/calendar/scheduling/answer/bookable-copy.ts";
import { withEventAnswer } from "@snart/calendar/scheduling/answer/event-answer.ts";
import { attendeeReply } from "@snart/calendar/scheduling/attendee-reply.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { answerInvitation } from "../bookables/answer-invitation.ts";
import { noteRefusal } from "../bookables/count-refusal.ts";
import { termsOf } from "../bookables/invite-bookables.ts";
import { isAddressOf } from "../principal-address.ts";
import { enqueueMessages, routed, type OutgoingMessage } from "../scheduling/outgoing.ts";
import type { BookingTerms, WriteScope } from "../scope.ts";

/** What a bookable stores of an invitation that reached it by message, and what it tells the organizer afterwards. */
export interface BookableAnswer {
  readonly object: CalendarObject;
  readonly booking?: BookingTerms;
  readonly tell: (objectId: ObjectId) => Promise<void>;
}

/**
 * Lets a bookable answer an invitation that comes by the outbox or by mail; one that is written here is answered in its own write
 * (`app/bookables/invite-bookables.ts`). For somebody outside it books nothing.
 * @param object its copy as it is to be stored
 * @returns undefined: it is a person's or a group's, who answer themselves
 */
export async function answerForBookable(
  scope: WriteScope,
  recipient: Principal,
  message: OutgoingMessage,
  objectId: ObjectId | undefined,
  object: CalendarObject,
): Promise<BookableAnswer | undefined> {
  const { app, tx, now } = scope;
  const bookable = recipient.kind === "bookable" ? await tx.bookables.byId(recipient.id) : undefined;
  if (!bookable || (message.method !== "REQUEST" && message.method !== "ADD")) return undefined;
  const organizerId = message.organizerId ?? message.senderId;
  const organizer = organizerId === recipient.id ? undefined : await tx.principals.byId(organizerId);
  const given = await answerInvitation(tx, now, { bookable, objectId, object, organizer });
  const isMine = isAddressOf(recipient);
  if (!given)
    return {
      object: forBookable(object, isMine, organizer?.displayName ?? ""),
      tell: () => Promise.resolve(),
    };
  const { partyId, refused } = given;
  if (refused) await noteRefusal(scope, recipient, partyId, refused);
  const party = await tx.principals.byId(partyId);
  const answered = withEventAnswer(object, isMine, given.answer, now);
  const reply = attendeeReply(undefined, answered, isMine, { now, prodId: app.prodId });
  return {
    object: forBookable(answered, isMine, party?.displayName ?? ""),
    ...(organizer && { booking: { ...termsOf(given), bookedBy: message.actorId ?? organizerId } }),
    tell: async (id) => {
      if (reply) await enqueueMessages(scope, id, await routed(scope, [reply]), message.id);
    },
  };
}
