import { useEffect, useEffectEvent } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../../store/calendar-context.tsx";
import { occurrenceAgain } from "../../../store/items/occurrences.ts";
import type { Editing } from "../draft/editing.ts";
import type { EventDraft } from "../draft/draft.ts";
import { followed } from "../draft/followed.ts";

/** Takes into the draft what becomes of its event elsewhere while it is written. */
export function useFollowed(
  editing: Editing,
  draft: EventDraft,
  onFollowed: (editing: Editing, draft: EventDraft) => void,
): void {
  const { occurrence } = editing;
  const store = useCalendarStore();
  const zone = useViewerZone();
  const { events, calendars } = useCalendarSnapshot();
  const entry = occurrence && events.get(store.currentKey(occurrence.entry.key));
  const event = entry?.event;
  const follow = useEffectEvent(() => {
    if (!occurrence || !entry || event === occurrence.entry.event) return;
    const now = occurrenceAgain(entry, calendars, occurrence, zone);
    if (!now) return;
    const next = followed(editing, draft, now, zone);
    onFollowed(next.editing, next.draft);
  });
  useEffect(() => follow(), [event]);
}
