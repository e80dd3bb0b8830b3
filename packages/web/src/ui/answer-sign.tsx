import styles from "./answer-sign.module.css";

/** A tick, a wave, a cross and a question mark, on a grid of 12 px. */
const SIGNS = {
  accepted: "M2.5 6.5 5 9l4.5-5.5",
  tentative: "M2 7C3 4.6 4.6 4.6 6 6s3 1.4 4-1",
  declined: "m3.2 3.2 5.6 5.6M8.8 3.2 3.2 8.8",
  "needs-action": "M4.2 4.4C4.2 2.2 7.8 2.3 7.8 4.5 7.8 6 6 5.9 6 7.2M6 9.4v.1",
} as const;

interface AnswerSignProps {
  readonly answer: keyof typeof SIGNS;
}

/** An answer to an invitation told by shape as well as colour. Its word stands beside it. */
export const AnswerSign = ({ answer }: AnswerSignProps) => (
  <span className={styles.sign} data-answer={answer} aria-hidden>
    <svg width="12" height="12" viewBox="0 0 12 12">
      <path d={SIGNS[answer]} />
    </svg>
  </span>
);
