import type { Question, Words } from "@snart/calendar/booking-page/event-type.ts";
import { PAGE_LIMITS } from "@snart/calendar/booking-page/page-limits.ts";
import { PAGE_TEXT_LIMITS } from "@snart/calendar/booking-page/page-texts.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Part, WordsFields } from "./fields.tsx";
import type { TypeForm } from "./type-form.ts";
import styles from "./editor.module.css";

const KINDS = ["text", "choice", "phone", "tick"] as const;

function ofKind({ label, required, ...rest }: Question, kind: Question["kind"]): Question {
  const choices = "choices" in rest ? rest.choices : [{}, {}];
  return kind === "choice" ? { kind, label, required, choices } : { kind, label, required };
}

/** What guests are asked besides their name and address, in the order in which they are asked. */
export function QuestionsPart({ form }: { readonly form: TypeForm }) {
  const t = useMessages();
  const { record, set, wrongItself } = form;
  const { questions = [] } = record.type;
  const put = (next: readonly Question[]): void => set({ questions: next });
  return (
    <Part title={t("bookingPages.part.questions")} error={wrongItself("questions")}>
      <ul className={styles.rows}>
        {questions.map((question, index) => (
          <QuestionRow
            key={index}
            form={form}
            question={question}
            index={index}
            isLast={index === questions.length - 1}
            onChange={(next) => put(questions.with(index, next))}
            onMove={(by) => put(questions.toSpliced(index, 1).toSpliced(index + by, 0, question))}
            onRemove={() => put(questions.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {questions.length < PAGE_LIMITS.questions ? (
        <Button
          className={styles.add}
          onClick={() => put([...questions, { kind: "text", label: {}, required: false }])}
        >
          {t("bookingPages.addQuestion")}
        </Button>
      ) : null}
    </Part>
  );
}

interface QuestionRowProps {
  readonly form: TypeForm;
  readonly question: Question;
  readonly index: number;
  readonly isLast: boolean;
  readonly onChange: (question: Question) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function QuestionRow({ form, question, index, isLast, onChange, onMove, onRemove }: QuestionRowProps) {
  const t = useMessages();
  const number = index + 1;
  return (
    <li className={styles.entry}>
      <div className={styles.pair}>
        <WordsFields
          value={question.label}
          languages={form.languages}
          label={(language) => t("bookingPages.question", { language, number })}
          maxLength={PAGE_TEXT_LIMITS.title}
          error={form.wrong(`questions/${index}/label`)}
          onChange={(label) => onChange({ ...question, label })}
        />
      </div>
      <div className={styles.pair}>
        <Select
          label={t("bookingPages.questionKindNumber", { number })}
          options={KINDS.map((kind) => ({ value: kind, label: t("bookingPages.questionKind", { kind }) }))}
          value={question.kind}
          onChange={(kind) => onChange(ofKind(question, kind))}
        />
      </div>
      {question.kind === "choice" ? (
        <Choices
          form={form}
          path={`questions/${index}/choices`}
          choices={question.choices}
          onChange={(choices) => onChange({ ...question, choices })}
        />
      ) : null}
      <div className={styles.ends}>
        <Checkbox checked={question.required} onChange={(required) => onChange({ ...question, required })}>
          {t("bookingPages.mustAnswer")}
        </Checkbox>
        {index > 0 ? (
          <Button aria-label={t("bookingPages.questionUp", { number })} onClick={() => onMove(-1)}>
            {t("bookingPages.up")}
          </Button>
        ) : null}
        {isLast ? null : (
          <Button aria-label={t("bookingPages.questionDown", { number })} onClick={() => onMove(1)}>
            {t("bookingPages.down")}
          </Button>
        )}
        <Button aria-label={t("bookingPages.removeQuestion", { number })} onClick={onRemove}>
          {t("bookingPages.remove")}
        </Button>
      </div>
    </li>
  );
}

interface ChoicesProps {
  readonly form: TypeForm;
  readonly path: string;
  readonly choices: readonly Words[];
  readonly onChange: (choices: readonly Words[]) => void;
}

/** What a guest chooses from; two at least. */
function Choices({ form, path, choices, onChange }: ChoicesProps) {
  const t = useMessages();
  // Those that are empty say so themselves.
  const whole = choices.length < 2 ? form.wrongItself(path) : null;
  return (
    <>
      <ul className={styles.rows}>
        {choices.map((choice, index) => (
          <li key={index} className={styles.choice}>
            <div className={styles.pair}>
              <WordsFields
                value={choice}
                languages={form.languages}
                label={(language) => t("bookingPages.choice", { language, number: index + 1 })}
                maxLength={PAGE_TEXT_LIMITS.title}
                error={form.wrong(`${path}/${index}`)}
                onChange={(words) => onChange(choices.with(index, words))}
              />
            </div>
            <Button
              aria-label={t("bookingPages.removeChoice", { number: index + 1 })}
              onClick={() => onChange(choices.toSpliced(index, 1))}
            >
              {t("bookingPages.remove")}
            </Button>
          </li>
        ))}
      </ul>
      {whole === null ? null : <FieldError>{whole}</FieldError>}
      {choices.length < PAGE_LIMITS.choices ? (
        <Button className={styles.add} onClick={() => onChange([...choices, {}])}>
          {t("bookingPages.addChoice")}
        </Button>
      ) : null}
    </>
  );
}
