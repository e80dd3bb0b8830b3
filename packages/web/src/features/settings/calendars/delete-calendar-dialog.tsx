import { problemKey } from "@snart/locales/problem-codes.ts";
import {
  deleteCalendar,
  undeleteCalendar,
  type ManagedCalendar,
} from "../../../api/calendars/calendars-api.ts";
import { wordedCode } from "../../../api/problem.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import styles from "./dialog-form.module.css";

interface DeleteCalendarDialogProps {
  readonly calendar: ManagedCalendar;
  readonly isFollowed: boolean;
  readonly onClose: () => void;
  /** it is gone, or back again */
  readonly onDeleted: () => void;
}

/**
 * Asks before a calendar is deleted, and says what is lost and what remains; a button to save a copy stands beside
 * it.
 */
export function DeleteCalendarDialog({
  calendar,
  isFollowed,
  onClose,
  onDeleted,
}: DeleteCalendarDialogProps) {
  const t = useMessages();
  const { name, href } = calendar;
  const remove = async (): Promise<string | undefined> => {
    const done = await deleteCalendar(calendar.accountId, calendar.id);
    if (!done.ok) return t(problemKey(wordedCode(done.problem)));
    const undo = async (): Promise<void> => {
      const back = await undeleteCalendar(calendar.accountId, calendar.id);
      if (!back.ok) addToast({ message: t(problemKey(wordedCode(back.problem))), sticky: true });
      onDeleted();
    };
    // A followed calendar can be followed again; a restored one would be a copy that no feed updates.
    const action = isFollowed
      ? {}
      : { action: { label: t("toast.undo"), takesBack: true, run: () => void undo() } };
    addToast({ message: t("calendars.deleted", { name }), ...action });
    onDeleted();
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={t(isFollowed ? "calendars.unfollowTitle" : "calendars.deleteTitle", { name })}
      role="alertdialog"
      look="dangerFill"
      className={styles.form}
      confirm={t(isFollowed ? "calendars.unfollow" : "calendars.delete")}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className={styles.text}>{t(isFollowed ? "calendars.unfollowBody" : "calendars.deleteBody")}</p>
      {href === undefined || isFollowed ? null : (
        <p className={styles.text}>
          <a href={href} download>
            {t("calendars.deleteExport")}
          </a>
        </p>
      )}
    </ConfirmDialog>
  );
}
