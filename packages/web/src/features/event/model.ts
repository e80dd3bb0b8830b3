// What other features may make of events before they are made; loaded with whatever needs it.
export { ruleStart, spanOfDraft } from "./draft.ts";
export type { EventDraft } from "./draft.ts";
export { newDraft } from "./new-draft.ts";
export { repeatFromJs, repeatToJs } from "./draft-repeat.ts";
export { usePresetText, useRepeatSentence } from "./use-repeat-wordings.ts";
export { ProposedTime } from "./reading/proposed-time.tsx";
export { DateField } from "./components/date-field.tsx";
