import { base } from "../../../api/place.ts";
import type { Editing } from "./editing.ts";
import type { EventDraft } from "./draft.ts";

const STORED = `snart.draft${base}`;

/** The open draft, stored in this tab so that a reload loses nothing. */
export interface KeptDraft {
  /** key of the occurrence; null for a new event */
  readonly key: string | null;
  readonly draft: EventDraft;
  /** the fields as the writer saw them before they changed them; absent for a new event, and in drafts of an older page */
  readonly before?: EventDraft;
}

/** Returns the draft of an edited event, to be stored. */
export const keptFrom = ({ occurrence, before, meanwhile }: Editing, draft: EventDraft): KeptDraft => ({
  key: occurrence?.key ?? null,
  draft,
  ...(occurrence && { before: meanwhile?.asSeen ?? before }),
});

/** Stores the open draft; null forgets it. */
export function keepDraft(kept: KeptDraft | null): void {
  try {
    if (kept) sessionStorage.setItem(STORED, JSON.stringify(kept));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Without storage the draft lives as long as the page.
  }
}

/** Returns the draft that was open in this tab before it was reloaded. */
export function keptDraft(): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Checks a stored draft: only this page writes it, but an older version of the page may have. */
function isKept(kept: unknown): kept is KeptDraft {
  if (typeof kept !== "object" || kept === null || !("draft" in kept)) return false;
  return isDraft(kept.draft) && (!("before" in kept) || isDraft(kept.before));
}

const isDraft = (draft: unknown): boolean =>
  typeof draft === "object" &&
  draft !== null &&
  "start" in draft &&
  typeof draft.start === "number" &&
  "reminders" in draft &&
  Array.isArray(draft.reminders) &&
  "repeat" in draft &&
  typeof draft.repeat === "object" &&
  draft.repeat !== null &&
  "at" in draft.repeat &&
  "calendarKey" in draft &&
  typeof draft.calendarKey === "string";
