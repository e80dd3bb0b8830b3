import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { Asking } from "./actions-state.ts";
import { isBookable } from "../draft/draft-rooms.ts";
import { guestsOfEvent, type DraftGuest } from "../draft/draft-guests.ts";

/** Returns everybody whom a change concerns: the guests before it, and those after it. A room is booked, and not told. */
export function guestsToTell({
  occurrence: { event },
  patch,
}: Pick<Asking, "occurrence" | "patch">): readonly DraftGuest[] {
  const patched = applyPatch(event, patch);
  const all = [event, ...(patched.ok ? [patched.value] : [])]
    .flatMap(guestsOfEvent)
    .filter((guest) => !isBookable(guest));
  return [...new Map(all.map((guest) => [guest.address, guest])).values()];
}
