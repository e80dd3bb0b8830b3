import type { ItemActions } from "../event/screen.tsx";
import type { EventDraft } from "../event/model.ts";

/**
 * Makes an event. With guests it is asked first whether they are told: the editor then stands behind the question, so that
 * somebody who answers no loses nothing.
 */
export function createDraft(itemActions: ItemActions, draft: EventDraft): void {
  if (draft.guests && draft.guests.length > 0) itemActions.editDraft(draft);
  itemActions.create(draft);
}
