import { useEffect, useState } from "react";
import type { ItemActions } from "../actions/use-item-actions.ts";
import type { EventDraft } from "../draft/draft.ts";
import type { Editing } from "../draft/editing.ts";
import { keepDraft, keptDraft, keptFrom } from "../draft/kept-draft.ts";
import { useFollowed } from "./use-followed.ts";

/** Returns the fields that are written, and how to change some: a reload preserves them, and they follow their event. */
export function useDraft(
  editing: Editing,
  itemActions: ItemActions,
): readonly [EventDraft, (part: Partial<EventDraft>) => void] {
  const [draft, setDraft] = useState<EventDraft>(() => writtenIn(editing));
  const isChanged = draft !== editing.before;
  useEffect(() => {
    if (isChanged) keepDraft(keptFrom(editing, draft));
  }, [draft, isChanged, editing]);
  useFollowed(editing, draft, (next, followedBy) => {
    setDraft(followedBy);
    itemActions.follow(next);
  });
  return [draft, (part) => setDraft((old) => ({ ...old, ...part }))];
}

/** Returns the initial fields. The panel is rendered again when the frame around it changes, and its contents stay. */
function writtenIn({ occurrence, before, kept }: Editing): EventDraft {
  const last = keptDraft();
  return last && last.key === (occurrence?.key ?? null) ? last.draft : (kept ?? before);
}
