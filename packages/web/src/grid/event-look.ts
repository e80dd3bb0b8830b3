import type { GlyphName } from "../ui/glyph.tsx";
import { hasReminder } from "../store/items/default-reminder.ts";
import type { EventFacts } from "../store/items/event-facts.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";

/** The states that differ in shape and colour (docs/design.md §4.4). */
type EventLook = "normal" | "running" | "past" | "tentative" | "unanswered" | "declined";

/** The look of an event at a moment; an open question or a refusal counts before anything else. */
export function eventLook(occurrence: ShownOccurrence, facts: EventFacts, now: number): EventLook {
  if (facts.isCancelled || facts.answer === "declined") return "declined";
  if (occurrence.end <= now && occurrence.start < now) return "past";
  if (facts.answer === "needs-action") return "unanswered";
  if (facts.isTentative) return "tentative";
  return occurrence.start <= now ? "running" : "normal";
}

/** The signs inside an event, the most important first. */
export function glyphsOf(occurrence: ShownOccurrence, facts: EventFacts): readonly GlyphName[] {
  const shown: GlyphName[] = [];
  if (facts.answer === "needs-action") shown.push("reply");
  if (facts.isRepeating) shown.push("repeats");
  if (facts.guests.length > 0) shown.push("guests");
  if (facts.video !== null) shown.push("video");
  if (hasReminder(occurrence)) shown.push("reminder");
  if (facts.isPrivate) shown.push("private");
  return shown;
}
