import { useId } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { isWrongCapacity, NEW_SIGN_UP, type DraftSignUp } from "../draft/draft-sign-up.ts";
import styles from "./sign-up.module.css";

export interface SignUpFieldsProps {
  readonly signUp: DraftSignUp | null;
  /** when the event begins, ms UTC */
  readonly start: number;
  readonly onChange: (signUp: DraftSignUp | null) => void;
}

const HOURS = [1, 2, 6, 12] as const;
const DAYS = [1, 2, 3, 7, 14] as const;

/** Shows whether there is sign-up, for how many places, until when, and who sees it. */
export function SignUpFields({ signUp, start, onChange }: SignUpFieldsProps) {
  const t = useMessages();
  const distance = useId();
  const change = (part: Partial<DraftSignUp>): void => onChange({ ...(signUp ?? NEW_SIGN_UP), ...part });
  const offered = [
    { value: "0", label: t("signUp.editor.atStart") },
    ...HOURS.map((count) => ({ value: String(count * 60), label: t("signUp.editor.hours", { count }) })),
    ...DAYS.map((count) => ({ value: String(count * 1440), label: t("signUp.editor.days", { count }) })),
  ];
  const closes = signUp?.closesBefore ?? null;
  const isOther = !offered.some(({ value }) => value === String(closes));
  const options = isOther
    ? [...offered, { value: String(closes), label: t("signUp.editor.other") }]
    : offered;
  return (
    <div className={styles.fields}>
      <Checkbox checked={signUp !== null} onChange={(on) => onChange(on ? NEW_SIGN_UP : null)}>
        {t("signUp.editor.on")}
      </Checkbox>
      {signUp ? (
        <>
          <TextField
            label={t("signUp.editor.capacity")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            placeholder={t("signUp.editor.noLimit")}
            value={signUp.capacity}
            error={isWrongCapacity(signUp) ? t("signUp.editor.wrongCapacity") : undefined}
            onChange={(event) => change({ capacity: event.currentTarget.value })}
          />
          <Select
            label={t("signUp.editor.closes")}
            value={String(closes)}
            options={options}
            aria-describedby={distance}
            onChange={(value) => change({ closesBefore: value === "null" ? null : Number(value) })}
          />
          {closes === null ? null : (
            <span id={distance}>
              <HowSoon target={{ kind: "instant", at: start - closes * 60_000 }} />
            </span>
          )}
          <Checkbox checked={signUp.hides} onChange={(hides) => change({ hides })}>
            {t("signUp.editor.hides")}
          </Checkbox>
        </>
      ) : null}
    </div>
  );
}
