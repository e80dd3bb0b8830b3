import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import { isBookable } from "../draft/draft-rooms.ts";
import { guestsOfEvent, type DraftGuest } from "../draft/draft-guests.ts";

/**
 * Returns the people whose time counts when a guest proposes another: the organizer and the guests, without rooms and
 * without whoever has sent somebody else.
 * @param ownId the participant who proposes; null: somebody who does so for them
 */
export function everybodyBut(event: JSEvent, ownId: string | null): readonly DraftGuest[] {
  const organizer = event.organizerCalendarAddress?.replace(/^mailto:/i, "").toLowerCase();
  const own = eventFacts(event, "").guests.find(({ isOrganizer }) => isOrganizer);
  const first: readonly DraftGuest[] =
    organizer === undefined
      ? []
      : [
          {
            id: own?.id ?? "organizer",
            name: own?.name ?? organizer,
            address: organizer,
            isOptional: false,
            isRoom: false,
            answer: "accepted",
          },
        ];
  const guests = guestsOfEvent(event).filter(
    (guest) => guest.id !== ownId && guest.answer !== "delegated" && !guest.isRoom && !isBookable(guest),
  );
  return [...first, ...guests];
}
