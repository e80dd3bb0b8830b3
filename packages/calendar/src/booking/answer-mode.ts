/** How a bookable answers invitations by itself; the words are those of Calendar Server's `auto-schedule-mode`, which Apple's clients know. */
export const ANSWER_MODES = [
  "automatic",
  "none",
  "accept-always",
  "decline-always",
  "accept-if-free",
  "decline-if-busy",
] as const;

export type AnswerMode = (typeof ANSWER_MODES)[number];

const BY_ITSELF: ReadonlySet<AnswerMode> = new Set(["automatic", "accept-if-free", "accept-always"]);

/** Whether a bookable says yes by itself to what its rules grant. */
export const answersByItself = (mode: AnswerMode): boolean => BY_ITSELF.has(mode);
