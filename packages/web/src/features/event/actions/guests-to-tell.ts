import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { Asking } from "./actions-state.ts";
import { guestsOfEvent, type DraftGuest } from "../draft/draft-guests.ts";

/** Returns everybody whom a change concerns: the guests before it, and those after it. */
export function guestsToTell({
  occurrence: { event },
  patch,
}: Pick<Asking, "occurrence" | "patch">): readonly DraftGuest[] {
  const patched = applyPatch(event, patch);
  const all = [event, ...(patched.ok ? [patched.value] : [])].flatMap(guestsOfEvent);
  return [...new Map(all.map((guest) => [guest.address, guest])).values()];
}
