import type { EventDraft } from "./draft.ts";

const STORED = "snart.draft";

/** The open draft, stored in this tab so that a reload loses nothing. */
interface KeptDraft {
  /** key of the occurrence; null for a new event */
  readonly key: string | null;
  readonly draft: EventDraft;
}

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
  const { draft } = kept;
  return (
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
    typeof draft.calendarKey === "string"
  );
}
