import type { MessageKey } from "../../i18n/messages.ts";

const known = [
  "invalid-icalendar",
  "invalid-property",
  "invalid-calendar-object",
  "date-out-of-range",
  "invalid-recurrence-rule",
  "too-many-occurrences",
  "object-too-large",
  "too-many-participants",
  "unsupported-component",
  "uid-taken",
  "method-not-allowed-in-object",
] as const;

const knownOfFiles = [
  "attachment-not-found",
  "attachment-too-large",
  "attachment-quota-full",
  "too-many-attachments",
  "unreadable",
] as const;

const knownOfParts = [
  "invalid-recurrence-rule",
  "invalid-property",
  "date-out-of-range",
  "unreadable-value",
] as const;

/** The words for the part that an event came without. */
export function partReasonKey(code: string): MessageKey {
  const reason = knownOfParts.find((each) => each === code);
  return reason ? `import.partReason.${reason}` : "import.partReason.other";
}

/** The words for why a file did not come along. */
export function fileReasonKey(code: string): MessageKey {
  const reason = knownOfFiles.find((each) => each === code);
  return reason ? `import.fileReason.${reason}` : "import.fileReason.other";
}

/** The text for why an event was left out; an unknown code has a general one. */
export function reasonKey(code: string): MessageKey {
  const reason = known.find((each) => each === code);
  return reason ? `import.reason.${reason}` : "import.reason.other";
}
