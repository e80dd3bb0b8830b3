import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import { useState, type ReactNode } from "react";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { draftOf, typeOfDraft, wrongInDraft, type DraftField, type TypeDraft } from "./type-draft.ts";
import styles from "./screen.module.css";

interface TypeDialogProps {
  readonly record: PageEventTypeRecord;
  /** Saves it; gives the words of what was in the way. */
  readonly onSave: (record: PageEventTypeRecord) => Promise<string | undefined>;
  readonly onClose: () => void;
}

const TIMES = ["lengths", "every", "before", "after", "notice", "within"] as const;
const BOUNDS = ["mostADay", "seats", "cancelUntil", "reminders"] as const;
const PLACES = ["none", "address", "video", "phone", "askGuest"] as const;

/** What can be booked at a page, in a form: what it does not show stays as it is. */
export function TypeDialog({ record, onSave, onClose }: TypeDialogProps) {
  const t = useMessages();
  const language = useLanguage();
  const [draft, setDraft] = useState(() => draftOf(record, language));
  const [wrong, setWrong] = useState<ReadonlySet<DraftField>>(new Set());
  const change = (fields: Partial<TypeDraft>): void => setDraft({ ...draft, ...fields });
  const text = (field: Exclude<DraftField, "approval" | "place">) => (
    <TextField
      key={field}
      label={t(`bookingPages.field.${field}`)}
      value={draft[field]}
      error={wrong.has(field) ? t("bookingPages.fieldWrong", { field }) : null}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  const save = async (): Promise<string | undefined> => {
    const found = wrongInDraft(draft);
    setWrong(found);
    if (found.size > 0) return t("bookingPages.somethingWrong");
    return onSave(typeOfDraft(record, draft, language));
  };
  return (
    <ConfirmDialog
      title={t("bookingPages.editType")}
      confirm={t("bookingPages.save")}
      width={560}
      className={styles.form}
      onConfirm={save}
      onClose={onClose}
    >
      <div className={styles.pair}>{(["en", "sv"] as const).map(text)}</div>
      <div className={styles.pair}>{TIMES.map(text)}</div>
      <div className={styles.pair}>{BOUNDS.map(text)}</div>
      <PlaceFields draft={draft} onChange={change} where={text("where")} />
      <label className={styles.questions}>
        <span>{t("bookingPages.field.questions")}</span>
        <textarea
          rows={3}
          maxLength={2_000}
          value={draft.questions}
          onChange={(event) => change({ questions: event.currentTarget.value })}
        />
        <span className={styles.quiet}>{t("bookingPages.questionsHint")}</span>
      </label>
      <Checkbox checked={draft.approval} onChange={(approval) => change({ approval })}>
        {t("bookingPages.field.approval")}
      </Checkbox>
    </ConfirmDialog>
  );
}

interface PlaceFieldsProps {
  readonly draft: TypeDraft;
  readonly onChange: (fields: Partial<TypeDraft>) => void;
  /** the field of an address */
  readonly where: ReactNode;
}

function PlaceFields({ draft, onChange, where }: PlaceFieldsProps) {
  const t = useMessages();
  const places = draft.place === "several" ? (["several", ...PLACES] as const) : PLACES;
  return (
    <div className={styles.pair}>
      <Select
        label={t("bookingPages.field.place")}
        options={places.map((value) => ({ value, label: t("bookingPages.place", { place: value }) }))}
        value={draft.place}
        onChange={(place) => onChange({ place })}
      />
      {draft.place === "address" || draft.place === "video" ? where : null}
    </div>
  );
}
