import type { MessageKey } from "../../i18n/messages.ts";

const known = [
  "invalid-icalendar",
  "invalid-property",
  "invalid-calendar-object",
  "date-out-of-range",
  "invalid-recurrence-rule",
  "too-many-occurrences",
  "object-too-large",
  "too-many-objects",
  "object-quota-full",
  "too-many-lines",
  "too-many-overrides",
  "too-many-participants",
  "unsupported-component",
  "uid-taken",
  "method-not-allowed-in-object",
  "not-given",
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
  "unknown-zone",
] as const;

/** Returns the words for the part without which an event was imported. */
export function partReasonKey(code: string): MessageKey {
  const reason = knownOfParts.find((each) => each === code);
  return reason ? `import.partReason.${reason}` : "import.partReason.other";
}

/** Returns the reason why an attached file is missing, in words. */
export function fileReasonKey(code: string): MessageKey {
  const reason = knownOfFiles.find((each) => each === code);
  return reason ? `import.fileReason.${reason}` : "import.fileReason.other";
}

/** Returns the reason why an event was left out, in words; an unknown code has general words. */
export function reasonKey(code: string): MessageKey {
  const reason = known.find((each) => each === code);
  return reason ? `import.reason.${reason}` : "import.reason.other";
}
