// Parts of drafts that other features use; loaded with each feature that needs them.
export { endProblem, isWrongDraft, ruleStart, spanOfDraft } from "./draft/draft.ts";
export type { EventDraft } from "./draft/draft.ts";
export { newDraft, shownAsTurned } from "./draft/new-draft.ts";
export { repeatFromJs, repeatToJs } from "./draft/draft-repeat.ts";
export { usePresetText, useRepeatSentence, useRuleWords } from "./draft/use-repeat-wordings.ts";
export { AnswerChord } from "./actions/answer-chord.ts";
export { copyEventLink, downloadEvent } from "./actions/event-link.ts";
export { problemText } from "./actions/problem-text.ts";
export { ProposedTime } from "./reading/proposed-time.tsx";
export { RemindersField } from "./parts/reminders-field.tsx";
export { changedAlerts, remindersOf } from "./draft/draft-alerts.ts";
export { EditorReminders } from "./editor/editor-reminders.tsx";
export { RepeatControl } from "./editor/repeat-fields.tsx";
export { asTurned } from "./parts/as-turned.ts";
export { EventDates } from "./parts/event-dates.tsx";
export { usePeople } from "./availability/use-people.ts";
export { useBookableRooms } from "./rooms/use-rooms.ts";
export { useFreeBusy } from "./availability/use-free-busy.ts";
