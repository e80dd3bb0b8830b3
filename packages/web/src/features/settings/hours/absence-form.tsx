import { startOfDay } from "@snart/calendar/time/local.ts";
import { useId, useState, type FormEvent } from "react";
import { setOwnAbsence, type OwnHours } from "../../../api/calendars/availability-api.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { newId } from "../../../api/new-id.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { spanOfDays } from "./absence-days.ts";
import { useDaysText } from "./use-days-text.ts";
import type { AdminData } from "../parts/use-list.ts";
import styles from "./hours.module.css";

interface AbsenceFormProps {
  readonly accountId: string;
  readonly run: AdminData<OwnHours>["run"];
}

/** Sets from when until when the person is away, and the text that others may read about it. */
export function AbsenceForm({ accountId, run }: AbsenceFormProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats("UTC");
  const daysText = useDaysText();
  const errorId = useId();
  const [first, setFirst] = useState(() => startOfDay(zone.toLocal(clockNow())));
  const [last, setLast] = useState(first);
  const [text, setText] = useState("");
  const [isTold, setTold] = useState(true);
  const isWrong = last < first;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isWrong) return;
    const days = { first, last };
    const id = newId();
    const absence = { ...spanOfDays(days, zone), text: text.trim(), isTold };
    if (!(await run(() => setOwnAbsence(accountId, id, absence)))) return;
    setText("");
    addToast({
      message: t("settings.hours.added", { days: daysText(days) }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void run(() => setOwnAbsence(accountId, id, null)),
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.days}>
        <span className={styles.pair}>
          <span aria-hidden>{t("settings.hours.from")}</span>
          <DateField
            label={t("settings.hours.from")}
            value={first}
            onChange={(day) => {
              // An absence that is moved keeps its length.
              setLast((before) => (before < first ? day : ((before + day - first) as typeof before)));
              setFirst(day);
            }}
          />
        </span>
        <span className={styles.pair}>
          <span aria-hidden>{t("settings.hours.to")}</span>
          <DateField
            label={t("settings.hours.to")}
            value={last}
            since={first}
            onChange={setLast}
            isInvalid={isWrong}
          />
        </span>
      </div>
      {isWrong ? (
        <FieldError id={errorId}>
          {t("settings.hours.backwards", { day: formats.shortDay(first) })}
        </FieldError>
      ) : null}
      <TextField
        label={t("settings.hours.text")}
        hideLabel
        placeholder={t("settings.hours.textPlaceholder")}
        value={text}
        maxLength={1_000}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.foot}>
        <Checkbox checked={isTold} onChange={setTold}>
          {t("settings.hours.told")}
        </Checkbox>
        <Button look="primary" type="submit" disabled={isWrong}>
          {t("settings.hours.add")}
        </Button>
      </div>
    </form>
  );
}
