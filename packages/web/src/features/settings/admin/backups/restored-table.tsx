import type { RestoredCalendar } from "@snart/calendar/jmap/backups.ts";
import { useMessages } from "../../../../i18n/messages.ts";
import styles from "./backups.module.css";

const LEFT_OUT = {
  feed: "admin.backups.part.leftOut.feed",
  bookable: "admin.backups.part.leftOut.bookable",
  "handed-over": "admin.backups.part.leftOut.handed-over",
} as const;

/** What became of each calendar, or would: what the copy has, and how much of it is gone or otherwise by now. */
export function RestoredTable({ calendars }: { readonly calendars: readonly RestoredCalendar[] }) {
  const t = useMessages();
  const refused = calendars
    .flatMap((calendar) => Object.values(calendar.refused))
    .reduce((sum, count) => sum + count, 0);
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("admin.backups.part.calendar")}</th>
            <th scope="col">{t("admin.backups.part.inCopy")}</th>
            <th scope="col">{t("admin.backups.part.missing")}</th>
            <th scope="col">{t("admin.backups.part.changed")}</th>
          </tr>
        </thead>
        <tbody>
          {calendars.map(({ uri, name, isNew, leftOut, events, tasks, missing, differing }) => (
            <tr key={uri}>
              <th scope="row">{isNew ? t("admin.backups.part.new", { name }) : name}</th>
              {leftOut ? (
                <td colSpan={3}>{t(LEFT_OUT[leftOut])}</td>
              ) : (
                <>
                  <td>{t("admin.backups.part.items", { events, tasks })}</td>
                  <td>{missing}</td>
                  <td>{differing}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {refused > 0 ? (
        <p className={styles.trouble}>{t("admin.backups.part.refused", { count: refused })}</p>
      ) : null}
    </>
  );
}
