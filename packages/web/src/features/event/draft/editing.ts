import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { EventDraft } from "./draft.ts";
import type { DraftTopic } from "./followed-draft.ts";

/** The event in the side panel; `occurrence` is null for a new event. */
export interface Editing {
  readonly occurrence: ShownOccurrence | null;
  /** the first contents of the fields */
  readonly before: EventDraft;
  /** the draft when the page was left, if any */
  readonly kept: EventDraft | null;
  /** what others changed since it was opened; absent: nothing */
  readonly meanwhile?: Meanwhile;
}

/** What others changed of an event while it was written. */
export interface Meanwhile {
  readonly changed: readonly DraftTopic[];
  /** the topics that the writer has changed too */
  readonly overlaps: readonly DraftTopic[];
  /** the fields as they are now, but the overlapping ones as the writer saw them before they changed them */
  readonly asSeen: EventDraft;
}
