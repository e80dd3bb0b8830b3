import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { X } from "lucide-react";
import { useId } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Sentence } from "../../../i18n/sentence.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { withMode } from "./additions.ts";
import { valueAt, withoutValue, withValue } from "./at-path.ts";
import { BlankField, type BlankAround } from "./blank-field.tsx";
import type { Line } from "./lines/line.ts";
import { isOfBlank, problemsOf, useProblemWords } from "./use-problem-words.ts";
import styles from "./rules.module.css";

interface RuleLineProps extends BlankAround {
  readonly line: Line;
  readonly rules: BookingRules;
  readonly problems: readonly RuleProblem[];
  readonly onChange: (rules: BookingRules) => void;
}

/** A rule: its sentence with blanks, what is wrong with it, and taking it away. */
export function RuleLine({ line, rules, problems, onChange, ...around }: RuleLineProps) {
  const t = useMessages();
  const noteId = useId();
  const sayProblem = useProblemWords();
  const { of, blanks, count = 1 } = line;
  const name = around.words.sentence(line, rules);
  const own = problemsOf(line, problems);
  const said = [...new Set(own.map((problem) => sayProblem(problem, line)))];
  const change = (path: string, value: unknown): void =>
    onChange(
      path === "mode" ? withMode(rules, value as BookingRules["mode"]) : withValue(rules, path, value),
    );
  const args = Object.entries(blanks).map(([key, blank]) => [
    key,
    <BlankField
      key={key}
      {...around}
      blank={blank}
      count={count}
      name={name}
      noteId={noteId}
      isWrong={own.some((problem) => isOfBlank(problem, blank))}
      value={valueAt(rules, blank.path)}
      onChange={(value) => change(blank.path, value)}
    />,
  ]);
  return (
    <li className={styles.line}>
      <div className={styles.sentence}>
        <Sentence of={of} args={{ ...Object.fromEntries(args), count }} />
      </div>
      {line.isFixed ? null : (
        <IconButton
          label={t("rules.remove", { sentence: name })}
          onClick={() => onChange(withoutValue(rules, line.path))}
        >
          <X size={15} strokeWidth={1.8} aria-hidden />
        </IconButton>
      )}
      {said.length > 0 ? <FieldError id={noteId}>{said.join(" ")}</FieldError> : null}
    </li>
  );
}
