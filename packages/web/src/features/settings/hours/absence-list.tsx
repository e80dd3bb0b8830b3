import { X } from "lucide-react";
import { setOwnAbsence, type OwnAbsence, type OwnHours } from "../../../api/calendars/availability-api.ts";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { daysOfAbsence } from "./absence-days.ts";
import type { AdminData } from "../parts/use-list.ts";
import { useDaysText } from "./use-days-text.ts";
import styles from "./hours.module.css";

interface AbsenceListProps {
  readonly accountId: string;
  readonly absences: readonly OwnAbsence[];
  readonly run: AdminData<OwnHours>["run"];
}

/** The person's absences: when, how soon, and their text; each can be removed, and the removal undone. */
export function AbsenceList({ accountId, absences, run }: AbsenceListProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const daysText = useDaysText();
  const now = useNow();
  if (absences.length === 0) return <p className={styles.quiet}>{t("settings.hours.none")}</p>;
  const remove = async (absence: OwnAbsence): Promise<void> => {
    const { id, ...rest } = absence;
    if (!(await run(() => setOwnAbsence(accountId, id, null)))) return;
    addToast({
      message: t("settings.hours.removed", { days: daysText(daysOfAbsence(absence, zone)) }),
      action: {
        label: t("action.undo"),
        takesBack: true,
        run: () => void run(() => setOwnAbsence(accountId, id, rest)),
      },
    });
  };
  return (
    <ul aria-label={t("settings.hours.away")}>
      {absences.map((absence) => {
        const days = daysText(daysOfAbsence(absence, zone));
        return (
          <li key={absence.id} className={styles.absence} data-over={absence.to <= now || undefined}>
            <span>
              <b>{days}</b>{" "}
              {absence.to <= now ? (
                <small>{t("settings.hours.over")}</small>
              ) : (
                <HowSoon target={{ kind: "date", date: daysOfAbsence(absence, zone).first }} />
              )}
              {absence.text ? <span className={styles.text}>{absence.text}</span> : null}
              {absence.text && !absence.isTold ? <small>{t("settings.hours.untold")}</small> : null}
            </span>
            <IconButton label={t("settings.hours.remove", { days })} onClick={() => void remove(absence)}>
              <X size={16} strokeWidth={1.6} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
