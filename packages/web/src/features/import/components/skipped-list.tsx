import type { SkippedEvent } from "../../../api/import-api.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { reasonKey } from "../skip-reason.ts";
import styles from "./import-dialog.module.css";

/** A list longer than this is told by its number. */
const SHOWN = 100;

interface SkippedListProps {
  readonly skipped: readonly SkippedEvent[];
  /** of all that were left out; the server names the first of them */
  readonly count: number;
}

/** The events that were left out: title, line of the file, reason. */
export function SkippedList({ skipped, count }: SkippedListProps) {
  const t = useMessages();
  const rest = count - Math.min(skipped.length, SHOWN);
  return (
    <section>
      <h3 className={styles.heading}>{t("import.why")}</h3>
      <ul
        className={styles.skipped}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={skipped.length > 4 ? 0 : undefined}
        aria-label={t("import.why")}
      >
        {skipped.slice(0, SHOWN).map((event, index) => (
          <li key={`${event.uid} ${index}`} className={styles.file}>
            <span className={styles.name}>{event.title ?? event.uid ?? t("import.untitled")}</span>
            <span className={styles.aside}>
              {event.line === null ? null : t("import.line", { line: String(event.line) })}
            </span>
            <span className={styles.wide}>{t(reasonKey(event.code))}</span>
          </li>
        ))}
        {rest > 0 ? <li className={styles.file}>{t("import.more", { count: rest })}</li> : null}
      </ul>
    </section>
  );
}
