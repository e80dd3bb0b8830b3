// What other features may make of events before they are made; loaded with whatever needs it.
export { ruleStart, spanOfDraft } from "./draft.ts";
export type { EventDraft } from "./draft.ts";
export { newDraft } from "./new-draft.ts";
export { useRepeatSentence } from "./use-repeat-wordings.ts";
