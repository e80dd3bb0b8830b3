const ANSWERS = { y: "accepted", m: "tentative", n: "declined" } as const;

type GivenByKey = (typeof ANSWERS)[keyof typeof ANSWERS];

const isAnswer = (key: string): key is keyof typeof ANSWERS => Object.hasOwn(ANSWERS, key);

/** The keys that answer an invitation (docs/design.md §9.2): A, and directly after it Y, M or N. */
export class AnswerChord {
  #isAsked = false;

  /** Returns what a pressed key means: an answer, the beginning of one, or null for neither. */
  press(key: string): GivenByKey | "begun" | null {
    const wasAsked = this.#isAsked;
    const small = key.toLowerCase();
    this.#isAsked = small === "a";
    if (wasAsked && isAnswer(small)) return ANSWERS[small];
    return this.#isAsked ? "begun" : null;
  }
}
