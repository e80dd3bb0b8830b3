import { useDeferredValue, useEffect, useEffectEvent } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { Editing } from "../draft/editing.ts";
import { endProblem, spanOfDraft, type EventDraft } from "../draft/draft.ts";
import type { ItemActions } from "../actions/use-item-actions.ts";

/** Shows the draft's position and name in the grid: a new event, or one with a changed time. */
export function useUnsavedPreview(
  { occurrence, before }: Editing,
  draft: EventDraft,
  itemActions: ItemActions,
): void {
  const zone = useViewerZone();
  const span = spanOfDraft(draft, zone);
  const old = spanOfDraft(before, zone);
  const isMoved = span.start !== old.start || span.end !== old.end || span.allDay !== old.allDay;
  const isShown = (occurrence === null || isMoved) && endProblem(draft) === null;
  // The name follows in idle time, so that no key waits for the grid.
  const title = useDeferredValue(draft.title);
  const show = useEffectEvent(() => itemActions.preview(isShown ? { span, occurrence, title } : null));
  useEffect(() => show(), [isShown, span.start, span.end, span.allDay, title]);
}
