import type { BookableRecord, MisfitRecord } from "@snart/calendar/jmap/booking.ts";
import { useState } from "react";
import { isolated } from "../../../i18n/isolated.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { SegmentedControl } from "../../../ui/fields/segmented-control.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { timeOf } from "../model.ts";
import { zoneOf } from "../use-bookings.ts";
import { useTimeWords } from "../use-time-words.ts";
import styles from "./rules.module.css";

interface MisfitDialogProps {
  readonly title: string;
  readonly bookable: BookableRecord;
  readonly misfits: readonly MisfitRecord[];
  readonly onSave: (cancelled: readonly string[]) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The coming bookings that no longer fit: each is kept, unless it is chosen to be cancelled. */
export function MisfitDialog({ title, bookable, misfits, onSave, onClose }: MisfitDialogProps) {
  const t = useMessages();
  const words = useTimeWords(zoneOf(bookable));
  const [cancelled, setCancelled] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isCancelled: boolean): void => {
    const next = new Set(cancelled);
    if (isCancelled) next.add(id);
    else next.delete(id);
    setCancelled(next);
  };
  const chosen = misfits.map(({ bookingId }) => bookingId).filter((id) => cancelled.has(id));
  const confirm = async (): Promise<string | undefined> => {
    if (!(await onSave(chosen))) return t("rules.notSaved");
    onClose();
    return undefined;
  };
  return (
    <ConfirmDialog
      title={title}
      width={560}
      confirm={t("rules.saveThese", { version: bookable.rulesVersion + 1, cancelled: chosen.length })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t("rules.misfitsBody")}</p>
      <ul className={styles.misfits}>
        {misfits.map((misfit) => {
          const { bookingId, partyName } = misfit;
          const when = words.begun(timeOf(misfit));
          return (
            <li key={bookingId}>
              <span>
                <b>{when}</b> {partyName === null ? null : isolated(partyName)}{" "}
                <HowSoon target={{ kind: "instant", at: timeOf(misfit).start }} />
              </span>
              <SegmentedControl
                label={when}
                size={34}
                value={cancelled.has(bookingId) ? "cancel" : "keep"}
                onChange={(value) => choose(bookingId, value === "cancel")}
                segments={[
                  { value: "keep", label: t("rules.keep") },
                  { value: "cancel", label: t("rules.cancelIt") },
                ]}
              />
            </li>
          );
        })}
      </ul>
    </ConfirmDialog>
  );
}
