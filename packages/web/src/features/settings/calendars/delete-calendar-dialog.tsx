import { problemKey } from "@snart/locales/problem-codes.ts";
import { useState } from "react";
import {
  deleteCalendar,
  undeleteCalendar,
  type ManagedCalendar,
} from "../../../api/calendars/calendars-api.ts";
import { wordedCode, type ApiProblem } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { FieldError } from "../../../ui/fields/field-error.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "./dialog-form.module.css";

export interface DeleteCalendarDialogProps {
  readonly calendar: ManagedCalendar;
  readonly isFollowed: boolean;
  readonly onClose: () => void;
  /** it is gone, or back again */
  readonly onDeleted: () => void;
}

/** Asks before a calendar goes, with what is lost by it and what is kept; the way to keep a copy stands beside. */
export function DeleteCalendarDialog({
  calendar,
  isFollowed,
  onClose,
  onDeleted,
}: DeleteCalendarDialogProps) {
  const t = useMessages();
  const [problem, setProblem] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const { name, href } = calendar;
  const remove = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const done = await deleteCalendar(calendar.accountId, calendar.id);
    setBusy(false);
    if (!done.ok) return setProblem(done.problem);
    const undo = async (): Promise<void> => {
      const back = await undeleteCalendar(calendar.accountId, calendar.id);
      if (!back.ok) addToast({ message: t(problemKey(wordedCode(back.problem))), sticky: true });
      onDeleted();
    };
    // A calendar that is followed can be followed again; what comes back of it would be a copy that nothing feeds.
    const action = isFollowed
      ? {}
      : { action: { label: t("toast.undo"), takesBack: true, run: () => void undo() } };
    addToast({ message: t("calendars.deleted", { name }), ...action });
    onDeleted();
    onClose();
  };
  const footer = (
    <>
      <Button size={36} onClick={onClose}>
        {t("action.cancel")}
      </Button>
      <Button size={36} look="dangerFill" aria-disabled={busy || undefined} onClick={() => void remove()}>
        {t(isFollowed ? "calendars.unfollow" : "calendars.delete")}
      </Button>
    </>
  );
  const title = t(isFollowed ? "calendars.unfollowTitle" : "calendars.deleteTitle", { name });
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog" footer={footer}>
      <div className={styles.form}>
        <p className={styles.text}>{t(isFollowed ? "calendars.unfollowBody" : "calendars.deleteBody")}</p>
        {href === undefined || isFollowed ? null : (
          <p className={styles.text}>
            <a href={href} download>
              {t("calendars.deleteExport")}
            </a>
          </p>
        )}
        {problem ? <FieldError>{t(problemKey(wordedCode(problem)))}</FieldError> : null}
      </div>
    </Dialog>
  );
}
