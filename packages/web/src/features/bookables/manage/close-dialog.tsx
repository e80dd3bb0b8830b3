import { problemKey } from "@snart/locales/problem-codes.ts";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { addDays, startOfDay } from "@snart/calendar/time/local.ts";
import { useId, useState } from "react";
import { changeBookable } from "../../../api/items/booking-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { localDateText } from "../../../store/items/local-text.ts";
import { timeOf } from "../model.ts";
import { useRuleTrial } from "../rules/use-rule-trial.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import type { ManageDialogProps } from "./dialog-props.ts";
import styles from "./manage.module.css";

/** Closes a thing for a time, with a reason that everybody sees; what is booked then stays until somebody cancels it. */
export function CloseDialog({ accountId, bookable, onChanged, onClose }: ManageDialogProps) {
  const t = useMessages();
  const zone = zoneOf(bookable);
  const words = useTimeWords(zone);
  const tomorrow = localDateText(addDays(startOfDay(zone.toLocal(clockNow())), 1));
  const [start, setStart] = useState(`${tomorrow}T08:00`);
  const [end, setEnd] = useState(`${tomorrow}T16:00`);
  const [reason, setReason] = useState(t("manage.usualReason"));
  const { rules, rulesVersion } = bookable;
  const closed: BookingRules | null = rules && {
    ...rules,
    maintenance: [...(rules.maintenance ?? []), { start, end, reason: reason.trim() }],
  };
  const isValid = closed !== null && readRules(closed).ok;
  const today = { first: tomorrow, days: 1, partyId: null, wish: null };
  const { trial } = useRuleTrial(accountId, bookable.id, isValid ? closed : null, today);
  const undo = async (): Promise<void> => {
    await changeBookable(accountId, bookable.id, { rules: rules ?? {}, rulesVersion: rulesVersion + 1 });
    await onChanged();
  };
  const save = async (): Promise<string | undefined> => {
    if (!closed || !isValid) return t(end <= start ? "manage.closeEnds" : "manage.closeWrong");
    const done = await changeBookable(accountId, bookable.id, { rules: closed, rulesVersion });
    await onChanged();
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    addToast({
      message: t("manage.closed", { name: isolated(bookable.name) }),
      action: { label: t("toast.undo"), takesBack: true, run: () => void undo() },
    });
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t("manage.close")}
      confirm={t("manage.closeIt")}
      className={styles.form}
      onConfirm={save}
      onClose={onClose}
    >
      <Moment label={t("manage.closeFrom")} value={start} onChange={setStart} />
      <Moment label={t("manage.closeTo")} value={end} onChange={setEnd} />
      <TextField
        label={t("manage.reason")}
        hint={t("manage.reasonHelp")}
        maxLength={100}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isValid && trial && trial.misfits.length > 0 ? (
        <div aria-live="polite">
          <p>{t("manage.closeMeets", { count: trial.misfits.length })}</p>
          <ul className={styles.meets}>
            {trial.misfits.slice(0, 5).map((misfit) => (
              <li key={misfit.bookingId}>
                {words.begun(timeOf(misfit))} {misfit.partyName === null ? null : isolated(misfit.partyName)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </ConfirmDialog>
  );
}

interface MomentProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Moment({ label, value, onChange }: MomentProps) {
  const id = useId();
  return (
    <div className={styles.moment}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
