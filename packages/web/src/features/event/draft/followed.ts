import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Editing } from "./editing.ts";
import { draftOf, type EventDraft } from "./draft.ts";
import { followedDraft, withTopics, type DraftTopic } from "./followed-draft.ts";

/** An edited event that has followed what others changed, and its draft. */
interface Followed {
  readonly editing: Editing;
  readonly draft: EventDraft;
}

/**
 * Returns the edited event and its draft with what has become of the event meanwhile. Changes that wait for the server
 * are the writer's own, made beside the editor: none of them overlaps.
 */
export function followed(
  editing: Editing,
  written: EventDraft,
  now: ShownOccurrence,
  viewer: Zone,
): Followed {
  const { before, meanwhile } = editing;
  const next = draftOf(now, viewer);
  const { draft, changed, overlaps } = followedDraft(before, written, next);
  const moved: Editing = { ...editing, occurrence: now, before: next };
  if (now.entry.savingSince !== null || (changed.length === 0 && !meanwhile))
    return { editing: moved, draft };
  const old = meanwhile?.overlaps ?? [];
  const asSeen = withTopics(withTopics(next, before, overlaps), meanwhile?.asSeen ?? next, old);
  return {
    editing: {
      ...moved,
      meanwhile: {
        changed: united(meanwhile?.changed ?? [], changed),
        overlaps: united(old, overlaps),
        asSeen,
      },
    },
    draft,
  };
}

const united = (a: readonly DraftTopic[], b: readonly DraftTopic[]): readonly DraftTopic[] => [
  ...new Set([...a, ...b]),
];
