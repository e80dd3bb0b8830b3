import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { Asking } from "./desk-state.ts";
import { guestsOfEvent, type DraftGuest } from "../draft/draft-guests.ts";

/** Everybody who would hear of a change: who is asked before it, and who is asked by it. */
export function guestsToTell({
  occurrence: { event },
  patch,
}: Pick<Asking, "occurrence" | "patch">): readonly DraftGuest[] {
  const patched = applyPatch(event, patch);
  const all = [event, ...(patched.ok ? [patched.value] : [])].flatMap(guestsOfEvent);
  return [...new Map(all.map((guest) => [guest.address, guest])).values()];
}
