import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.ts";
import styles from "./import-dialog.module.css";

/** A longer list is replaced by its number. */
const SHOWN = 100;

interface LeftOut {
  readonly name: string;
  readonly aside: ReactNode;
  readonly reason: string;
}

interface LeftOutListProps {
  readonly heading: string;
  /** a note about all items */
  readonly note?: string;
  readonly items: readonly LeftOut[];
  /** the number of all items left out; the server names only the first of them */
  readonly count: number;
}

/** Lists what was left out: its name, a detail by which people find it, and the reason. */
export function LeftOutList({ heading, note, items, count }: LeftOutListProps) {
  const t = useMessages();
  const rest = count - Math.min(items.length, SHOWN);
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      {note === undefined ? null : <p className={styles.quiet}>{note}</p>}
      <ul
        className={styles.skipped}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={items.length > 4 ? 0 : undefined}
        aria-label={heading}
      >
        {items.slice(0, SHOWN).map(({ name, aside, reason }, index) => (
          <li key={`${name} ${index}`} className={styles.file}>
            <span className={styles.name}>{name}</span>
            <span className={styles.aside}>{aside}</span>
            <span className={styles.wide}>{reason}</span>
          </li>
        ))}
        {rest > 0 ? <li className={styles.file}>{t("import.more", { count: rest })}</li> : null}
      </ul>
    </section>
  );
}
