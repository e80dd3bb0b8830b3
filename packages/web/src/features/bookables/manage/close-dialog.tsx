import { problemKey } from "@snart/locales/problem-codes.ts";
import { readRules } from "@snart/calendar/booking/read-rules.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { RulesTrialRecord } from "@snart/calendar/jmap/booking.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import { useState } from "react";
import { changeBookable } from "../../../api/items/booking-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { LabelledMoment } from "../../../grid/day-field/date-field.tsx";
import { localDateText, localDateTimeText } from "../../../store/items/local-text.ts";
import { timeOf, type Time } from "../model.ts";
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
  const today = startOfDay(zone.toLocal(clockNow()));
  const tomorrow = addDays(today, 1);
  const [start, setStart] = useState(() => asLocal(tomorrow + 8 * HOUR));
  const [end, setEnd] = useState(() => asLocal(tomorrow + 16 * HOUR));
  const [reason, setReason] = useState(t("manage.usualReason"));
  const { rules, rulesVersion } = bookable;
  const closed: BookingRules | null = rules && {
    ...rules,
    maintenance: [
      ...(rules.maintenance ?? []),
      { start: momentText(start), end: momentText(end), reason: reason.trim() },
    ],
  };
  const isValid = closed !== null && readRules(closed).ok;
  const asked = { first: localDateText(tomorrow), days: 1, partyId: null, wish: null };
  const { trial } = useRuleTrial(accountId, bookable.id, isValid ? closed : null, asked);
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
      title={t("manage.closeTitle")}
      confirm={t("manage.closeIt")}
      className={styles.form}
      onConfirm={save}
      onClose={onClose}
    >
      <LabelledMoment
        label={t("manage.closeFrom")}
        value={start}
        since={today}
        onChange={(next) => {
          // A closing that is moved keeps its length.
          setEnd(asLocal(end + next - start));
          setStart(next);
        }}
      />
      <LabelledMoment
        label={t("manage.closeTo")}
        value={end}
        since={today}
        isInvalid={end <= start}
        onChange={setEnd}
      />
      <TextField
        label={t("manage.reason")}
        hint={t("manage.reasonHelp")}
        maxLength={100}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isValid && trial ? <Meets misfits={trial.misfits} say={words.begun} /> : null}
    </ConfirmDialog>
  );
}

interface MeetsProps {
  readonly misfits: RulesTrialRecord["misfits"];
  readonly say: (time: Time) => string;
}

/** What is booked in that time, as far as a few. */
function Meets({ misfits, say }: MeetsProps) {
  const t = useMessages();
  if (misfits.length === 0) return null;
  return (
    <div aria-live="polite">
      <p>{t("manage.closeMeets", { count: misfits.length })}</p>
      <ul className={styles.meets}>
        {misfits.slice(0, 5).map((misfit) => (
          <li key={misfit.bookingId}>
            {say(timeOf(misfit))} {misfit.partyName === null ? null : isolated(misfit.partyName)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** As rules write a reading of the clocks. */
const momentText = (local: Local): string => localDateTimeText(local).slice(0, 16);
